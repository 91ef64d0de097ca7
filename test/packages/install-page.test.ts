/** The commands of docs/install.md, as they are pasted. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { need } from "../need.ts";
import { ROOT } from "../architecture/sources.ts";
import { builtPackage, tempFolder } from "./packages.ts";
import { adaptForWine, openWine } from "./windows.ts";

const PAGE = readFileSync(join(ROOT, "docs/install.md"), "utf8");

/** Every block of commands, with the heading above it. */
const BLOCKS = PAGE.split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const heading = section.slice(0, section.indexOf("\n"));
    const blocks = [...section.matchAll(/^```(bash|bat|powershell)\n([^]*?)```$/gm)];
    return blocks.map(([, language, block]) => ({ heading, language: language!, block: block! }));
  });
const ofLanguage = (language: string) => BLOCKS.filter((one) => one.language === language);

test("DESK-52 P25 each package has a block, for each shell of its system", () => {
  expect(BLOCKS.map(({ heading, language }) => `${heading}: ${language}`)).toEqual([
    "npm: bash",
    "npm: bat",
    "One executable: bash",
    "Windows: bat",
    "Windows: powershell",
    "Debian and Ubuntu: bash",
    "Python: bash",
  ]);
});

test("DESK-52 P25 the table has each platform, and one of four proofs for it", () => {
  const [, section] = /^## What was tested\n([^]*?)^## /m.exec(PAGE)!;
  const rows = [...section!.matchAll(/^\| (.*) \| (.*) \| (.*) \|$/gm)].slice(1);
  for (const name of ["Linux x64", "Linux arm64", "Windows 10", "Windows arm64", "macOS", "musl"])
    expect(rows.some(([, platform]) => platform!.includes(name))).toBe(true);
  const proofs = [
    "run",
    "run under QEMU",
    "run under Wine",
    "run with Windows' Node under Wine",
    "not run: by reading",
  ];
  for (const [, , ran, proof] of rows) {
    expect(proofs).toContain(proof);
    expect(ran!.startsWith("nothing"), ran).toBe(proof!.startsWith("not run"));
  }
});

test.for(ofLanguage("bash"))(
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
    const typed = block.replaceAll(/^npm run package:\w+(?: -- linux-x64)? && /gm, "");
    expect(typed).not.toBe(block);
    const isPython = block.includes("pip ");
    const before = `sudo() { "$@"; }\n${isPython ? "/usr/bin/python3 -m venv env && . env/bin/activate" : ""}\n`;
    paste(home, before + typed);
  },
);

/** Runs a block in bash, which has no program `swath` afterwards. */
function paste(home: string, block: string): void {
  const settings = {
    npm_config_userconfig: join(process.env["HOME"] ?? "", ".npmrc"),
    npm_config_cache: join(process.env["HOME"] ?? "", ".npm"),
    npm_config_prefix: join(home, "npm"),
  };
  const PATH = [join(home, "npm/bin"), join(home, ".local/bin"), process.env["PATH"]].join(":");
  execFileSync("bash", ["-euo", "pipefail", "-c", `${block}hash -r\n! command -v swath\n`], {
    cwd: home,
    env: { ...process.env, ...settings, PATH, HOME: home },
    timeout: 120_000,
    stdio: "pipe",
  });
}

const [npmBlock, windowsBlock] = ofLanguage("bat");

test("DESK-52 P25 the block for npm on Windows installs, runs the demo and removes in bash, which reads the same words", async () => {
  const home = await tempFolder();
  const tarball = builtPackage(/\.tgz$/);
  copyFileSync(tarball, join(home, basename(tarball)));
  paste(home, npmBlock!.block);
});

test("DESK-52 P25 the block for cmd installs the executable, runs the demo and removes it in Wine", async (context) => {
  const wine = await openWine(context);
  const executable = builtPackage(/-win-x64\.exe$/);
  writeFileSync(join(wine.folder, basename(executable)), adaptForWine(readFileSync(executable)));
  writeFileSync(join(wine.folder, "pasted.bat"), windowsBlock!.block.replaceAll("\n", "\r\n"));
  const { stdout, stderr } = await wine.run("cmd", ["/c", "pasted.bat"]);
  expect(stdout, stderr).toMatch(/^16 files downloaded into swath-demo \(.*\)\r?$/m);
  const users = join(wine.folder, "../users");
  const programs = readdirSync(users).map((user) => join(users, user, "AppData/Local/Programs"));
  expect(programs.filter((path) => existsSync(path))).toHaveLength(1);
  expect(programs.filter((path) => existsSync(join(path, "swath")))).toEqual([]);
});
