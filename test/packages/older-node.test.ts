/** The npm package under older versions of Node: the syntax of a refusal is older than they are. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtPackage, nodeOf, NPM_INSTALL, tempFolder } from "./packages.ts";

const OLDER = [14, 20];

test("REACH-15 an older Node is refused by the program and by the library, which name the one that is needed", async () => {
  const folder = await tempFolder();
  execFileSync("npm", [...NPM_INSTALL, "--prefix", folder, builtPackage(/\.tgz$/)], { stdio: "pipe" });
  const program = join(folder, "node_modules", "swath", "bin", "swath.js");
  for (const major of OLDER) {
    const run = (...words: string[]) =>
      spawnSync(nodeOf(major), words, { cwd: folder, env: { HOME: folder }, encoding: "utf8" });
    const sentence = new RegExp(`swath needs Node 22\\.19 or newer, and this is Node ${major}\\.[\\d.]+; `);

    const refused = run(program, "demo");
    expect(refused).toMatchObject({ status: 2, stdout: "" });
    expect(refused.stderr).toMatch(new RegExp(`^Error: ${sentence.source}.*\n$`));
    expect(existsSync(join(folder, "swath-demo"))).toBe(false);

    expect(run("-e", 'require("swath")').stderr).toMatch(sentence);
    const code = 'import { openService } from "swath"; openService();';
    expect(run("--input-type=module", "-e", code).stderr).toMatch(sentence);
  }
});
