import type { Send } from "../contract/send.ts";
import type { ChecksumMode } from "../domain/orders/download-options.ts";
import type { Clock } from "../time/clock.ts";
import type { TransferEvent } from "./events.ts";
import type { PlannedFile } from "./plan.ts";
import type { LinkSource } from "./transfer-source.ts";

/**
 * What to do with a file that is already there. `resume` keeps what is proven to be the wanted file and refuses any
 * other (FILE_EXISTS); `overwrite` fetches again and replaces; `skip-existing` believes the name.
 */
export type ExistingPolicy = "resume" | "overwrite" | "skip-existing";

/** A look at bytes on their way. */
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
   * Looks into a complete part before it gets its name: what it found right, or the fault that condemns the bytes. They
   * are then fetched once more, as after a digest that differs.
   */
  inspect?: (path: string, file: PlannedFile) => Promise<{ how: string } | { fault: string } | undefined>;
  /**
   * Looks at the bytes as they pass, where no part is kept that could be looked into; `end` says what they were found to be.
   */
  inspectStream?: (file: PlannedFile) => StreamInspection | undefined;
  /** True when what was verified then has been made anew since, under the same name. */
  isOutdated?: (file: PlannedFile, sinceMs: number) => boolean;
  /** Written into every manifest line. */
  order?: string;
  policy?: ExistingPolicy;
  /** False = never continue a part of an earlier run. Attempts of this run still continue. */
  resume?: boolean;
  checksum?: ChecksumMode;
  /** Bytes per second that all files share; absent = as fast as it goes. */
  bytesPerSecond?: number;
  /** Milliseconds that this thread has worked, as they grow; default: what Node counts. */
  busyMs?: () => number;
  /** Files at a time. */
  concurrency?: number;
  /** Requests at a time at most, for files and for ranges of large ones; as long as it pays, there are more and more. Default: `concurrency`. */
  maxConnections?: number;
  /** Tries without one new byte, after the first. */
  retries?: number;
  /** Fresh links for one asset without one new byte in between. */
  renewals?: number;
  headersTimeoutMs?: number;
  idleTimeoutMs?: number;
  /** A body slower than this over `rateWindowMs` is given up and continued on a new connection. 0 = never. */
  minBytesPerSecond?: number;
  rateWindowMs?: number;
  /** The longest Retry-After that is waited for; a longer one ends the file instead of ignoring the wish. */
  maxRetryAfterMs?: number;
  userAgent?: string;
  /** True when `send` can have a large file read and written by a thread of its own. */
  hasThreads?: boolean;
  /** From this size on a file is worth a thread: less has arrived before one is started. */
  threadFromBytes?: number;
  /** True only when the base URL is loopback: then links may be http. */
  allowHttp?: boolean;
}

const DEFAULTS = {
  policy: "resume" as ExistingPolicy,
  resume: true,
  checksum: "full" as ChecksumMode,
  concurrency: 4,
  // With their pauses half a minute, on average.
  retries: 7,
  renewals: 2,
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 60_000,
  minBytesPerSecond: 512,
  rateWindowMs: 60_000,
  maxRetryAfterMs: 300_000,
  threadFromBytes: 64 * 1024 * 1024,
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
  // What is slow because it was asked to be must not be taken for a broken line: a quarter of its fair share is enough.
  const fairShare = bytesPerSecond / concurrency;
  return {
    ...settings,
    concurrency,
    maxConnections,
    minBytesPerSecond: Math.min(minBytesPerSecond, fairShare / 4),
  };
}
