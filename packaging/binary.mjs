/** `npm run package:binary`: one executable that needs no Node, with its licences and checksums, in packaging/out/. */
import { execFileSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { buildExecutable } from "./executable.mjs";
import { licences, MANIFEST, megabytes, outputPath, writeChecksums } from "./facts.mjs";

const path = outputPath(`${MANIFEST.name}-${MANIFEST.version}-linux-x64`);
buildExecutable(path);
writeFileSync(`${path}.licences.txt`, licences());
writeChecksums();

/** The median of several runs, in milliseconds. */
function startMs(...words) {
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now();
    execFileSync(path, words, { stdio: "ignore" });
    return performance.now() - start;
  });
  return Math.round(times.toSorted((a, b) => a - b)[4]);
}

process.stdout.write(
  `${path}: ${megabytes(statSync(path).size)}, ` +
    `--version in ${startMs("--version")} ms, catalog search --help in ${startMs("catalog", "search", "--help")} ms\n`,
);
