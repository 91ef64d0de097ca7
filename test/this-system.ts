/**
 * Links, pipes, modes, programs and shells for tests. Where the system under the tests has none, the test is skipped: the
 * reasons are few, so that a run can count them.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, TestRunner } from "vitest";
import { need } from "./need.ts";

export const IS_WINDOWS = process.platform === "win32";

/** A folder that nobody can make. */
export const NO_FOLDER = IS_WINDOWS ? String.raw`Q:\nowhere` : "/proc/nowhere";

const needHere = (isHere: boolean, reason: string): void =>
  need(isHere, reason, TestRunner.getCurrentTest()!.context);

/** Makes a symbolic link. Windows has them for those who may make them. */
export function makeLink(target: string, path: string): void {
  needLinks();
  symlinkSync(target, path);
}

/** For a test of links that makes none by itself. */
export const needLinks = (): void => needHere(canLink(), "no symbolic links can be made here");

/** Makes a pipe that has a name in a folder. */
export function makePipe(path: string): void {
  needDevices();
  execFileSync("mkfifo", [path]);
}

export function makeLinkToEndlessDevice(path: string): void {
  needDevices();
  symlinkSync("/dev/zero", path);
}

export const needDevices = (): void => needHere(!IS_WINDOWS, "Windows has no pipes and devices in folders");

/** For a test that is about modes: Windows has access lists, and `chmod` changes nothing there. */
export const needModes = (): void => needHere(!IS_WINDOWS, "Windows has no modes of files");

/** Asserts the mode of a file or folder, where there are modes. */
export function expectMode(path: string, mode: number): void {
  if (!IS_WINDOWS)
    expect(`${path} ${(statSync(path).mode & 0o777).toString(8)}`).toBe(`${path} ${mode.toString(8)}`);
}

/** `npm` is a script on Windows, which starts by a shell. */
export function needProgram(name: "git" | "npm"): void {
  needHere(spawnSync(`${name} --version`, { shell: true }).status === 0, `${name} is not installed`);
}

export const needProc = (): void => needHere(process.platform === "linux", "only Linux has /proc");

export const needPosixShell = (): void => needHere(!IS_WINDOWS, "Windows has no POSIX shell");

let linkMade: boolean | undefined;

export function canLink(): boolean {
  if (linkMade !== undefined) return linkMade;
  const folder = mkdtempSync(join(tmpdir(), "swath-"));
  try {
    symlinkSync("nothing", join(folder, "link"));
    // Wine reports success, and makes none.
    linkMade = lstatSync(join(folder, "link")).isSymbolicLink();
  } catch {
    linkMade = false;
  } finally {
    rmSync(folder, { recursive: true });
  }
  return linkMade;
}
