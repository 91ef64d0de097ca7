import type { HashName } from "../hashing/digest.ts";
import type { TransferResult } from "../events.ts";
import type { Judged, PlannedFile } from "../plan.ts";
import type { ObjectIdentity } from "../reply/judge-reply.ts";
import type { Spans } from "./segments.ts";

/**
 * The destination of one file's bytes. A part file takes bytes in any order and can be resumed; a pipe or a bucket takes
 * them in order (`SequentialSink`). The loop treats both alike:
 *
 *     sink.begin({ size: 100, etag: '"v1"', digests: [] });   // a response with the whole object
 *     await sink.write(first, 0);                             // or at 50, from a second connection
 *     await sink.finishDigests();                             // then `digests()` is compared with the item
 *
 * A sink only stores. It does not publish: `OpenFile.finish` gives verified bytes their final name. Without this split, a
 * fault of the network could leave a file that looks complete.
 */
export interface Sink {
  /** False if bytes are taken in order only, so that one connection at a time may fetch them. */
  readonly takesAnyOrder: boolean;
  /** False if bytes cannot be taken back. Bytes that fail a check then end the file. */
  readonly canStartAgain: boolean;
  /** The version of the object that the bytes belong to, and its size once known. */
  readonly identity: ObjectIdentity;
  /** The spans that have arrived. */
  readonly written: Spans;
  /** Prepares for a response with the whole object. Throws DISK_WRITE_FAILED when there is no room. */
  begin(identity: ObjectIdentity): void;
  /** Notes the size of the object from a range response. Throws DISK_WRITE_FAILED when there is no room. */
  learnSize(size: number): void;
  /** Notes that the received bytes cannot be resumed: the next response must have the whole object. */
  startAfresh(): Promise<void>;
  /** Drops all received bytes. */
  discard(): Promise<void>;
  /**
   * Writes bytes at a position. The caller may reuse the bytes after the call. Undefined for a completed write, so that the
   * connection reads its socket again at once.
   */
  write(bytes: Uint8Array, at: number): Promise<void> | undefined;
  /** Saves the progress, if the sink can resume. */
  save(): Promise<void>;
  /** Resolves when `digests` covers all bytes. Throws SourceChanged. */
  finishDigests(): Promise<void>;
  /** Returns the digests, hex by algorithm; none when the bytes are not hashed. */
  digests(): ReadonlyMap<HashName, string>;
  /** Returns the first bytes, at most `HEAD_BYTES`. */
  head(): Uint8Array;
}

/** Returns the size and the sha256 of complete bytes, if they were hashed. */
export function readSums(sink: Sink): { size: number; sha256?: string } {
  const sha256 = sink.digests().get("sha256");
  return { size: sink.written.total, ...(sha256 !== undefined && { sha256 }) };
}

/** The object has changed: repeated bytes differ from those that were passed on. */
export class SourceChanged extends Error {
  override readonly name = "SourceChanged";
}

export type Inspected = { how: string } | { fault: string } | undefined;

/** A file that is ready to be written. */
export interface OpenFile extends Pick<Judged, "file" | "digests"> {
  sink: Sink;
  /** Throws LockLost if another process may have the lock. Called before bytes are written or dropped. */
  confirm?(): void;
  /** Runs the caller's inspection of the complete part file; absent without an inspection. */
  inspect?(): Promise<Inspected>;
  /** Publishes the verified bytes, durably. */
  finish(how: readonly string[]): Promise<TransferResult>;
  /** Releases the file. After a failure, bytes that can be resumed are kept and others removed. */
  close(hasFailed: boolean): Promise<void>;
}

/** The destination of a run's files. */
export interface Destination {
  /** Resolves when another file may be opened. Too many complete files may be waiting to be published. */
  waitForSlot?(): Promise<void>;
  /** Returns the file to write, or the existing one. Returns "busy" when another process has it and `mayWait` is false. */
  open(file: PlannedFile, mayWait: boolean): Promise<OpenFile | TransferResult | "busy">;
  /** Finds a complete file after a fault of the destination has ended the run; writes nothing. */
  findComplete?(file: PlannedFile): Promise<TransferResult | undefined>;
  /** Finds a complete file after an abort, synchronously, by size and manifest only. */
  findRecorded?(file: PlannedFile): TransferResult | undefined;
}
