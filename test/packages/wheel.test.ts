/** The Python wheel: installed by pip, used, removed. */
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { rmSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { need } from "../need.ts";
import { builtPackage, expectDemo, pathWithoutNode, runIn, tempFolder } from "./packages.ts";

const PATH = pathWithoutNode();
afterAll(() => rmSync(PATH, { recursive: true }));

const wheel = builtPackage(/x86_64\.whl$/);
const PYTHON = "/usr/bin/python3";

test("REACH-07 pip installs the wheel without an index, its script is the program, and pip removes it", async (context) => {
  const hasVenv = spawnSync(PYTHON, ["-c", "import venv, ensurepip"]).status === 0;
  need(hasVenv, "Python has no venv or pip (Debian: python3-venv)", context);
  const home = await tempFolder();
  await runIn(home, PYTHON, ["-m", "venv", "env"]);
  const [pip, swath] = [join(home, "env/bin/pip"), join(home, "env/bin/swath")];
  await runIn(home, pip, ["install", "--no-index", wheel]);
  await expectDemo(home, swath, [], { PATH });
  expect(JSON.parse(await runIn(home, swath, ["version", "--json"]))).toMatchObject({ installedAs: "wheel" });
  await runIn(home, pip, ["uninstall", "--yes", "swath"]);
  expect(existsSync(swath)).toBe(false);
  expect(existsSync(join(home, "env/share/swath/installed-as.json"))).toBe(false);
});

test("REACH-07 RECORD has the digest and the size of every file of the wheel", () => {
  const files = unzipSync(readFileSync(wheel));
  const record = Object.keys(files).find((path) => path.endsWith("/RECORD"))!;
  const lines = Object.entries(files).map(([path, content]) => {
    if (path === record) return `${path},,`;
    return `${path},sha256=${createHash("sha256").update(content).digest("base64url")},${content.length}`;
  });
  expect(Buffer.from(files[record]!).toString().trimEnd().split("\n").toSorted()).toEqual(lines.toSorted());
});

test.for([
  { tag: "x86_64", arch: "x64" },
  { tag: "aarch64", arch: "arm64" },
])(
  "REACH-07 DESK-51 P25 the tag of the wheel for $arch requires a C library that is new enough",
  ({ tag, arch }) => {
    const [, minor] = /manylinux_2_(\d+)_/.exec(builtPackage(new RegExp(`${tag}\\.whl$`)))!;
    const text = readFileSync(builtPackage(new RegExp(`-linux-${arch}$`)), "latin1");
    const minors = [...text.matchAll(/\0GLIBC_2\.(\d+)(?=[.\0])/g)].map((match) => Number(match[1]));
    expect(minors).not.toEqual([]);
    expect(Math.max(...minors)).toBeLessThanOrEqual(Number(minor));
  },
);
