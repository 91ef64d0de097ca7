import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { HASH_BYTES } from "../hashing/digest.ts";
import { errnoOf, onDisk, onDiskNow } from "../../disk/disk-error.ts";
import type { ObjectIdentity } from "../reply/judge-reply.ts";
import { areSpans, Spans, type Span } from "../loop/spans.ts";

const VERSION = 1;

/** What stands beside a part file. It never holds a URL. */
export interface Sidecar extends ObjectIdentity {
  version: typeof VERSION;
  /** `linkKey` of the asset. */
  key: string;
  /** `file:size` and `file:checksum` when the part was begun: another promise is another object. */
  promised: string;
  /** Bytes from the start that were written, and how many of them are synced. */
  done: number;
  synced: number;
  /** What was written, and what of it is synced, behind the first hole. */
  beyond?: readonly Span[];
  syncedBeyond?: readonly Span[];
  boot?: string;
  /** Set when the part is complete, before it gets its final name: lets a killed run be finished. */
  verified?: { size: number; sha256?: string; how: readonly string[] };
  /** The final name was claimed with an empty file, because links are unsupported here. */
  claimed?: boolean;
}

interface Begun {
  key: string;
  promised: string;
  bootId: string | undefined;
}

export function newSidecar({ key, promised, bootId }: Begun): Sidecar {
  return { version: VERSION, key, promised, done: 0, synced: 0, boot: bootId, digests: [] };
}

/** Undefined when there is none, or it is unreadable, of another version or of another object: start again then. */
export async function readSidecar(path: string, key: string, promised: string): Promise<Sidecar | undefined> {
  try {
    const sidecar = JSON.parse(await readFile(path, "utf8")) as Sidecar;
    const isOurs = sidecar.version === VERSION && sidecar.key === key && sidecar.promised === promised;
    const isSound =
      isCount(sidecar.done) &&
      isCount(sidecar.synced) &&
      areBeyond(sidecar.beyond, sidecar.done) &&
      areBeyond(sidecar.syncedBeyond, sidecar.synced) &&
      isSyncedWritten(sidecar) &&
      (sidecar.size === undefined || isCount(sidecar.size)) &&
      (sidecar.etag === undefined || typeof sidecar.etag === "string") &&
      Array.isArray(sidecar.digests) &&
      sidecar.digests.every(({ algorithm }) => Object.hasOwn(HASH_BYTES, algorithm));
    return isOurs && isSound ? sidecar : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the sidecar in one step. Only the holder of the lock writes, so the temporary name is ours. */
export async function writeSidecar(path: string, sidecar: Sidecar): Promise<void> {
  await onDisk(path, async () => {
    const temporary = `${path}.tmp`;
    await rm(temporary, { force: true });
    const { O_CREAT, O_EXCL, O_WRONLY } = constants;
    const handle = await open(temporary, O_CREAT | O_EXCL | O_WRONLY, 0o600);
    try {
      await handle.writeFile(JSON.stringify(sidecar));
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  });
}

/** As `writeSidecar`, for a moment between two blocks of bytes: it takes less than the way to a thread. */
export function writeSidecarNow(path: string, sidecar: Sidecar): void {
  onDiskNow(path, () => {
    const temporary = `${path}.tmp`;
    const fd = openFresh(temporary);
    try {
      writeSync(fd, JSON.stringify(sidecar));
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
  });
}

/** What a run that died has left there is seldom: it is removed only when it is in the way. */
function openFresh(path: string): number {
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const create = (): number => openSync(path, O_CREAT | O_EXCL | O_WRONLY, 0o600);
  try {
    return create();
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
    rmSync(path, { force: true });
    return create();
  }
}

function areBeyond(spans: unknown, done: number): boolean {
  return spans === undefined || (areSpans(spans) && (spans[0]?.[0] ?? Infinity) > done);
}

/** Nothing is synced that was not written. */
function isSyncedWritten({ done, synced, beyond = [], syncedBeyond = [] }: Sidecar): boolean {
  const written = new Spans([[0, done], ...beyond]);
  const both = new Spans([...written.list, [0, synced], ...syncedBeyond]);
  return both.total === written.total;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
