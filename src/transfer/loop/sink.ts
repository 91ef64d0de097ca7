import type { Digest, HashName } from "../hashing/digest.ts";
import type { TransferResult } from "../events.ts";
import type { PlannedFile } from "../plan.ts";
import type { ObjectIdentity } from "../reply/judge-reply.ts";
import type { Spans } from "./spans.ts";

/** Where the bytes of one file go: a part file, or a stream that takes them one after the other. */
export interface Sink {
  /** False: bytes are taken in order only, so one connection at a time may bring them. */
  readonly takesAnyOrder: boolean;
  /** Which version of the object the bytes belong to, and its size once that is known. */
  readonly identity: ObjectIdentity;
  /** Bytes that have arrived. */
  readonly written: Spans;
  /** A reply with the whole object is about to come, from its first byte. Throws DISK_WRITE_FAILED when there is no room. */
  begin(identity: ObjectIdentity): Promise<void>;
  /** A reply to a range says how long the object is. Throws DISK_WRITE_FAILED when there is no room. */
  learnSize(size: number): Promise<void>;
  /** What has arrived cannot be continued: the next reply is to bring the whole object. */
  startAfresh(): Promise<void>;
  /** Nothing of what has arrived is to be kept. */
  discard(): Promise<void>;
  /** The bytes are the caller's again when this returns undefined, or when its promise settles. */
  write(bytes: Uint8Array, at: number): Promise<void> | undefined;
  /** Writes down how far it is, where that is kept. */
  save(): Promise<void>;
  /** Resolves when `digests` speak of all bytes. Throws SourceChanged. */
  settleDigests(): Promise<void>;
  /** Hex by algorithm; empty when the bytes are not hashed. */
  digests(): ReadonlyMap<HashName, string>;
  /** The first bytes, as many as `HEAD_BYTES` where there are so many. */
  head(): Uint8Array;
}

/** The bytes that came are not those that had gone out before: the object has changed. */
export class SourceChanged extends Error {
  override readonly name = "SourceChanged";
}

export type Inspected = { how: string } | { fault: string } | undefined;

/** A file that may be filled now. */
export interface OpenFile {
  /** With those promises only that are held against it (`judgedBy`). */
  file: PlannedFile;
  /** `file:checksum`, when it is one that we can compute. */
  checksum: Digest | undefined;
  sink: Sink;
  /** False: what has gone out cannot be taken back, so bytes that fail a check end the file. */
  readonly canStartAgain: boolean;
  /** Throws LockLost when the file is another process's now. */
  confirm(): Promise<void> | undefined;
  /** What the caller's own look at the complete bytes finds. */
  inspect(): Promise<Inspected>;
  /** What running the same command again would do; `isDropped` = nothing that has arrived can be continued. */
  rerunHint(isDropped: boolean): string;
  /** Gives the verified bytes their name, durably; the result says so. */
  finish(how: readonly string[]): Promise<TransferResult>;
  /** Lets go of the file. After a failure what can be continued is kept, and the rest is taken back. */
  close(hasFailed: boolean): Promise<void>;
}

/** Where the files of a run go. */
export interface Destination {
  /** Resolves when another file may be opened: those that are complete wait for their names. */
  room(): Promise<void> | undefined;
  /** The file to fill; or what is there already; or "busy" when another process has it, and we are not to wait. */
  open(file: PlannedFile, mayWait: boolean): Promise<OpenFile | TransferResult | "busy">;
  /** What is there of a file, when the run has ended for a fault of the destination; writes nothing. */
  findComplete?(file: PlannedFile): Promise<TransferResult | undefined>;
  /** The same at once, when somebody has ended the run: by size and record. */
  findRecorded?(file: PlannedFile): TransferResult | undefined;
}
