/** The Debian package: installed, used, removed, and judged by lintian. */
import { execFileSync, spawnSync } from "node:child_process";
import { rmSync, existsSync, statSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { need } from "../need.ts";
import { builtPackage, expectDemo, pathWithoutNode, runIn, tempFolder } from "./packages.ts";

const PATH = pathWithoutNode();
afterAll(() => rmSync(PATH, { recursive: true }));

const has = (tool: string): boolean => spawnSync(tool, ["--version"], { stdio: "ignore" }).status === 0;
const dpkg = (...words: string[]): string => execFileSync("dpkg", words, { encoding: "utf8" });

test("REACH-07 dpkg -i installs the program, its completions and its licences, and dpkg -r leaves nothing", async (context) => {
  need(has("dpkg") && process.getuid?.() === 0, "installing a Debian package needs dpkg and root", context);
  expect(spawnSync("dpkg", ["-s", "swath"]).status, "a package swath is installed already").not.toBe(0);
  const home = await tempFolder();
  let files: string[] = [];
  dpkg("-i", builtPackage(/_amd64\.deb$/));
  try {
    files = dpkg("-L", "swath")
      .trimEnd()
      .split("\n")
      .filter((path) => statSync(path).isFile());
    expect(files).toEqual(
      expect.arrayContaining([
        "/usr/bin/swath",
        "/usr/share/bash-completion/completions/swath",
        "/usr/share/zsh/vendor-completions/_swath",
        "/usr/share/fish/vendor_completions.d/swath.fish",
        "/usr/share/doc/swath/copyright",
        "/usr/share/doc/swath/licences.txt.gz",
      ]),
    );
    await expectDemo(home, "/usr/bin/swath", [], { PATH });
    expect(JSON.parse(await runIn(home, "/usr/bin/swath", ["version", "--json"]))).toMatchObject({
      installedAs: "deb",
    });
  } finally {
    dpkg("-r", "swath");
  }
  expect(files.filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync("/usr/share/doc/swath") || existsSync("/usr/share/swath")).toBe(false);
  expect(spawnSync("dpkg", ["-s", "swath"]).status).not.toBe(0);
});

test.for(["amd64", "arm64"])(
  "REACH-07 DESK-51 P25 lintian reports no error in the deb for %s",
  (name, context) => {
    need(has("lintian"), "lintian is not installed", context);
    const words = ["--fail-on", "error", "--allow-root", builtPackage(new RegExp(`_${name}\\.deb$`))];
    const { status, stdout } = spawnSync("lintian", words, { encoding: "utf8" });
    expect(status, stdout).toBe(0);
  },
);
