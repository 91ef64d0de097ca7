import type { Digest, HashName } from "../hashing/digest.ts";
import { HashSet } from "../hashing/hash-set.ts";
import { HEAD_BYTES } from "../part/web-page.ts";
import type { ObjectIdentity } from "../part/sidecar.ts";

/** The object began again, and what came is not what had passed before. */
export class Diverged extends Error {
  override readonly name = "Diverged";
}

/** An object's start that comes a second time, held against the first. */
interface Replay {
  identity: ObjectIdentity;
  hashes: HashSet;
  position: number;
}

/**
 * The bytes of one object while they are streamed: how many, of which version, and their digests. No bytes are kept, so
 * a server without ranges sends them again from the start, and they count once they are verified to be the same.
 */
export class StreamVerifier {
  done = 0;
  sidecar: ObjectIdentity = { digests: [] };
  #hashes: HashSet;
  #head = Buffer.alloc(0);
  #replay: Replay | undefined;

  /** "nothing" = the bytes are not hashed. */
  constructor(readonly algorithms: readonly HashName[] | "nothing") {
    this.#hashes = new HashSet(algorithms);
  }

  get size(): number | undefined {
    return this.sidecar.size;
  }

  /** Undefined when the bytes are not hashed. */
  get sha256(): string | undefined {
    return this.#hashes.values().get("sha256");
  }

  digests(): ReadonlyMap<HashName, string> {
    return this.#hashes.values();
  }

  /** The first bytes of it. */
  head(): Uint8Array {
    return this.#head;
  }

  /** A reply with the whole object begins. Throws Diverged when bytes have passed that nothing can be held against. */
  begin(identity: ObjectIdentity): void {
    const hashes = this.#hashesWith(identity.digests);
    if (this.done > 0 && this.sha256 === undefined) throw new Diverged("what had passed was not hashed");
    if (this.done > 0) {
      this.#replay = { identity, hashes, position: 0 };
      return;
    }
    this.sidecar = identity;
    this.#hashes = hashes;
  }

  /** A reply with the rest begins. */
  continueTo(total: number): void {
    this.#replay = undefined;
    this.sidecar = { ...this.sidecar, size: total };
  }

  /** The part of a chunk that has not passed yet. Throws Diverged when what has passed was other bytes. */
  take(chunk: Uint8Array): Uint8Array {
    const fresh = this.#replay === undefined ? chunk : this.#compare(this.#replay, chunk);
    if (fresh.length === 0) return fresh;
    this.#hashes.update(fresh);
    if (this.done < HEAD_BYTES)
      this.#head = Buffer.concat([this.#head, fresh.subarray(0, HEAD_BYTES - this.done)]);
    this.done += fresh.length;
    return fresh;
  }

  /** A reply with the whole object has ended. Throws Diverged when it was shorter than what had passed. */
  end(): void {
    if (this.#replay !== undefined) throw new Diverged("the object is now shorter");
  }

  #compare(replay: Replay, chunk: Uint8Array): Uint8Array {
    const known = chunk.subarray(0, this.done - replay.position);
    replay.hashes.update(known);
    replay.position += known.length;
    if (replay.position < this.done) return chunk.subarray(known.length);
    if (replay.hashes.values().get("sha256") !== this.sha256) throw new Diverged("the object has changed");
    this.#hashes = replay.hashes;
    this.sidecar = replay.identity;
    this.#replay = undefined;
    return chunk.subarray(known.length);
  }

  #hashesWith(digests: readonly Digest[]): HashSet {
    if (this.algorithms === "nothing") return new HashSet("nothing");
    return new HashSet([...this.algorithms, ...digests.map(({ algorithm }) => algorithm)]);
  }
}
