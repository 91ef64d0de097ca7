import type { HashName } from "../hashing/digest.ts";
import { HashSet } from "../hashing/hash-set.ts";
import type { ObjectIdentity } from "../reply/judge-reply.ts";
import { HEAD_BYTES } from "../reply/content.ts";
import { SourceChanged, type Sink } from "./sink.ts";
import { Spans } from "./segments.ts";

/** Takes the bytes of one object in order. */
export interface ByteWriter {
  /** Called with the size before the first byte, if it is known. */
  expect?(size: number | undefined): void;
  /** Takes the next bytes. The caller reuses the chunk when this returns. Rejects with the run's reason as soon as it aborts. */
  write(chunk: Uint8Array): Promise<void>;
  /** Drops all written bytes; absent when bytes have been passed on irrevocably. */
  readonly restart?: (() => Promise<void>) | undefined;
}

/** The start of an object, received again and compared with the first time. */
interface Replay {
  identity: ObjectIdentity;
  hashes: HashSet;
  position: number;
}

/**
 * Passes the bytes of one object on as they arrive, and counts and hashes them. No bytes are kept, so a server without
 * ranges sends them again after a failure. Repeated bytes are compared by digest with those that were passed on.
 */
export class SequentialSink implements Sink {
  readonly takesAnyOrder = false;
  identity: ObjectIdentity = { digests: [] };
  #done = 0;
  #hashes: HashSet;
  #head = Buffer.alloc(0);
  #replay: Replay | undefined;

  constructor(
    readonly writer: ByteWriter,
    /** Digests to compute, or "nothing" if the bytes are not hashed. */
    readonly algorithms: readonly HashName[] | "nothing",
  ) {
    this.#hashes = new HashSet(algorithms);
  }

  get written(): Spans {
    return new Spans([[0, this.#done]]);
  }

  get canStartAgain(): boolean {
    return this.#done === 0 || this.writer.restart !== undefined;
  }

  begin(identity: ObjectIdentity): void {
    const hashes = new HashSet(this.algorithms, identity.digests);
    if (this.#done === 0) {
      this.identity = identity;
      this.#hashes = hashes;
      this.writer.expect?.(identity.size);
      return;
    }
    if (this.digests().size === 0) throw new SourceChanged("the bytes passed on before were not hashed");
    this.#replay = { identity, hashes, position: 0 };
  }

  learnSize(size: number): void {
    this.#replay = undefined;
    this.identity = { ...this.identity, size };
  }

  async startAfresh(): Promise<void> {
    this.identity = { ...this.identity, etag: undefined };
  }

  async discard(): Promise<void> {
    await this.writer.restart?.();
    this.#done = 0;
    this.identity = { digests: [] };
    this.#hashes = new HashSet(this.algorithms);
    this.#head = Buffer.alloc(0);
    this.#replay = undefined;
  }

  /** Compares bytes that were passed on before, and passes new ones on. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    const fresh = this.#replay === undefined ? bytes : this.#compare(this.#replay, bytes);
    if (fresh.length === 0) return undefined;
    this.#hashes.update(fresh);
    if (this.#done < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, fresh.subarray(0, HEAD_BYTES - this.#done)]);
    this.#done += fresh.length;
    return this.writer.write(fresh);
  }

  async save(): Promise<void> {}

  async finishDigests(): Promise<void> {
    if (this.#replay !== undefined) throw new SourceChanged("the object is now shorter");
  }

  digests(): ReadonlyMap<HashName, string> {
    return this.#hashes.computeValues();
  }

  head(): Uint8Array {
    return this.#head;
  }

  #compare(replay: Replay, bytes: Uint8Array): Uint8Array {
    const known = bytes.subarray(0, this.#done - replay.position);
    replay.hashes.update(known);
    replay.position += known.length;
    if (replay.position < this.#done) return bytes.subarray(known.length);
    if (replay.hashes.computeValues().get("sha256") !== this.digests().get("sha256"))
      throw new SourceChanged("the object has changed");
    this.#hashes = replay.hashes;
    this.identity = replay.identity;
    this.#replay = undefined;
    return bytes.subarray(known.length);
  }
}
