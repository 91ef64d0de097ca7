import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "rolldown";
import { chunkOf, wordsOfNoun } from "./build/chunk-of.mjs";
import { libraryTypes } from "./build/library-types.mjs";
import { entryFileNames, olderNode } from "./build/older-node.mjs";
import { serverZod } from "./build/server-zod.mjs";

const { version, homepage, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

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
  plugins: [serverZod, libraryTypes, olderNode],
  input: {
    start: "src/start.ts",
    lib: "src/lib.ts",
    // Started by their names, as threads.
    "export-worker": "src/sandbox/exports/export-worker.ts",
    "transfer-worker": "src/transfer-worker.ts",
    "hash-worker": "src/transfer/hashing/hash-worker.ts",
  },
  preserveEntrySignatures: "allow-extension",
  platform: "node",
  // The optional dependencies are native. The WebAssembly of satellite.js, which is not used, cannot be CommonJS.
  external: [...Object.keys(optionalDependencies), /^#wasm-/],
  treeshake: { moduleSideEffects: "no-external" },
  transform: {
    define: {
      SWATH_VERSION: JSON.stringify(version),
      SWATH_HOMEPAGE: JSON.stringify(homepage),
      SWATH_COMMIT: commit(),
    },
    target: "node22.19",
  },
  logLevel: "warn",
  // Modules of one chunk that import each other lazily do so for those who meet them in another order.
  checks: { ineffectiveDynamicImport: false },
  output: {
    dir: "dist",
    cleanDir: true,
    format: "cjs",
    // Node's modules are loaded by require() as well: one loader for everything, which tests can watch.
    dynamicImportInCjs: false,
    entryFileNames,
    chunkFileNames: "[name]-[hash].cjs",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: wordsOfNoun, minSize: 10_000, debugName: "words of a noun" },
        { name: chunkOf, debugName: "rooms" },
      ],
    },
    minify: true,
    comments: false,
  },
});
