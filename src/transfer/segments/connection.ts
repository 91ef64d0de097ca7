import type { Job } from "../run/job.ts";
import type { ThroughputSample } from "./throughput-sample.ts";
import type { AppError } from "../../errors.ts";
import type { ObjectIdentity } from "../part/sidecar.ts";
import type { SegmentPace } from "./segment-pace.ts";
import type { Segment } from "./segment-plan.ts";

/** The download of one file, as each of its connections sees it. */
export interface SegmentedDownload {
  /** Bytes of the file; Infinity while no reply has announced them. */
  readonly size: number;
  /** The next reply to the first connection continues a part, of this run or of an earlier one. */
  readonly isResuming: boolean;
  readonly hasTooMany: boolean;
  readonly pace: SegmentPace;
  begin(identity: ObjectIdentity): Promise<void>;
  learnSize(size: number): void;
  share(hasRanges: boolean): void;
  take(): Segment | undefined;
  giveBack(segment: Segment): void;
  note(connection: Connection, bytes: number, pausedMs: number): void;
  alarm(reason: StartOver | Relieved | AppError): void;
  attend<T>(connection: Connection, work: Promise<T>): Promise<T>;
}

/** One connection of a file and what it is to fetch. */
export interface Connection {
  job: Job;
  download: SegmentedDownload;
  segment: Segment;
  /** Aborts with the run, and when this connection is no longer wanted. */
  signal: AbortSignal;
  /** One of the further connections: it always asks for a range, and emits no events. */
  isHelper: boolean;
  /** Ends this connection alone, if it is a helper. */
  ending?: AbortController;
  /** Of the request under way, or of the last one. */
  sample?: ThroughputSample;
  /** What came last is still being written. */
  writing?: Promise<void> | undefined;
  /** Fresh links without one new byte in between. */
  renewals: number;
}

/** The first connection is alone, and stalled or too slow: the rest is requested again. */
export class Relieved extends Error {
  override readonly name = "Relieved";
}

/** The bytes that arrived belong to another version of the file than those of the others: all is fetched again from zero. */
export class StartOver extends Error {
  override readonly name = "StartOver";
}
