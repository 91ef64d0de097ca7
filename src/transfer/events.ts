import type { AppError, ErrorCode } from "../errors.ts";

/** The file that an event or a result is about. `path` is relative to the output folder. */
export interface FileRef {
  path: string;
  item: string;
  asset: string;
}

/**
 * A report about the engine's work, for a screen, a log or JSON lines. No event contains a URL. `done` and `size` are
 * bytes of the file; an unknown `size` is absent.
 */
export type TransferEvent =
  | { type: "started"; file: FileRef; size?: number }
  | { type: "progress"; file: FileRef; done: number; size?: number }
  /** Resumes after `done` bytes of an earlier attempt or run. */
  | { type: "resumed"; file: FileRef; done: number; size?: number }
  /** The file starts from zero: its bytes belong to another version, have no validator, or have a wrong digest. */
  | { type: "restarted"; file: FileRef; reason: string }
  | { type: "renewed"; file: FileRef }
  | { type: "retried"; file: FileRef; code: ErrorCode; reason: string; attempt: number; waitMs: number }
  /** Another process is fetching this file; it is checked again after the other files. */
  | { type: "waiting"; file: FileRef; pid: number }
  /** This run has lost the lock of the file, and must not write. The file is retried after the others. */
  | { type: "unlocked"; file: FileRef; reason: string }
  /** Files of this run beside the file stay, because another program has them open. The next run removes them. */
  | { type: "leftover"; file: FileRef; reason: string }
  /** All available checks have passed. `how` lists them; the length of the response may be the only check. */
  | { type: "verified"; file: FileRef; size: number; sha256?: string; how: readonly string[] }
  | { type: "skipped"; file: FileRef; reason: string; size: number }
  | { type: "failed"; file: FileRef; error: AppError }
  | { type: "finished"; file: FileRef; size: number; sha256?: string; how: readonly string[] };

export interface TransferResult extends FileRef {
  status: "downloaded" | "skipped" | "failed";
  /** Size of the file under its final name; absent when the file failed. */
  size?: number;
  /** Absent when the file failed or no digest was computed (`skip-existing`, `--checksum size` or `none`). */
  sha256?: string;
  /** The checks that passed, such as `content-length`, `file:checksum sha256`, `manifest`. */
  how: readonly string[];
  error?: AppError;
}

export interface TransferSummary {
  files: readonly TransferResult[];
  /** Bytes received over the network for files that are now in place. */
  bytes: number;
  downloaded: number;
  skipped: number;
  failed: number;
  /** The disk fault that ended the run early; part files are kept. */
  stoppedBy?: AppError;
}
