/** The build started by an older Node. `test/packages/older-node.test.ts` has real ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { ROOT } from "../architecture/sources.ts";

const { engines, homepage } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  engines: { node: string };
  homepage: string;
};
const [major, minor] = engines.node.replace(">=", "").split(".").map(Number) as [number, number];

const OLDER = [
  "0.12.18",
  "4.9.1",
  "9.99.0",
  "14.21.3",
  "20.20.2",
  `${major - 1}.99.0`,
  `${major}.${minor - 1}.9`,
];
const SUPPORTED = [
  `${major}.${minor}.0`,
  // Before its release a version has what the release has.
  `${major}.${minor}.0-rc.1`,
  `${major}.100.0`,
  "23.0.0",
  "24.0.0-nightly20250101abcdef",
  "26.10.0",
  "100.1.0",
];

/** Runs an entry of the build in a process of that version. */
function runEntry(name: string, version: string) {
  const seen = { loaded: [] as string[], stderr: "", exitCode: undefined as number | undefined };
  const process = {
    versions: { node: version },
    stderr: { write: (text: string) => (seen.stderr += text) },
    set exitCode(code: number) {
      seen.exitCode = code;
    },
  };
  const require = (path: string): string => (seen.loaded.push(path), path);
  let error: unknown;
  try {
    runInNewContext(readFileSync(join(ROOT, "dist", name), "utf8"), { process, require, module: {} });
  } catch (thrown) {
    error = thrown;
  }
  return { ...seen, error: error as Error | undefined };
}

const sentenceFor = (version: string): string =>
  `swath needs Node ${major}.${minor} or newer, and this is Node ${version}; ` +
  `the executable, the deb and the Python wheel need none: ${homepage}, docs/install.md`;

describe("REACH-15", () => {
  test.each(OLDER)(
    "the program says in one sentence that Node %s is too old, and loads nothing",
    (version) => {
      const { loaded, stderr, exitCode, error } = runEntry("start.cjs", version);
      expect({ loaded, stderr, exitCode, error }).toEqual({
        loaded: [],
        stderr: `Error: ${sentenceFor(version)}\n`,
        exitCode: 2,
        error: undefined,
      });
    },
  );

  test.each(OLDER)("the library throws that sentence on Node %s, and loads nothing", (version) => {
    const { loaded, stderr, error } = runEntry("lib.cjs", version);
    expect({ loaded, stderr }).toEqual({ loaded: [], stderr: "" });
    expect(error).toMatchObject({ name: "Error", message: sentenceFor(version) });
  });

  test.each(SUPPORTED)("Node %s is not refused", (version) => {
    for (const name of ["start", "lib"]) {
      const { loaded, stderr, exitCode, error } = runEntry(`${name}.cjs`, version);
      expect({ stderr, exitCode, error }).toEqual({ stderr: "", exitCode: undefined, error: undefined });
      expect(loaded).toEqual([expect.stringMatching(new RegExp(`^\\./${name}-[\\w-]{8}\\.cjs$`))]);
    }
  });
});
