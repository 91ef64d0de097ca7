/** Entry point: answers `--version` directly, enables Node's compile cache, and loads the program. */
import { keepCompiledCode } from "./compile-cache.ts";
import { VERSION } from "./version.ts";

const words = process.argv.slice(2);

if ((words[0] === "--version" || words[0] === "-V") && words.length === 1) {
  process.stdout.on("error", () => {});
  process.stdout.write(`swath ${VERSION}\n`, (error) => {
    const code = (error as NodeJS.ErrnoException | undefined)?.code;
    // A reader that closes the pipe early is not an error.
    if (code === undefined || code === "EPIPE") return;
    process.stderr.write(
      `Error: cannot write the result: ${code}\n  Send the output elsewhere\n  code OUTPUT_WRITE_FAILED, exit 14\n`,
    );
    process.exitCode = 14;
  });
} else {
  keepCompiledCode(words);
  void import("./main.ts").then(({ main }) => main());
}
