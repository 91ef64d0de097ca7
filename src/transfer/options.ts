import type { Send } from "../contract/send.ts";
import type { ChecksumMode } from "../domain/orders/download-options.ts";
import type { Clock } from "../time/clock.ts";
import type { TransferEvent } from "./events.ts";
import type { PlannedFile } from "./plan.ts";
import type { LinkSource } from "./transfer-source.ts";

/**
 * What to do with a file that is already there. `resume` keeps what is verified to be the wanted file and refuses any
 * other (FILE_EXISTS); `overwrite` fetches again and replaces; `skip-existing` keeps every file of that name.
 */
export type ExistingPolicy = "resume" | "overwrite" | "skip-existing";

/** An inspection of bytes while they are streamed. */
export interface StreamInspection {
  /** Resolves when more is wanted; the chunk may be filled anew from then on. */
  update(chunk: Uint8Array): Promise<void>;
  end(): Promise<{ how: string } | { fault: string }>;
}

export interface TransferOptions extends LinkSource {
  send: Send;
  clock: Clock;
  /** 0 <= random() < 1. */
  random: () => number;
  /** Output directory; made when missing. */
  dir: string;
  /** This process, and whether another one still runs (for locks that a killed run left behind). */
  self: { pid: number; isAlive: (pid: number) => boolean };
  onEvent?: (event: TransferEvent) => void;
  signal?: AbortSignal;
  /**
   * Inspects a complete part before it is published: what was verified, or the fault for which the bytes are rejected and
   * fetched once more, as after a digest that differs.
   */
  inspect?: (path: string, file: PlannedFile) => Promise<{ how: string } | { fault: string } | undefined>;
  /**
   * Inspects the bytes while they are streamed, where no part is kept that could be read; `end` gives the verdict.
   */
  inspectStream?: (file: PlannedFile) => StreamInspection | undefined;
  /** True when the service has made the file anew, under the same name, after it was verified. */
  isOutdated?: (file: PlannedFile, sinceMs: number) => boolean;
  /** Written into every manifest line. */
  order?: string;
  policy?: ExistingPolicy;
  /** False = never continue a part of an earlier run. Attempts of this run still continue. */
  resume?: boolean;
  checksum?: ChecksumMode;
  /** Bytes per second that all files share; absent = no limit. */
  bytesPerSecond?: number;
  /** Milliseconds that this thread has been busy so far; default: the measure of Node. */
  busyMs?: () => number;
  /** Connections to begin with; of many files a run begins with more. */
  concurrency?: number;
  /** Most requests at a time, for files and for segments of large ones; their number grows while that pays. Default: `concurrency`. */
  maxConnections?: number;
  /** Tries without one new byte, after the first. */
  retries?: number;
  /** Fresh links for one asset without one new byte in between. */
  renewals?: number;
  headersTimeoutMs?: number;
  idleTimeoutMs?: number;
  /**
   * A body that brings less than this over `rateWindowMs`, counted only while we read, is given up and continued on a new
   * connection. 0 = never. It stays below the share of a connection in `bytesPerSecond`. Default: 1000.
   */
  minBytesPerSecond?: number;
  rateWindowMs?: number;
  /** The longest Retry-After that is waited for; a longer one ends the file, because an earlier request would ignore it. */
  maxRetryAfterMs?: number;
  userAgent?: string;
  /** True only when the base URL is loopback: then links may be http. */
  allowHttp?: boolean;
}

const DEFAULTS = {
  policy: "resume" as ExistingPolicy,
  resume: true,
  checksum: "full" as ChecksumMode,
  concurrency: 4,
  // Half a minute with their pauses, on average.
  retries: 7,
  renewals: 2,
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 60_000,
  minBytesPerSecond: 1000,
  rateWindowMs: 60_000,
  maxRetryAfterMs: 300_000,
  allowHttp: false,
};

/** What a transfer needs that keeps nothing on this disk. */
export type StreamOptions = Omit<TransferOptions, "dir" | "self" | "inspect" | "resume">;

type Defaulted = Required<Pick<TransferOptions, keyof typeof DEFAULTS | "maxConnections">>;

export type TransferSettings = TransferOptions & Defaulted;
export type StreamSettings = StreamOptions & Defaulted;

export function withDefaults<Options extends StreamOptions>(options: Options): Options & Defaulted {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings = { ...DEFAULTS, ...(Object.fromEntries(given) as unknown as Options) };
  const { bytesPerSecond = Number.POSITIVE_INFINITY, minBytesPerSecond } = settings;
  const maxConnections = settings.maxConnections ?? settings.concurrency;
  const concurrency = Math.min(settings.concurrency, maxConnections);
  // A connection that is slow because of --limit-rate must not count as stalled: a quarter of its fair share is enough.
  const fairShare = bytesPerSecond / maxConnections;
  return {
    ...settings,
    concurrency,
    maxConnections,
    minBytesPerSecond: Math.min(minBytesPerSecond, fairShare / 4),
  };
}
