import { readFileSync } from "node:fs";
import { defineConfig } from "rolldown";
import { bundledLicences } from "./build/bundled-licences.mjs";
import { sharedByCommands } from "./build/shared-by-commands.mjs";
import { unusedParts } from "./build/unused-parts.mjs";

const { version, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

const shared = sharedByCommands(import.meta.dirname);

/** Chunks with everything that their modules need, the first one that claims a module has it. */
const GROUPS = new Map([
  // Alone, because the first code of all needs it and nothing else.
  ["version", /[\\/]src[\\/]version\.ts$/],
  ["main", /[\\/]src[\\/]main\.ts$/],
  ["dispatch", /[\\/]src[\\/]cli[\\/]dispatch\.ts$/],
  ["definitions", (id) => shared.has(id)],
  ["run", /[\\/]src[\\/]cli[\\/]run-command\.ts$/],
  ["client", /[\\/]src[\\/]client[\\/]client\.ts$/],
]);

const program = defineConfig({
  plugins: [unusedParts, bundledLicences],
  input: { start: "src/start.ts" },
  platform: "node",
  external: Object.keys(optionalDependencies),
  transform: { define: { SWATH_VERSION: JSON.stringify(version) }, target: "node20.19" },
  output: {
    dir: "dist",
    cleanDir: true,
    format: "cjs",
    // A native import() inside code from the compile cache would make Node 20 warn on stderr.
    dynamicImportInCjs: false,
    // Content hashes in the names: compiled code is cached under them.
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    // What always loads together is one file: each further file costs a tenth of a millisecond and more.
    codeSplitting: {
      groups: [...GROUPS].map(([name, test], index) => ({ name, test, priority: GROUPS.size - index })),
    },
    minify: true,
    sourcemap: "hidden",
  },
});

/** The thread that makes export files: one file of its own, so that it shares no chunk with the program and changes none. */
const exportWorker = defineConfig({
  plugins: [unusedParts],
  input: { "export-worker": "src/sandbox/exports/export-worker.ts" },
  platform: "node",
  external: program.external,
  transform: program.transform,
  output: {
    dir: "dist",
    // Built second: what is there stays.
    cleanDir: false,
    format: "cjs",
    dynamicImportInCjs: false,
    entryFileNames: "[name].cjs",
    codeSplitting: false,
    minify: true,
    sourcemap: "hidden",
  },
});

export default [program, exportWorker];
