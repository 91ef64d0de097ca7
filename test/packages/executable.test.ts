/** The single executable, on a PATH without Node. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../architecture/sources.ts";
import { builtPackage, expectDemo, nodeOf, OUT, pathWithoutNode, runIn, tempFolder } from "./packages.ts";

const executable = builtPackage(/-linux-x64$/);
const PATH = pathWithoutNode();
afterAll(() => rm(PATH, { recursive: true }));

test("REACH-06 the executable runs the demo with no Node on PATH", async () => {
  const home = await tempFolder();
  await expect(runIn(home, "node", ["--version"], { PATH })).rejects.toThrow("ENOENT");
  await expectDemo(home, executable, [], { PATH });
});

test("REACH-06 doctor lists what does not work inside, and a key for the keyring is refused with the reason", async () => {
  const home = await tempFolder();
  const checks = JSON.parse(await runIn(home, executable, ["doctor", "--sandbox", "--json"], { PATH })) as {
    check: string;
    detail: string;
  }[];
  const details = new Map(checks.map(({ check, detail }) => [check, detail]));
  expect(details.get("keyring")).toContain("this installation does not support keyrings");
  const line =
    'echo k-1 | "$0" auth login --base-url https://api.example.com --api-key-stdin --keyring --no-check';
  const login = runIn(home, "sh", ["-c", line, executable], { PATH });
  await expect(login).rejects.toMatchObject({
    code: 4,
    stderr: expect.stringContaining(
      "this installation of swath has no part for the system keyring",
    ) as string,
  });
});

test("REACH-06 the checksums are those of the files", async () => {
  const lines = (await readFile(join(OUT, "SHA256SUMS"), "utf8")).trimEnd().split("\n");
  expect(lines.map((line) => line.split("  ")[1])).toContain(executable.slice(OUT.length + 1));
  for (const line of lines) {
    const [sum, name] = line.split("  ");
    const hash = createHash("sha256").update(await readFile(join(OUT, name!)));
    expect(`${name} ${hash.digest("hex")}`).toBe(`${name} ${sum}`);
  }
});

/** They need the native part for the keyring, and npm. */
const NOT_INSIDE = new Set(["keyring.test.ts", "library.test.ts"]);

test("REACH-06 the tests of the built program pass with the executable and no Node on PATH", () => {
  const files = readdirSync(join(ROOT, "test/e2e")).filter(
    (name) => name.endsWith(".test.ts") && !NOT_INSIDE.has(name),
  );
  const words = ["run", "--project", "build", ...files.map((name) => `test/e2e/${name}`)];
  const { status, stdout } = spawnSync(nodeOf(26), [join(ROOT, "node_modules/vitest/vitest.mjs"), ...words], {
    cwd: ROOT,
    env: { ...process.env, PATH, SWATH_TEST_EXECUTABLE: executable },
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  expect(status, stdout).toBe(0);
});

test.for(["linux-x64", "win-arm64"])(
  "REACH-06 DESK-50 P25 the same sources give the same executable for %s",
  async (platform) => {
    const copy = join(await tempFolder(), "copy");
    const build = `import("${join(ROOT, "packaging/executable.mjs")}").then(({ buildExecutable }) => buildExecutable("${copy}", "${platform}"))`;
    await runIn(await tempFolder(), process.execPath, ["-e", build], { TZ: "Pacific/Chatham" });
    const built = builtPackage(new RegExp(`-${platform}(?:\\.exe)?$`));
    expect((await readFile(copy)).equals(await readFile(built))).toBe(true);
  },
);

test("REACH-06 DESK-50 P25 each executable has the licences of the program and of its own Node", () => {
  for (const platform of ["linux-x64", "linux-arm64", "win-x64", "win-arm64"]) {
    const texts = readFileSync(builtPackage(new RegExp(`-${platform}\\.licences\\.txt$`)), "utf8");
    expect(texts).toContain("Apache License");
    expect(texts).toMatch(/The executable contains Node:\n\nNode\.js is licensed for use as follows:/);
  }
});

test("DESK-50 P25 an unknown platform is refused, with the names of those that exist", async () => {
  const run = (kind: string): Promise<string> =>
    runIn(ROOT, process.execPath, [join(ROOT, `packaging/${kind}.mjs`), "linux-x86"]);
  await expect(run("binary")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/linux-x64, linux-arm64, win-x64, win-arm64\n$/) as string,
  });
  await expect(run("deb")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/linux-x64, linux-arm64\n$/) as string,
  });
});
