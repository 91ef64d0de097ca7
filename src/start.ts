/** First code of the program: answers `--version` by itself, makes the rest start fast, and hands over. */
import { VERSION } from "./version.ts";

const [word, ...further] = process.argv.slice(2);

if ((word === "--version" || word === "-V") && further.length === 0) {
  process.stdout.write(`swath ${VERSION}\n`);
} else {
  void import("./compile-cache.ts").then(({ enable }) => {
    enable(word);
    return import("./main.ts");
  });
}
