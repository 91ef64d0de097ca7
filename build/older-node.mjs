import { readFileSync } from "node:fs";
import { join } from "node:path";

const { engines, homepage } = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8"),
);
const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? [];
if (major === undefined)
  throw new Error(`engines.node in package.json is ${engines.node}, and not >=major.minor`);

/** Entries that an older Node may start, and what each does then: the program ends with the exit code of a usage error. */
const REFUSALS = {
  start: 'process.stderr.write("Error: " + refusal + "\\n");\n  process.exitCode = 2;',
  lib: "throw new Error(refusal);",
};

/** The names of entries, for rolldown: those two are chunks like any other. */
export const entryFileNames = ({ name }) => (name in REFUSALS ? "[name]-[hash].cjs" : "[name].cjs");

/**
 * A rolldown plugin that writes `start.cjs` and `lib.cjs`, which refuse an older Node before they load their chunk. They are in
 * the JavaScript of 2009: the chunk has syntax that an older Node reports as an error.
 */
export const olderNode = {
  name: "older-node",
  generateBundle(_options, bundle) {
    for (const [name, refuse] of Object.entries(REFUSALS)) {
      const { fileName } = Object.values(bundle).find((chunk) => chunk.isEntry && chunk.name === name);
      this.emitFile({ type: "asset", fileName: `${name}.cjs`, source: entryOf(fileName, refuse) });
    }
  },
};

/** Versions before a release count as the release: `22.19.0-rc.1` has what 22.19.0 has. */
const entryOf = (chunk, refuse) => `"use strict";
var running = process.versions.node.split(".");
if (running[0] < ${major} || (running[0] == ${major} && running[1] < ${minor})) {
  var refusal =
    "swath needs Node ${major}.${minor} or newer, and this is Node " + running.join(".") +
    "; the executable, the deb and the Python wheel need none: ${homepage}, docs/install.md";
  ${refuse}
} else {
  module.exports = require("./${chunk}");
}
`;
