/** The announced length of a whole response, and the proof that all of it arrived. */
import { AppError } from "../../errors.ts";
import type { Digest } from "../hashing/digest.ts";
import type { TransferSettings } from "../options.ts";
import type { PlannedFile } from "../plan.ts";
import { NOT_AS_PROMISED } from "../rerun-hint.ts";
import type { ReplyVerdict } from "./judge-reply.ts";

type Whole = Extract<ReplyVerdict, { kind: "whole" }>;

/** The response has another length than the item: its bytes are useless, but the next response may be right. */
export class OtherLength extends AppError {}

/** Throws OtherLength (DOWNLOAD_INCOMPLETE) when the response has another length than the item. */
export function requireLength({ length, isGzip }: Whole, file: PlannedFile, status: number): void {
  if (isGzip || length === undefined || file.size === undefined || length === file.size) return;
  const message = `the server announces ${length} bytes where the item promises ${file.size}`;
  throw new OtherLength("service", "DOWNLOAD_INCOMPLETE", message, { status, next: NOT_AS_PROMISED });
}

export const tooLong = (size: number | undefined): AppError =>
  new AppError("service", "DOWNLOAD_INCOMPLETE", `the body is longer than the ${size} bytes promised`, {
    next: NOT_AS_PROMISED,
  });

/** Returns the proof that a body without a fault is complete; undefined when there is none. */
export function proofOfEnd(
  { isGzip, length, isFramed, identity }: Whole,
  file: PlannedFile,
  checksum: Digest | undefined,
  mode: TransferSettings["checksum"],
): string | undefined {
  if (isGzip) return "gzip";
  if (length !== undefined) return "content-length";
  if (isFramed) return "chunked";
  if (file.size !== undefined) return "file:size";
  return mode === "full" && (checksum !== undefined || identity.digests.length > 0) ? "digest" : undefined;
}
