import type { HashName } from "../hashing/digest.ts";
import { hashFile, HashSet, type ReadableFile } from "../hashing/hash-set.ts";
import type { HashThread, ThreadedHash } from "../hashing/hash-thread.ts";

type OpenFile = ReadableFile & { readonly fd: number };

/** Up to here a thread would cost more than it saves. */
const AT_ONCE_BYTES = 1024 * 1024;

/** Digests of a part from its first byte on: of a small one as it comes, of a large one in the run's hash thread. */
export class PartDigest {
  readonly #handle: OpenFile;
  readonly #algorithms: readonly HashName[] | "nothing";
  readonly #thread: HashThread | undefined;
  #here: HashSet;
  /** How far `#here` is. */
  #hashed = 0;
  #there: ThreadedHash | undefined;

  constructor(handle: OpenFile, algorithms: readonly HashName[] | "nothing", thread: HashThread | undefined) {
    this.#handle = handle;
    this.#algorithms = algorithms;
    this.#thread = thread?.isThere === true ? thread : undefined;
    this.#here = new HashSet(algorithms);
  }

  /** These bytes were written at `at`; the file holds `done` from its start without a hole. */
  update(bytes: Uint8Array, at: number, done: number): void {
    if (this.#algorithms === "nothing") return;
    if (this.#isLarge(done)) this.#threaded().grow(done);
    // What comes before its turn is read back in the end.
    else if (at === this.#hashed) {
      this.#here.update(bytes);
      this.#hashed += bytes.length;
    }
  }

  /** Takes up a file that holds `done` bytes already. */
  async takeUp(done: number, signal?: AbortSignal): Promise<void> {
    if (this.#algorithms === "nothing") return;
    if (this.#isLarge(done)) this.#threaded().grow(done);
    else this.#hashed = await hashFile(this.#handle, done, this.#here, signal);
  }

  /** Hex by algorithm, of the first `done` bytes. */
  async values(done: number, signal?: AbortSignal): Promise<ReadonlyMap<HashName, string>> {
    if (this.#algorithms === "nothing") return this.#here.values();
    const values = await this.#there?.values(done);
    if (values !== undefined) return values;
    // There is no thread, or it is gone, or it could not read: what is left to do is done here.
    this.#hashed = await hashFile(this.#handle, done, this.#here, signal, this.#hashed);
    return this.#here.values();
  }

  get isThreaded(): boolean {
    return this.#there !== undefined;
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
