/** `running.json`: one sandbox runs over a data folder, and everybody finds it there. */
import { readFile, rm } from "node:fs/promises";
import type { Directories } from "../../settings/directories.ts";
import {
  findRunning,
  readRunning,
  runningPath,
  sandboxDir,
  type RunningSandbox,
} from "../service/local-sandbox.ts";
import type { World } from "../../cli/world.ts";
import { removeStaleLock } from "../../disk/file-lock.ts";
import { AppError } from "../../errors.ts";
import { createDurably, ensurePrivateDirectory } from "../../disk/durable-files.ts";

type Place = Pick<Directories, "data">;

export const alreadyRunning = ({ url, pid }: RunningSandbox): AppError =>
  new AppError("local", "CONFLICT", `a sandbox is running already, at ${url} (process ${pid})`, {
    hint: "Use it with --sandbox, or stop it: swath sandbox stop",
    data: { url, pid },
  });

/** Writes the file unless a sandbox that lives has done so; what a dead one left is taken away. Errors: CONFLICT. */
export async function claimRunning(place: Place, running: RunningSandbox, world: World): Promise<void> {
  const dir = sandboxDir(place);
  try {
    await ensurePrivateDirectory(dir);
    for (;;) {
      if (await createDurably(dir, "running.json", `${JSON.stringify(running)}\n`, world.uuid())) return;
      const judged = await readText(runningPath(place));
      const other = await findRunning(place, world);
      if (other !== undefined) throw alreadyRunning(other);
      if (judged !== undefined) await removeStaleLock(runningPath(place), judged, world.uuid());
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new AppError("io", "DISK_WRITE_FAILED", `cannot write ${runningPath(place)}: ${reason}`, {
      cause: error,
    });
  }
}

/** Takes the file away if it is this process that it names. */
export async function releaseRunning(place: Place, pid: number): Promise<void> {
  if ((await readRunning(place))?.pid === pid) await rm(runningPath(place), { force: true });
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
