import { closeSync, constants, openSync, rmSync, writeSync } from "node:fs";
import { TransportError, type HttpResponse } from "../../contract/send.ts";
import type { Digest } from "../hashing/digest.ts";
import { errnoOf, onDiskNow } from "../../disk/disk-error.ts";
import type { FileRef, TransferResult } from "../events.ts";
import { HashSet } from "../hashing/hash-set.ts";
import { judgeReply } from "../receive/judge-reply.ts";
import { LockLost, type FileLock } from "../../disk/file-lock.ts";
import type { PartPaths } from "../part/part-paths.ts";
import type { PlannedFile } from "../plan.ts";
import { WITHOUT_LINKS } from "../part/publish.ts";
import { requestData } from "../receive/request-data.ts";
import type { Run } from "../run/run.ts";
import type { ObjectIdentity } from "../part/sidecar.ts";
import { verifyPart } from "../part/verify-part.ts";
import { gatherBody } from "../receive/gather-body.ts";

/** A file up to here is held in memory until it is whole, and written in one go. */
const SMALL_BYTES = 256 * 1024;

export interface SmallFile {
  run: Run;
  file: PlannedFile;
  ref: FileRef;
  href: string;
  checksum: Digest | undefined;
  paths: PartPaths;
}

/** How asking for a file that may be small went. */
export type Small =
  /** It has come, is verified and written; the promise resolves when it has its name. */
  | { kind: "named"; result: Promise<TransferResult> }
  /** It is not small, not whole or not well: the same reply, or why there is none, for the long way. */
  | { kind: "reply"; first?: () => Promise<HttpResponse>; href?: string; lock?: FileLock };

/** True for a file with which the short way may be tried: nothing of it is there, and nobody wants to look into it. */
export function maySmall({ run, file, paths }: SmallFile): boolean {
  const { settings } = run;
  const isPlain = settings.inspect === undefined && run.group.hasLinks;
  return isPlain && (file.size ?? 0) <= SMALL_BYTES && run.folders.isFresh(paths);
}

/**
 * One GET, one write, one name: the short way of a small file, without a sidecar or a part to continue. Throws what
 * `requestData` throws, and DISK_WRITE_FAILED.
 */
export async function fetchSmall(small: SmallFile): Promise<Small> {
  const { run, paths } = small;
  if (run.group.isFull) await run.group.room();
  const lock = run.locks.take(paths.lock);
  if (lock === undefined) return { kind: "reply" };
  try {
    const outcome = await fetchLocked(small);
    if (!("written" in outcome)) return { ...outcome, href: small.href, lock };
    return { kind: "named", result: nameIt(small, outcome.written) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

type Reply = Extract<Small, { kind: "reply" }>;

async function fetchLocked(small: SmallFile): Promise<{ written: Written } | Reply> {
  const { run, file, href, checksum } = small;
  let reply: HttpResponse;
  try {
    reply = await requestData({ href, from: 0 }, run.settings, run.signal);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { kind: "reply", first: () => Promise.reject(error) };
  }
  const verdict = judgeReply(reply, { from: 0, promised: { file, checksum } });
  if (verdict.kind === "whole") small.run.threads.noteSize(verdict.length);
  const { drain } = reply;
  if (drain === undefined || verdict.kind !== "whole" || verdict.isGzip) return goOn(reply);
  const { length, identity } = verdict;
  const isExpected = length !== undefined && length <= SMALL_BYTES && length === (file.size ?? length);
  if (!isExpected) return goOn(reply);

  await run.rate?.take(length, run.signal);
  let written: Written | Uint8Array = new Uint8Array();
  const rest = await gatherBody(drain, length, run.settings.clock, (bytes) => {
    written = write(small, bytes, identity);
  });
  if (rest !== true) return goOn({ ...reply, drain: rest });
  const outcome = written as Written | Uint8Array;
  // Bytes that fail their check go the long way too, which tells what is wrong with them.
  return outcome instanceof Uint8Array ? goOn(holding(reply, outcome)) : { written: outcome };
}

const goOn = (reply: HttpResponse): Reply => ({ kind: "reply", first: async () => reply });

const holding = (reply: HttpResponse, bytes: Uint8Array): HttpResponse => ({
  ...reply,
  drain: async (take) => {
    await take(bytes);
  },
});

interface Written {
  fd: number;
  size: number;
  sha256: string | undefined;
  how: readonly string[];
}

function write(small: SmallFile, bytes: Uint8Array, identity: ObjectIdentity): Written | Uint8Array {
  const { run, file, ref, checksum, paths } = small;
  const offered = [...(checksum === undefined ? [] : [checksum]), ...identity.digests];
  const size = bytes.length;
  const digests = run.settings.checksum === "full" ? digestsOf(bytes, offered) : NO_DIGESTS;
  const arrived = { done: size, size, sidecar: identity, digests: () => digests, head: () => bytes };
  const verdict = verifyPart({ run, file, part: arrived, checksum }, "content-length");
  if ("fault" in verdict) return Uint8Array.from(bytes);
  run.emit({ type: "started", file: ref, size });
  const { part } = paths;
  const fd = onDiskNow(part, () => writeWhole(part, bytes));
  run.emit({ type: "progress", file: ref, done: size, size });
  return { fd, size, sha256: digests.get("sha256"), how: verdict.how };
}

const NO_DIGESTS: ReturnType<HashSet["values"]> = new Map();

function digestsOf(bytes: Uint8Array, offered: readonly Digest[]): ReturnType<HashSet["values"]> {
  const hashes = new HashSet(offered.map(({ algorithm }) => algorithm));
  hashes.update(bytes);
  return hashes.values();
}

function writeWhole(path: string, bytes: Uint8Array): number {
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const fd = openSync(path, O_CREAT | O_EXCL | O_WRONLY, 0o666);
  try {
    let done = 0;
    while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done);
    return fd;
  } catch (error) {
    closeSync(fd);
    rmSync(path, { force: true });
    throw error;
  }
}

async function nameIt(small: SmallFile, { fd, size, sha256, how }: Written): Promise<TransferResult> {
  const { run, file, ref, paths } = small;
  const { item, asset, collection, path } = file;
  await run.group.add({
    fd,
    paths,
    entry: { name: path, size, sha256, item, asset, collection, verified: how },
  });
  const found = sha256 === undefined ? { size } : { size, sha256 };
  run.emit({ type: "verified", file: ref, ...found, how });
  run.emit({ type: "finished", file: ref, ...found, how });
  // Kept until the end of the run, once for each of thousands: no more than this.
  return sha256 === undefined
    ? { path, item, asset, status: "downloaded", size, how }
    : { path, item, asset, status: "downloaded", size, sha256, how };
}

/** True when the bytes could not get their name: it or the lock is somebody else's, or there are no links here. */
export function isTaken(error: unknown): boolean {
  if (error instanceof LockLost) return true;
  const errno = errnoOf(error) ?? "";
  return errno === "EEXIST" || WITHOUT_LINKS.has(errno);
}
