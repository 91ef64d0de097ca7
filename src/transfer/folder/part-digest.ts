import type { HashName } from "../hashing/digest.ts";
import { hashFile, HashSet, type ReadableFile } from "../hashing/hash-set.ts";
import type { HashThread, ThreadedHash } from "../hashing/hash-thread.ts";

type OpenFile = ReadableFile & { readonly fd: number };

/** Below this size a thread costs more than it saves. */
const AT_ONCE_BYTES = 1024 * 1024;

/** Digests of a part file from its first byte. Small part files are hashed as they arrive, large ones in the hash thread of the run. */
export class PartDigest {
  readonly #handle: OpenFile;
  readonly #algorithms: readonly HashName[] | "nothing";
  readonly #thread: HashThread | undefined;
  #here: HashSet;
  /** Number of bytes that `#here` has hashed. */
  #hashed = 0;
  #there: ThreadedHash | undefined;

  constructor(handle: OpenFile, algorithms: readonly HashName[] | "nothing", thread: HashThread | undefined) {
    this.#handle = handle;
    this.#algorithms = algorithms;
    this.#thread = thread?.isThere === true ? thread : undefined;
    this.#here = new HashSet(algorithms);
  }

  /** Notes bytes written at `at`; the file has its first `done` bytes without a hole. */
  update(bytes: Uint8Array, at: number, done: number): void {
    if (this.#algorithms === "nothing") return;
    if (this.#isLarge(done)) this.#threaded().grow(done);
    // Bytes that arrive out of order are read back at the end.
    else if (at === this.#hashed) {
      this.#here.update(bytes);
      this.#hashed += bytes.length;
    }
  }

  /** Resumes with a file that already has `done` bytes. */
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
    // The thread is missing, has ended, or could not read: the rest is hashed here.
    this.#hashed = await hashFile(this.#handle, done, this.#here, signal, this.#hashed);
    return this.#here.values();
  }

  get isThreaded(): boolean {
    return this.#there !== undefined;
  }

  /** Resolves when nothing reads the file. */
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
