import type { Digest, HashName } from "../hashing/digest.ts";
import { HashSet } from "../hashing/hash-set.ts";
import type { StreamInspection } from "../options.ts";
import type { ObjectIdentity } from "../reply/judge-reply.ts";
import { HEAD_BYTES } from "../reply/web-page.ts";
import { SourceChanged, type Inspected, type Sink } from "./sink.ts";
import { Spans } from "./spans.ts";

/** Who takes the bytes of one object, one after the other. */
export interface ByteWriter {
  /** How many bytes there will be, called before the first of them when it is known. */
  expect?(size: number | undefined): void;
  /** The chunk is ours only until this resolves. Rejects with the run's reason as soon as it aborts. */
  write(chunk: Uint8Array): Promise<void>;
  /** Forgets everything written so far; absent (also: from some byte on) where what is out is out. */
  readonly restart?: (() => Promise<void>) | undefined;
}

/** An object's start that comes a second time, held against the first. */
interface Replay {
  identity: ObjectIdentity;
  hashes: HashSet;
  position: number;
}

/**
 * Passes the bytes of one object on as they come, counts and hashes them. No bytes are kept, so a server without ranges
 * sends them again from the start, and they count once they are proven to be the same.
 */
export class SequentialSink implements Sink {
  readonly takesAnyOrder = false;
  identity: ObjectIdentity = { digests: [] };
  #done = 0;
  #hashes: HashSet;
  #head = Buffer.alloc(0);
  #replay: Replay | undefined;
  #inspection: StreamInspection | undefined;

  constructor(
    readonly writer: ByteWriter,
    /** "nothing" = the bytes are not hashed. */
    readonly algorithms: readonly HashName[] | "nothing",
    readonly openInspection: () => StreamInspection | undefined,
  ) {
    this.#hashes = new HashSet(algorithms);
    this.#inspection = openInspection();
  }

  get written(): Spans {
    return new Spans([[0, this.#done]]);
  }

  /** False: what has gone out cannot be taken back. */
  get canStartAgain(): boolean {
    return this.#done === 0 || this.writer.restart !== undefined;
  }

  async begin(identity: ObjectIdentity): Promise<void> {
    const hashes = this.#hashesWith(identity.digests);
    if (this.#done === 0) {
      this.identity = identity;
      this.#hashes = hashes;
      this.writer.expect?.(identity.size);
      return;
    }
    if (this.digests().size === 0) throw new SourceChanged("what had passed was not hashed");
    this.#replay = { identity, hashes, position: 0 };
  }

  async learnSize(size: number): Promise<void> {
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
    this.#inspection = this.openInspection();
  }

  /** Bytes that have passed before are compared, the others go on. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    const fresh = this.#replay === undefined ? bytes : this.#compare(this.#replay, bytes);
    if (fresh.length === 0) return undefined;
    this.#hashes.update(fresh);
    if (this.#done < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, fresh.subarray(0, HEAD_BYTES - this.#done)]);
    this.#done += fresh.length;
    return this.#passOn(fresh);
  }

  async #passOn(bytes: Uint8Array): Promise<void> {
    await this.#inspection?.update(bytes);
    await this.writer.write(bytes);
  }

  async save(): Promise<void> {}

  async settleDigests(): Promise<void> {
    if (this.#replay !== undefined) throw new SourceChanged("the object is now shorter");
  }

  digests(): ReadonlyMap<HashName, string> {
    return this.#hashes.values();
  }

  head(): Uint8Array {
    return this.#head;
  }

  inspect(): Promise<Inspected> {
    return this.#inspection?.end() ?? Promise.resolve(undefined);
  }

  #compare(replay: Replay, bytes: Uint8Array): Uint8Array {
    const known = bytes.subarray(0, this.#done - replay.position);
    replay.hashes.update(known);
    replay.position += known.length;
    if (replay.position < this.#done) return bytes.subarray(known.length);
    if (replay.hashes.values().get("sha256") !== this.digests().get("sha256"))
      throw new SourceChanged("the object has changed");
    this.#hashes = replay.hashes;
    this.identity = replay.identity;
    this.#replay = undefined;
    return bytes.subarray(known.length);
  }

  #hashesWith(digests: readonly Digest[]): HashSet {
    if (this.algorithms === "nothing") return new HashSet("nothing");
    return new HashSet([...this.algorithms, ...digests.map(({ algorithm }) => algorithm)]);
  }
}
