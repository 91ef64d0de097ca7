/** First code of the program: answers `--version` by itself, makes the rest start fast, and hands over. */
import { createRequire } from "node:module";
import type * as CompileCache from "./compile-cache.ts";
import { VERSION } from "./version.ts";

const load = createRequire(__filename);

const [word, ...further] = process.argv.slice(2);

if ((word === "--version" || word === "-V") && further.length === 0) {
  process.stdout.write(`swath ${VERSION}\n`);
} else {
  (load("./compile-cache.cjs") as typeof CompileCache).enable(word);
  load("./main.cjs");
}
