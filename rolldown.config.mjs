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
    // What always loads together is one file: each further file costs a tenth of a millisecond and more.
    codeSplitting: {
      groups: [
        // Alone, because the first code of all needs it and nothing else.
        ["version"],
        ["main"],
        // With what every definition of a command is made of.
        ["dispatch", "define-command", "view", "wait-flags", "detail", "vocabulary"],
        ["run-command"],
        ["client"],
      ].map((names, index, all) => ({
        name: names[0],
        test: new RegExp(
          `[\\\\/]src[\\\\/](?:cli[\\\\/]|client[\\\\/]|render[\\\\/]|contract[\\\\/])?(?:${names.join("|")})\\.ts$`,
        ),
        priority: all.length - index,
      })),
    },
    minify: true,
    sourcemap: "hidden",
  },
});
