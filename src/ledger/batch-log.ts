/**
 * Records the outcome of each member of a batch, so that a rerun sends only missing members: one file per batch, one
 * line per event, on disk before and after each request. A torn last line is skipped.
 */
import { link, open, readFile, rm, writeFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { removeStaleLock } from "../disk/file-lock.ts";
import { AppError } from "../errors.ts";
import type { Clock } from "../time/clock.ts";
import { ensurePrivateDirectory } from "../disk/durable-files.ts";
import { journalUnwritable } from "./record-files.ts";

/** `sending` without a later line: the process ended before the response arrived. */
export type BatchState = "sending" | "confirmed" | "refused" | "unknown";

export interface BatchEvent {
  index: number;
  state: BatchState;
  /** The id at the service, if `confirmed`. */
  id?: string;
  at: number;
}

export interface BatchLog {
  /** The latest event of each member. */
  readonly known: ReadonlyMap<number, BatchEvent>;
  /** Resolves when the event is on disk. */
  write(event: BatchEvent): Promise<void>;
  close(): Promise<void>;
}

export interface BatchLogOptions {
  dir: string;
  /** Id of the batch, in hex. */
  key: string;
  pid: number;
  isAlive: (pid: number) => boolean;
  clock: Pick<Clock, "now">;
}

/** Opens the log for this process alone. Throws INTENT_OPEN if another process uses it, and JOURNAL_UNWRITABLE. */
export async function openBatchLog({ dir, key, pid, isAlive, clock }: BatchLogOptions): Promise<BatchLog> {
  const path = join(dir, `${key}.jsonl`);
  const lock = join(dir, `${key}.lock`);
  let handle: FileHandle;
  try {
    await ensurePrivateDirectory(dir);
    await takeLock(lock, { pid, isAlive, clock });
    handle = await open(path, "a", 0o600);
  } catch (error) {
    throw error instanceof AppError ? error : journalUnwritable(dir, error);
  }
  const text = await readFile(path, "utf8");
  // After a torn line, the next event starts a new line.
  if (text !== "" && !text.endsWith("\n")) await handle.appendFile("\n");
  let waiting: string[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();
  /** Events that arrive during a write are written together, with one sync. */
  const flush = async (before: Promise<void>): Promise<void> => {
    await before.catch(() => {});
    const lines = waiting;
    [waiting, next] = [[], undefined];
    await handle.appendFile(lines.join(""));
    await handle.datasync();
  };
  return {
    known: readEvents(text),
    write: (event) => {
      waiting.push(`${JSON.stringify(event)}\n`);
      if (next === undefined) last = next = flush(last);
      return next.catch((error: unknown) => {
        throw journalUnwritable(dir, error);
      });
    },
    close: async () => {
      await last.catch(() => {});
      await handle.close();
      await rm(lock, { force: true });
    },
  };
}

function readEvents(text: string): Map<number, BatchEvent> {
  const known = new Map<number, BatchEvent>();
  for (const line of text.split("\n")) {
    const event = parseEvent(line);
    if (event !== undefined) known.set(event.index, event);
  }
  return known;
}

function parseEvent(line: string): BatchEvent | undefined {
  try {
    const event = JSON.parse(line) as BatchEvent;
    return Number.isSafeInteger(event.index) && typeof event.state === "string" ? event : undefined;
  } catch {
    return undefined;
  }
}

type Taker = Pick<BatchLogOptions, "pid" | "isAlive" | "clock">;

async function takeLock(lock: string, taker: Taker): Promise<void> {
  const { pid } = taker;
  const draft = `${lock}.${pid}`;
  // A link appears with its content, so no process reads a lock without its holder.
  await writeFile(draft, String(pid), { mode: 0o600 });
  try {
    await linkLock(draft, lock, taker);
  } finally {
    await rm(draft, { force: true });
  }
}

async function linkLock(draft: string, lock: string, { pid, isAlive, clock }: Taker): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    try {
      await link(draft, lock);
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EEXIST") throw error;
    }
    const judged = await readFile(lock, "utf8").catch(() => "");
    const owner = Number(judged);
    if (Number.isSafeInteger(owner) && owner > 0 && owner !== pid && isAlive(owner)) {
      throw new AppError(
        "local",
        "INTENT_OPEN",
        `process ${owner} is sending the same file: nothing was sent now`,
      );
    }
    await removeStaleLock(lock, judged, clock);
  }
  throw new AppError("local", "INTENT_OPEN", `other processes keep taking ${lock}: nothing was sent now`);
}
