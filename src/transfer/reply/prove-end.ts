import { TransportError } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { parseContentRange } from "./content-range.ts";
import { discardBody } from "../discard-body.ts";
import { incomplete, type RequestOutcome } from "./request-outcome.ts";
import { SAME_AGAIN } from "../rerun-hint.ts";
import { requestData } from "./request-data.ts";

/**
 * Proves the end of a body that ended with its connection, which may hide truncation. The size is unknown, so the server is asked for the bytes
 * after the last one. A 416 with our length proves the end; a 206 proves truncation. Throws DOWNLOAD_INCOMPLETE when neither is proven: exit 0
 * means verified.
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
    return incomplete(`the check that the file is complete failed (${error.reason})`);
  }
  const range = parseContentRange(headers["content-range"]);
  if (status === 416 && range?.total === done) return { kind: "complete", proof: "range-probe" };
  if (status === 200 && headers["content-length"] === String(done)) {
    return { kind: "complete", proof: "content-length of a second reply" };
  }
  if (status === 206 || status === 416) return incomplete("the body was cut off");
  if (status !== 200) return incomplete(`the check that the file is complete was answered with ${status}`);
  throw new AppError(
    "service",
    "DOWNLOAD_INCOMPLETE",
    "nothing proves that the file is complete: it has no size, no checksum, and the server does not serve ranges",
    { status, next: SAME_AGAIN },
  );
}
