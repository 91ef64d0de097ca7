import { readFileSync, rmSync } from "node:fs";
import { defineConfig } from "rolldown";

const { version, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

rmSync("dist", { recursive: true, force: true });

/** The orbit library carries WebAssembly variants (with top-level await) that nothing here uses. */
const withoutWasm = {
  name: "without-wasm",
  resolveId: (source) => (source.startsWith("#wasm-") ? `\0${source}` : null),
  load: (id) => (id.startsWith("\0#wasm-") ? "export default undefined;" : null),
};

/** commander can start other programs as subcommands. We have none, and the module costs 4 ms to load. */
const withoutSubprocesses = {
  name: "without-subprocesses",
  resolveId: (source, importer) =>
    source === "node:child_process" && /[\\/]commander[\\/]/.test(importer ?? "")
      ? `\0no-subprocesses`
      : null,
  load: (id) => (id === "\0no-subprocesses" ? "export {};" : null),
};

export default defineConfig({
  plugins: [withoutWasm, withoutSubprocesses],
  input: { start: "src/start.ts" },
  platform: "node",
  external: Object.keys(optionalDependencies),
  transform: { define: { SWATH_VERSION: JSON.stringify(version) }, target: "node20.19" },
  output: {
    dir: "dist",
    format: "cjs",
    // A native import() inside code from the compile cache would make Node 20 warn on stderr.
    dynamicImportInCjs: false,
    // Content hashes in the names: compiled code is cached under them.
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name]-[hash].cjs",
    // What always loads together is one file: each further file costs a tenth of a millisecond and more. The version stays
    // alone, because the first code of all needs it and nothing else.
    codeSplitting: {
      groups: ["version", "main", "cli/run-command", "client/client"].map((start, index) => ({
        name: start.split("/").at(-1),
        test: new RegExp(`[\\\\/]src[\\\\/]${start}\\.ts$`),
        priority: 4 - index,
      })),
    },
    minify: true,
    sourcemap: "hidden",
  },
});
