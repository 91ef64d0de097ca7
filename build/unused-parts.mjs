/** Parts of dependencies that are imported at load and never used here: each costs start-up time or bytes to download. */
const UNUSED = [
  // Starts other programs as subcommands. We have none, and the module takes 4 ms to load.
  { within: "commander", source: /^node:child_process$/, code: "export {};" },
  // Validates settings against a schema. We give none: the settings table has its own readers.
  { within: "conf", source: /^ajv\/dist\/2020\.js$/, code: "export const Ajv2020 = undefined;" },
  { within: "conf", source: /^ajv-formats$/, code: "export default undefined;" },
  // Compares versions for migrations of the settings file. There are none.
  { within: "conf", source: /^semver$/, code: "export default undefined;" },
  // WebAssembly variants of the orbit library, with top-level await.
  { within: "satellite.js", source: /^#wasm-/, code: "export default undefined;" },
];

/** A rolldown plugin that leaves them out. */
export const unusedParts = {
  name: "unused-parts",
  resolveId(source, importer) {
    const index = UNUSED.findIndex(
      (part) =>
        part.source.test(source) &&
        (importer ?? "").replaceAll("\\", "/").includes(`/node_modules/${part.within}/`),
    );
    return index === -1 ? null : `\0unused-part-${index}`;
  },
  load(id) {
    const index = /^\0unused-part-(\d+)$/.exec(id)?.[1];
    return index === undefined ? null : UNUSED[Number(index)].code;
  },
};
