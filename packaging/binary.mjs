/**
 * `npm run package:binary`: executables that need no Node, with their licences and checksums, in packaging/out/. All are built on
 * Linux x64; `npm run package:binary -- linux-arm64` builds one of them.
 */
import { execFileSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { buildExecutable } from "./executable.mjs";
import { licences, MANIFEST, megabytes, outputPath, writeChecksums } from "./facts.mjs";
import { readPlatforms, PLATFORMS } from "./platforms.mjs";

for (const platform of readPlatforms()) {
  const base = outputPath(`${MANIFEST.name}-${MANIFEST.version}-${platform}`);
  const path = base + PLATFORMS[platform].suffix;
  buildExecutable(path, platform);
  writeFileSync(`${base}.licences.txt`, licences(platform));
  process.stdout.write(`${path}: ${megabytes(statSync(path).size)}\n`);
  if (platform === `${process.platform}-${process.arch}`)
    process.stdout.write(
      `--version in ${startMs(path, "--version")} ms, catalog search --help in ${startMs(path, "catalog", "search", "--help")} ms\n`,
    );
}
writeChecksums();

/** The median of several runs, in milliseconds. */
function startMs(path, ...words) {
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now();
    execFileSync(path, words, { stdio: "ignore" });
    return performance.now() - start;
  });
  return Math.round(times.toSorted((a, b) => a - b)[4]);
}
