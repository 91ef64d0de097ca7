/** The announced length of a whole response, and the proof that all of it arrived. */
import { TransportError } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { discardBody } from "../discard-body.ts";
import type { Digest } from "../hashing/digest.ts";
import type { TransferSettings } from "../options.ts";
import type { PlannedFile } from "../plan.ts";
import { NOT_AS_PROMISED, SAME_AGAIN } from "../rerun-hint.ts";
import { parseContentRange } from "./headers.ts";
import type { Whole } from "./judge-reply.ts";
import { requestData } from "./request-data.ts";
import { toIncomplete, type RequestOutcome } from "./request-outcome.ts";

/** The response has another length than the item. Its bytes are useless, but the next response may be right. */
export class OtherLength extends AppError {}

/** Throws OtherLength (DOWNLOAD_INCOMPLETE) when the response has another length than the item. */
export function requireLength({ length, isGzip }: Whole, file: PlannedFile, status: number): void {
  if (isGzip || length === undefined || file.size === undefined || length === file.size) return;
  const message = `the server announces ${length} bytes where the item promises ${file.size}`;
  throw new OtherLength("service", "DOWNLOAD_INCOMPLETE", message, { status, next: NOT_AS_PROMISED });
}

/** Returns OtherLength for a response whose ETag came with another size before: one of the two is not the object. */
export const toOtherSize = (etag: string, before: number, size: number): OtherLength =>
  new OtherLength(
    "service",
    "DOWNLOAD_INCOMPLETE",
    `the server announced ${before} bytes, and now ${size}, for one version (ETag ${etag})`,
    { next: SAME_AGAIN },
  );

export const toTooLong = (size: number | undefined): AppError =>
  new AppError("service", "DOWNLOAD_INCOMPLETE", `the body is longer than the ${size} bytes promised`, {
    next: NOT_AS_PROMISED,
  });

/** Returns the proof that a body without a fault is complete; undefined when there is none. */
export function findProofOfEnd(
  { isGzip, length, isFramed, identity }: Whole,
  file: PlannedFile,
  digests: readonly Digest[],
  mode: TransferSettings["checksum"],
): string | undefined {
  if (isGzip) return "gzip";
  if (length !== undefined) return "content-length";
  if (isFramed) return "chunked";
  if (file.size !== undefined) return "file:size";
  return mode === "full" && (digests.length > 0 || identity.digests.length > 0) ? "digest" : undefined;
}

/**
 * Proves the end of a body that ended with its connection, which may hide truncation. The size is unknown, so the server is
 * asked for the bytes after the last one. A 416 with the received length proves the end; a 206 proves truncation. Throws
 * DOWNLOAD_INCOMPLETE when neither is proven, because exit 0 means verified.
 */
export async function proveEnd(
  { done, etag }: { done: number; etag: string | undefined },
  href: string,
  run: { settings: Parameters<typeof requestData>[1]; signal: AbortSignal },
): Promise<RequestOutcome> {
  let status: number;
  let headers: Readonly<Record<string, string>>;
  try {
    // After an empty body, any byte at all proves truncation.
    const wanted = { href, from: Math.max(1, done), etag };
    const response = await requestData(wanted, run.settings, run.signal);
    ({ status, headers } = response);
    await discardBody(response, run.signal);
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof TransportError)) throw error;
    return toIncomplete(`the check that the file is complete failed (${error.reason})`);
  }
  const range = parseContentRange(headers["content-range"]);
  if (status === 416 && range?.total === done) return { kind: "complete", proof: "range-probe" };
  if (status === 200 && headers["content-length"] === String(done)) {
    return { kind: "complete", proof: "content-length of a second reply" };
  }
  if (status === 206 || status === 416) return toIncomplete("the body was cut off");
  if (status !== 200) return toIncomplete(`the check that the file is complete was answered with ${status}`);
  throw new AppError(
    "service",
    "DOWNLOAD_INCOMPLETE",
    "nothing proves that the file is complete: it has no size, no checksum, and the server does not serve ranges",
    { status, next: SAME_AGAIN },
  );
}
