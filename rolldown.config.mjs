import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { defineConfig } from "rolldown";
import { buildId } from "./build/build-id.mjs";
import { bundledLicences } from "./build/bundled-licences.mjs";
import { chunkGroups, commandDefinitions } from "./build/chunk-groups.mjs";
import { chunkNames } from "./build/chunk-names.mjs";
import { parserFiles } from "./build/parser-files.mjs";
import { plainExports } from "./build/plain-exports.mjs";
import { unusedParts } from "./build/unused-parts.mjs";
import { zoneFile } from "./build/zone-file.mjs";

const { version, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const groups = chunkGroups(import.meta.dirname);

/** As code: `undefined` outside a checkout. */
function commit() {
  try {
    const words = ["-C", import.meta.dirname, "rev-parse", "--verify", "HEAD"];
    return existsSync(join(import.meta.dirname, ".git"))
      ? JSON.stringify(
          execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim(),
        )
      : "undefined";
  } catch {
    return "undefined";
  }
}

export default defineConfig({
  plugins: [unusedParts, parserFiles, zoneFile, plainExports, bundledLicences, buildId],
  input: {
    start: "src/launch/start.ts",
    // Started by its name, as a thread.
    "data-worker": "src/client/threads/data-worker.ts",
    "export-worker": "src/sandbox/exports/export-worker.ts",
    "hash-worker": "src/transfer/hashing/hash-worker.ts",
  },
  platform: "node",
  // The same code as modules, of which what is never called (the whole parser) is left out.
  resolve: { alias: { yaml: join(import.meta.dirname, "node_modules/yaml/browser/dist/index.js") } },
  external: Object.keys(optionalDependencies),
  transform: {
    define: { SWATH_VERSION: JSON.stringify(version), SWATH_COMMIT: commit() },
    target: "node20.19",
  },
  output: {
    dir: "dist",
    cleanDir: true,
    format: "cjs",
    // A native import() inside code from the compile cache would make Node 20 warn on stderr.
    dynamicImportInCjs: false,
    entryFileNames: "[name].cjs",
    chunkFileNames: chunkNames(import.meta.dirname, groups, commandDefinitions(import.meta.dirname)),
    codeSplitting: {
      groups: groups.map(([name, sources], index) => ({
        name,
        test: (id) => sources.has(id),
        priority: groups.length - index,
      })),
    },
    minify: true,
    comments: false,
    sourcemap: "hidden",
    // Told from the project's folder: the same wherever the build is put, and no word about this machine.
    sourcemapPathTransform: (source, map) => relative(import.meta.dirname, resolve(dirname(map), source)),
  },
});
