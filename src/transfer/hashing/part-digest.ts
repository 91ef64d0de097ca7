import type { FileHandle } from "node:fs/promises";
import type { HashName } from "./digest.ts";
import { hashFile, HashSet } from "./hash-set.ts";
import type { HashThread, ThreadedHash } from "./hash-thread.ts";

/** Up to here a thread would cost more than it saves. */
const AT_ONCE_BYTES = 1024 * 1024;

/** Digests of a part from its first byte on: of a small one as it comes, of a large one in the run's hash thread. */
export class PartDigest {
  readonly #handle: FileHandle;
  readonly #algorithms: readonly HashName[] | "nothing";
  readonly #thread: HashThread | undefined;
  #here: HashSet;
  #there: ThreadedHash | undefined;
  /** Bytes were written that `#here` has not seen. */
  #isBehind = false;

  constructor(
    handle: FileHandle,
    algorithms: readonly HashName[] | "nothing",
    thread: HashThread | undefined,
  ) {
    this.#handle = handle;
    this.#algorithms = algorithms;
    this.#thread = thread?.isThere === true ? thread : undefined;
    this.#here = new HashSet(algorithms);
  }

  /** These bytes were written; the file holds `done` from its start. */
  update(bytes: Uint8Array, done: number): void {
    if (this.#algorithms === "nothing") return;
    if (this.#isLarge(done)) this.#threaded().grow(done);
    else this.#here.update(bytes);
  }

  /** These bytes are about to be written, up to `end`; undefined unless another thread can look at them where they are. */
  feed(bytes: Uint8Array, end: number): Promise<void> | undefined {
    const isShared = bytes.buffer instanceof SharedArrayBuffer && this.#algorithms !== "nothing";
    return isShared && this.#isLarge(end) ? this.#threaded().feed(bytes, end) : undefined;
  }

  /** Somebody else has written bytes: the file holds `done` from its start. They are read back. */
  grow(done: number): void {
    if (this.#algorithms === "nothing") return;
    this.#isBehind = true;
    if (this.#thread !== undefined) this.#threaded().grow(done);
  }

  /** Takes up a file that holds `done` bytes already. */
  async takeUp(done: number, signal?: AbortSignal): Promise<void> {
    if (this.#algorithms === "nothing") return;
    if (this.#isLarge(done)) this.#threaded().grow(done);
    else await hashFile(this.#handle, done, this.#here, signal);
  }

  /** Hex by algorithm, of the first `done` bytes. */
  async values(done: number, signal?: AbortSignal): Promise<ReadonlyMap<HashName, string>> {
    if (this.#there === undefined && !this.#isBehind) return this.#here.values();
    const values = await this.#there?.values(done);
    if (values !== undefined) return values;
    // The thread is gone, or could not read: what it was to do is done here.
    this.#here = new HashSet(this.#algorithms);
    await hashFile(this.#handle, done, this.#here, signal);
    return this.#here.values();
  }

  /** Resolves when nothing reads the file any more. */
  async drop(): Promise<void> {
    await this.#there?.drop();
  }

  #isLarge(done: number): boolean {
    return this.#there !== undefined || (this.#thread !== undefined && done > AT_ONCE_BYTES);
  }

  #threaded(): ThreadedHash {
    return (this.#there ??= this.#thread!.begin(this.#handle.fd, this.#algorithms as readonly HashName[]));
  }
}
