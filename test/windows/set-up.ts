/**
 * Makes Windows with the built program at `C:\swath` before the tests, and ends it after them. With SWATH_TEST_WINDOWS it uses the
 * folder that `.ci/windows` has made.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getDrive, endWindows, makeEnv, makeWindows, missingPrograms } from "./wine.ts";

const ROOT = join(import.meta.dirname, "../..");

export default async function setUp(): Promise<() => void> {
  const missing = missingPrograms();
  if (missing.length > 0)
    throw new Error(`the tests in Wine need ${missing.join(", ")}: see CONTRIBUTING.md`);
  const given = process.env["SWATH_TEST_WINDOWS"];
  const folder = given ?? mkdtempSync(join(tmpdir(), "swath-windows-"));
  const end = (): void => {
    endWindows(folder);
    if (given === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    if (given === undefined) makeWindows(folder);
    // Inherited by the processes of the tests.
    process.env["SWATH_TEST_WINDOWS"] = folder;
    const program = join(getDrive(folder), "swath");
    mkdirSync(program, { recursive: true });
    for (const name of ["bin", "dist", "package.json"])
      cpSync(join(ROOT, name), join(program, name), { recursive: true, force: true });
    await startAgent(folder);
  } catch (error) {
    end();
    throw error;
  }
  return end;
}

/** Resolves when the agent has written its port. */
async function startAgent(folder: string): Promise<void> {
  const drive = getDrive(folder);
  rmSync(join(drive, "agent.port"), { force: true });
  const log = openSync(join(folder, "agent.log"), "w");
  const watcher = watch(drive);
  const agent = spawn(
    "wine",
    [String.raw`C:\node22\node.exe`, String.raw`C:\agent.cjs`, String.raw`C:\agent.port`],
    {
      cwd: drive,
      env: makeEnv(folder),
      stdio: ["ignore", log, log],
    },
  );
  const ended = once(agent, "exit").then(([code]): never => {
    throw new Error(`the agent in Wine ended with ${code}: see ${folder}/agent.log`);
  });
  ended.catch(() => {});
  while (!existsSync(join(drive, "agent.port"))) await Promise.race([once(watcher, "change"), ended]);
  watcher.close();
  agent.unref();
}
