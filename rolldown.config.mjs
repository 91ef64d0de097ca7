import { readFileSync } from "node:fs";
import { defineConfig } from "rolldown";
import { bundledLicences } from "./build/bundled-licences.mjs";
import { unusedParts } from "./build/unused-parts.mjs";

const { version, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

export default defineConfig({
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
    // What always loads together is one file: each further file costs a tenth of a millisecond and more. The version stays
    // alone, because the first code of all needs it and nothing else.
    codeSplitting: {
      groups: ["version", "main", "cli/dispatch", "cli/run-command", "client/client"].map((start, index) => ({
        name: start.split("/").at(-1),
        test: new RegExp(`[\\\\/]src[\\\\/]${start}\\.ts$`),
        priority: 5 - index,
      })),
    },
    minify: true,
    sourcemap: "hidden",
  },
});
