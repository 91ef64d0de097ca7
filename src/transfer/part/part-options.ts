import type { Clock } from "../../time/clock.ts";
import type { HashName } from "../hashing/digest.ts";
import type { HashThread } from "../hashing/hash-thread.ts";

export interface PartOptions {
  key: string;
  /** `file:size` and `file:checksum` in one text: bytes begun under another promise are not continued. */
  promised: string;
  /** Digests wanted from the first byte on; sha256 always is. "nothing" = the bytes are not hashed. */
  algorithms: readonly HashName[] | "nothing";
  bootId: string | undefined;
  clock: Clock;
  /** Where large parts are hashed; undefined = where they are written. */
  hashThread?: HashThread;
  /** False: forget what an earlier run left. */
  resume: boolean;
  signal?: AbortSignal;
}
