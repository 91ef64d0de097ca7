import type { AppError, ErrorCode } from "../errors.ts";

/** Which file an event or a result is about. `path` is relative to the output directory. */
export interface FileRef {
  path: string;
  item: string;
  asset: string;
}

/**
 * What the engine reports while it works; a renderer turns it into a screen, a log or JSON lines. No event holds a URL.
 * `done` and `size` are bytes of the file; `size` is absent while it is unknown.
 */
export type TransferEvent =
  | { type: "started"; file: FileRef; size?: number }
  | { type: "progress"; file: FileRef; done: number; size?: number }
  /** Goes on behind `done` bytes of an earlier attempt or run. */
  | { type: "resumed"; file: FileRef; done: number; size?: number }
  /** The bytes so far cannot be used (another version, no validator, a digest that differs): from zero. */
  | { type: "restarted"; file: FileRef; reason: string }
  | { type: "renewed"; file: FileRef }
  | { type: "retried"; file: FileRef; code: ErrorCode; reason: string; attempt: number; waitMs: number }
  /** Another process is fetching this file; it is checked again when the rest is done. */
  | { type: "waiting"; file: FileRef; pid: number }
  /** Everything on offer agreed; `how` says what that was, which may be no more than the length of the reply. */
  | { type: "verified"; file: FileRef; size: number; sha256?: string; how: readonly string[] }
  | { type: "skipped"; file: FileRef; reason: string; size: number }
  | { type: "failed"; file: FileRef; error: AppError }
  | { type: "finished"; file: FileRef; size: number; sha256?: string; how: readonly string[] };

export interface TransferResult extends FileRef {
  status: "downloaded" | "skipped" | "failed";
  /** Bytes of the file under its final name; absent when it failed. */
  size?: number;
  /** Absent when it failed, or was not computed (`skip-existing`, `--checksum size` or `none`). */
  sha256?: string;
  /** What proved it, such as `content-length`, `file:checksum sha256`, `manifest`. */
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
  /** The disk fault that ended the run before all files were tried (parts are kept). */
  stoppedBy?: AppError;
}
