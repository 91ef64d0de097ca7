/** The npm package in an empty folder: no scripts, and the demo on every supported Node. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtPackage, expectDemo, nodeOf, NPM_INSTALL, runIn, tempFolder } from "./packages.ts";

test("REACH-05 installs into an empty folder without scripts, and the demo runs on Node 22.19, 24 and 26", async () => {
  const folder = await tempFolder();
  execFileSync("npm", [...NPM_INSTALL, "--prefix", folder, builtPackage(/\.tgz$/)], { stdio: "pipe" });
  const program = join(folder, "node_modules", "swath", "bin", "swath.js");
  for (const major of [22, 24, 26]) {
    const home = await tempFolder();
    const version = await runIn(home, nodeOf(major), [program, "version", "--json"]);
    expect(JSON.parse(version)).toMatchObject({ node: expect.stringMatching(`^${major}\\.`) as string });
    await expectDemo(home, nodeOf(major), [program]);
    // The demo keeps no cache and no settings; `version` may keep compiled code.
    expect(readdirSync(home).filter((name) => name !== ".cache")).toEqual(["swath-demo"]);
  }
});
