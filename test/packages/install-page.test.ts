/** The commands of docs/install.md, as they are pasted. */
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { need } from "../need.ts";
import { ROOT } from "../architecture/sources.ts";
import { tempFolder } from "./packages.ts";

const BLOCKS = [
  ...readFileSync(join(ROOT, "docs/install.md"), "utf8").matchAll(/^## (.*)\n\n```bash\n([^]*?)```$/gm),
].map(([, heading, block]) => ({ heading: heading!, block: block! }));

test("REACH-05 REACH-06 REACH-07 each package has a block", () => {
  expect(BLOCKS.map(({ heading }) => heading)).toEqual([
    "npm",
    "One executable",
    "Debian and Ubuntu",
    "Python",
  ]);
});

test.for(BLOCKS)(
  "REACH-05 REACH-06 REACH-07 $heading: installs, runs the demo and removes",
  async ({ block }, context) => {
    need(
      !block.includes("sudo") || process.getuid?.() === 0,
      "installing a Debian package needs root",
      context,
    );
    const home = await tempFolder();
    symlinkSync(join(ROOT, "packaging"), join(home, "packaging"));
    // The packages are built already, the user is root, and pip installs into an environment.
    const typed = block.replaceAll(/^npm run package:\w+ && /gm, "");
    expect(typed).not.toBe(block);
    const isPython = block.includes("pip ");
    const before = `sudo() { "$@"; }\n${isPython ? "/usr/bin/python3 -m venv env && . env/bin/activate" : ""}\n`;
    const after = "hash -r\n! command -v swath\n";
    const settings = {
      npm_config_userconfig: join(process.env["HOME"] ?? "", ".npmrc"),
      npm_config_cache: join(process.env["HOME"] ?? "", ".npm"),
      npm_config_prefix: join(home, "npm"),
    };
    const PATH = [join(home, "npm/bin"), join(home, ".local/bin"), process.env["PATH"]].join(":");
    execFileSync("bash", ["-euo", "pipefail", "-c", `${before}${typed}${after}`], {
      cwd: home,
      env: { ...process.env, ...settings, PATH, HOME: home },
      timeout: 120_000,
      stdio: "pipe",
    });
  },
);
