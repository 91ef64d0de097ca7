import { TransportError } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { discardBody, letGo } from "../discard-body.ts";
import type { RequestOutcome } from "../run/job.ts";
import type { Connection } from "../segments/connection.ts";
import { ThroughputSample } from "../segments/throughput-sample.ts";
import { judgeReply, type ReplyVerdict } from "./judge-reply.ts";
import { receiveRest } from "./receive-rest.ts";
import { receiveWhole } from "./receive-whole.ts";
import { requestData } from "./request-data.ts";
import { SENT_A_PAGE } from "../part/web-page.ts";

/** What a link means that its source calls expired: it is renewed, and no request is made with it. */
export const LINK_TOO_OLD: RequestOutcome = { kind: "expired", code: "SIGNED_URL_EXPIRED" };

/** One GET and what it brought. Throws what no further attempt would change. */
export async function attempt(connection: Connection): Promise<RequestOutcome> {
  const { job, download, signal, segment, isHelper } = connection;
  const { run, part, file, checksum } = job;
  if (job.first === undefined && run.renewal.isExpired(job.href)) return LINK_TOO_OLD;
  connection.sample = new ThroughputSample(run.settings.clock.now());
  const to = segment.to < download.size || isHelper ? { to: segment.to } : {};
  const asked = { from: segment.at, ...to, etag: part.sidecar.etag, size: part.size };
  const { first, href, isThreaded } = job;
  delete job.first;
  try {
    const response = await (first?.() ??
      // What a thread writes is noted late: of one stream that is little.
      download.attend(
        connection,
        requestData({ href, isThreaded: isThreaded && !isHelper, ...asked }, run.settings, signal),
      ));
    const verdict = judgeReply(response, { ...asked, promised: { file, checksum } });
    if (verdict.kind === "rest") return await receiveRest(connection, response, verdict);
    if (verdict.kind === "whole" && !isHelper) {
      run.threads.noteSize(verdict.length);
      return await receiveWhole(connection, response, verdict);
    }

    const page = await discardBody(response, signal);
    if (verdict.kind === "whole") return rangeless(verdict, asked.etag);
    if (verdict.kind === "end") download.learnSize(verdict.total);
    return outcomeWithoutBytes(verdict, page);
  } catch (error) {
    // Asked for before there was a connection, it does not end with the signal of one.
    if (signal.aborted) letGo(first);
    signal.throwIfAborted();
    if (error instanceof TransportError) return transportOutcome(error);
    throw error;
  }
}

/** Everything in place of a part: the same version, which can then only be had as a whole, or another one. */
function rangeless(
  { identity }: Extract<ReplyVerdict, { kind: "whole" }>,
  etag: string | undefined,
): RequestOutcome {
  if (identity.etag !== undefined && identity.etag === etag) return { kind: "rangeless" };
  return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: "the version changed", isFromZero: true };
}

/** What a reply that brings none of the file means. Throws what no further attempt would change. */
export function outcomeWithoutBytes(
  verdict: Exclude<ReplyVerdict, { kind: "whole" | "rest" }>,
  page: string,
): RequestOutcome {
  if (verdict.kind === "refused") throw verdict.error;
  if (verdict.kind === "end") return { kind: "complete", proof: "content-range" };
  if (verdict.kind === "unusable") {
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: verdict.reason, isFromZero: true };
  }
  if (verdict.kind === "page")
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason: SENT_A_PAGE, status: 200 };
  const { status } = verdict;
  if (verdict.kind === "expired") return { kind: "expired", status, code: linkFaultCode(status, page) };
  const code = status === 429 ? "RATE_LIMITED" : "SERVICE_ERROR";
  const reason = `the server answered ${status}`;
  return { kind: "retry", code, reason, status, retryAfter: verdict.retryAfter };
}

/** What a request that did not arrive means. Throws NETWORK when no further attempt would help. */
export function transportOutcome({ reason, message }: TransportError): RequestOutcome {
  if (reason === "tls") {
    throw new AppError("network", "NETWORK", "the server's certificate or TLS handshake was refused", {
      hint: "Check the clock of this machine and --ca-file",
    });
  }
  // Nonsense in place of a head does not pass by waiting; a body that breaks off is another matter.
  if (reason === "protocol") {
    throw new AppError("network", "NETWORK", message, {
      hint: "Ask the data provider; a proxy on the way may spoil replies too (HTTPS_PROXY)",
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
