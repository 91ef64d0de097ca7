/** First code of the program: answers `--version` by itself, makes the rest start fast, and hands over. */
import { VERSION } from "./version.ts";

const words = process.argv.slice(2);

if ((words[0] === "--version" || words[0] === "-V") && words.length === 1) {
  process.stdout.write(`swath ${VERSION}\n`);
} else {
  void import("./compile-cache.ts").then(({ enable }) => {
    enable(words);
    return import("./main.ts");
  });
}
