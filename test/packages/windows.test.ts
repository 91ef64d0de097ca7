/** The executables for Windows: the one for x64 started in Wine, both read. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtPackage, expectReport } from "./packages.ts";
import { adaptForWine, openWine, readWindowsExecutable } from "./windows.ts";

const [x64, arm64] = [builtPackage(/-win-x64\.exe$/), builtPackage(/-win-arm64\.exe$/)];

test("DESK-50 P25 the executable for Windows x64 runs the demo in Wine", async (context) => {
  const wine = await openWine(context);
  writeFileSync(join(wine.folder, "swath.exe"), adaptForWine(readFileSync(x64)));
  const version = await wine.run("swath.exe", ["version", "--json"]);
  expect(version).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(version.stdout)).toMatchObject({ platform: "win32", installedAs: "binary" });
  const demo = await wine.run("swath.exe", ["demo", "--json"]);
  expect(demo, demo.stderr).toMatchObject({ code: 0 });
  expectReport(demo.stdout);
});

test("DESK-50 P25 the executable for Windows arm64 is one of that machine, with the parts of the one for x64", () => {
  const [one, other] = [readWindowsExecutable(x64), readWindowsExecutable(arm64)];
  expect([one.machine, other.machine]).toEqual([0x86_64, 0xaa_64]);
  expect(one.parts.length).toBeGreaterThan(1_000_000);
  expect(other.parts.equals(one.parts)).toBe(true);
  // Node looks for the parts only after its mark has been changed.
  for (const path of [x64, arm64])
    expect(/NODE_SEA_FUSE_[\da-f]{32}:(\d)/.exec(readFileSync(path, "latin1"))?.[1]).toBe("1");
});

test("DESK-50 P25 the executables for Windows have no signature, and not the rest of Node's", () => {
  for (const path of [x64, arm64]) {
    expect(readWindowsExecutable(path).signature).toEqual([0, 0]);
    expect(readFileSync(path).includes("OpenJS Foundation1")).toBe(false);
  }
});
