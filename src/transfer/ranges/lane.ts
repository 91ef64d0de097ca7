import type { Job } from "../job.ts";
import type { Pulse } from "./pulse.ts";
import type { RangeCrew } from "./range-crew.ts";
import type { Claim } from "./range-plan.ts";

/** One connection of a file and what it is to fetch. */
export interface Lane {
  job: Job;
  crew: RangeCrew;
  claim: Claim;
  /** Aborts with the run, and when this connection is no longer wanted. */
  signal: AbortSignal;
  /** One of the further connections: never more than a range, and silent where the first one speaks. */
  isHelper: boolean;
  /** Ends this connection alone, if it is a helper. */
  ending?: AbortController;
  /** Of the request under way, or of the last one. */
  pulse?: Pulse;
  /** What came last is still being written. */
  writing?: Promise<void> | undefined;
  /** Fresh links without one new byte in between. */
  renewals: number;
}

/** The first connection is alone, and silent or stuck with what is left: the rest is asked for anew. */
export class Relieved extends Error {
  override readonly name = "Relieved";
}

/** The bytes that came belong to another version of the file than those of the others: all of it from zero. */
export class StartOver extends Error {
  override readonly name = "StartOver";
}
