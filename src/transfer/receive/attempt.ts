import { TransportError } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { discardBody } from "./discard-body.ts";
import type { Job, Outcome } from "../job.ts";
import { judgeReply, type Verdict } from "./judge-reply.ts";
import { receiveRest } from "./receive-rest.ts";
import { receiveWhole } from "./receive-whole.ts";
import { requestData } from "./request-data.ts";

/** One GET and what it brought. Throws what no further attempt would change. */
export async function attempt(job: Job): Promise<Outcome> {
  const { run, part } = job;
  if (part.done > 0 && part.sidecar.etag === undefined) await part.begin({ digests: [] });
  const asked = { from: part.done, etag: part.sidecar.etag, size: part.size };
  try {
    const { first, href, isThreaded } = job;
    delete job.first;
    const response = await (first?.() ??
      requestData({ href, isThreaded, ...asked }, run.settings, run.signal));
    const verdict = judgeReply(response, asked);
    if (verdict.kind === "whole") run.threads.hear(verdict.length);
    if (verdict.kind === "whole") return await receiveWhole(job, response, verdict);
    if (verdict.kind === "rest") return await receiveRest(job, response, verdict);

    const page = await discardBody(response, run.signal);
    if (verdict.kind === "end") part.sidecar.size = verdict.total;
    return outcomeWithoutBytes(verdict, page);
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof TransportError) return transportOutcome(error);
    throw error;
  }
}

/** What a reply that brings none of the file means. Throws what no further attempt would change. */
export function outcomeWithoutBytes(
  verdict: Exclude<Verdict, { kind: "whole" | "rest" }>,
  page: string,
): Outcome {
  if (verdict.kind === "refused") throw verdict.error;
  if (verdict.kind === "end") return { kind: "complete", proof: "content-range" };
  if (verdict.kind === "unusable") {
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: verdict.reason, isFromZero: true };
  }
  const { status } = verdict;
  if (verdict.kind === "expired") return { kind: "expired", status, code: linkFaultCode(status, page) };
  const code = status === 429 ? "RATE_LIMITED" : "SERVICE_ERROR";
  const reason = `the server answered ${status}`;
  return { kind: "retry", code, reason, status, retryAfter: verdict.retryAfter };
}

/** What a request that did not arrive means. Throws NETWORK when no further attempt would help. */
export function transportOutcome({ reason }: TransportError): Outcome {
  if (reason === "tls") {
    throw new AppError("network", "NETWORK", "the server's certificate or TLS handshake was refused", {
      hint: "check the clock of this machine and --ca-file",
    });
  }
  const isTimeout = reason === "timeout" || reason === "connect-timeout";
  return { kind: "retry", code: isTimeout ? "TIMEOUT" : "NETWORK", reason: `the request failed (${reason})` };
}

/** Object stores say in the error page whether a signature is old or wrong; the page itself is never shown. */
function linkFaultCode(status: number, page: string): "SIGNED_URL_EXPIRED" | "SIGNATURE_INVALID" {
  if (status === 410 || /expir|time ?frame/iu.test(page)) return "SIGNED_URL_EXPIRED";
  return status === 400 || /signature/iu.test(page) ? "SIGNATURE_INVALID" : "SIGNED_URL_EXPIRED";
}
