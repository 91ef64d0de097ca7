/** One folder for all temporary files of the tests, removed at the end: hundreds of tests create folders. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "swath-tests-";

/** A file system in memory: a write that is made durable takes 30 times as long on a busy disk, and the tests make thousands. */
const MEMORY = "/dev/shm";
/** More than the files of all tests that run at a time. */
const MIN_FREE_BYTES = 4e9;

/** Called once for the run and once for each of its projects. */
export default function useOneFolder() {
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined;
  const folder = makeFolder();
  // Inherited by the processes of the tests, and by their children.
  process.env.TMPDIR = folder;
  // A folder that a test has locked against its user may stay: it is not a fault of the tested code.
  return () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
}

/** Returns a new folder where TMPDIR says, else in memory if the system allows it. `.ci/elsewhere` sets TMPDIR to a disk. */
export function makeFolder() {
  return (process.env.TMPDIR === undefined ? inMemory() : undefined) ?? mkdtempSync(join(tmpdir(), PREFIX));
}

function inMemory() {
  let folder;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < MIN_FREE_BYTES) return undefined;
    folder = mkdtempSync(join(MEMORY, PREFIX));
    // Tests run programs of their own there, which some systems forbid.
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n");
    chmodSync(program, 0o755);
    execFileSync(program);
    return folder;
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true });
    return undefined;
  }
}
