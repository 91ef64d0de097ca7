import type { Clock } from "../../time/clock.ts";
import type { Digest } from "../hashing/digest.ts";
import type { FileRef } from "../events.ts";
import type { PlannedFile } from "../plan.ts";
import type { StreamVerifier } from "./stream-verifier.ts";
import type { Sink } from "./sink.ts";
import type { StreamRun } from "./stream-run.ts";

/** One object being fetched into a sink. */
export interface Pull {
  run: StreamRun;
  /** With those promises only that are held against it. */
  file: PlannedFile;
  ref: FileRef;
  checksum: Digest | undefined;
  sink: Sink;
  verifier: StreamVerifier;
  /** The link of the moment. */
  href: string;
}

/** A clock that stands still while the sink is busy: a slow reader is no slow server. */
export interface PatientClock extends Clock {
  whileWaiting<T>(work: () => Promise<T>): Promise<T>;
}

export function patientClock(clock: Clock): PatientClock {
  let waitedMs = 0;
  return {
    now: () => clock.now() - waitedMs,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    whileWaiting: async (work) => {
      const startMs = clock.now();
      try {
        return await work();
      } finally {
        waitedMs += clock.now() - startMs;
      }
    },
  };
}
