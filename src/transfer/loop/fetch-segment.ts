/** One GET of one segment: the request, the meaning of the response, and the destination of its bytes. */
import { TransportError, type HttpResponse, type Take } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { discardBody } from "../discard-body.ts";
import type { FileRef } from "../events.ts";
import { digestFault, type Digest } from "../hashing/digest.ts";
import { HashSet } from "../hashing/hash-set.ts";
import type { PlannedFile } from "../plan.ts";
import { gunzipStrictly } from "../reply/gunzip-strictly.ts";
import { judgeReply, type ReplyVerdict } from "../reply/judge-reply.ts";
import { proofOfEnd, requireLength, tooLong } from "../reply/judge-whole.ts";
import { proveEnd } from "../reply/prove-end.ts";
import { requestData } from "../reply/request-data.ts";
import { incomplete, type RequestOutcome } from "../reply/request-outcome.ts";
import { pageIn, sentInstead } from "../reply/content.ts";
import type { Connection } from "./connection.ts";
import type { Run } from "./run.ts";
import { leftOf } from "./segment-plan.ts";
import type { Sink } from "./sink.ts";
import { EndOfBody, takeBody, type Body, type BodyEnd } from "./take-body.ts";

/** The file of a segment, from the view of its requests. */
export interface Fetched {
  run: Run;
  file: PlannedFile;
  ref: FileRef;
  /** `file:checksum`, if its algorithm is supported. */
  checksum: Digest | undefined;
  sink: Sink;
  /** The current link. */
  href: string;
  /** True = several connections fetch the file: each requests its segment only. */
  readonly isShared: boolean;
  /** Notes a response with the whole object, from its first byte; the connection then fetches all of it. */
  begin(connection: Connection, reply: Whole): Promise<void> | undefined;
  /** Notes a response with a range; `total` = size of the object. */
  continue(total: number): Promise<void>;
  /** Notes stored bytes; `pausedMs` = how long the connection waited for that. */
  note(connection: Connection, bytes: number, pausedMs: number): void;
}

type Whole = Extract<ReplyVerdict, { kind: "whole" }>;
type Rest = Extract<ReplyVerdict, { kind: "rest" }>;

/** Fetches a segment. Throws errors that a retry cannot change. */
export async function fetchSegment(fetched: Fetched, connection: Connection): Promise<RequestOutcome> {
  const { run, file, checksum, sink, href } = fetched;
  const { signal, segment } = connection;
  // The source reports the link as expired: no request is sent with it.
  if (run.renewal.isExpired(href)) return { kind: "expired", code: "SIGNED_URL_EXPIRED" };
  connection.noteRequest(run.settings.clock.now());
  const { etag, size } = sink.identity;
  const isPart = fetched.isShared || segment.to < (size ?? Infinity);
  const asked = { from: segment.at, ...(isPart && { to: segment.to }), etag, size };
  try {
    const reply = await requestData({ href, ...asked }, run.settings, signal);
    const verdict = judgeReply(reply, { ...asked, promised: { file, checksum } });
    if (verdict.kind === "rest") return await takeRest(fetched, connection, reply, verdict);
    if (verdict.kind === "whole" && !fetched.isShared)
      return await takeWhole(fetched, connection, reply, verdict);
    const page = await discardBody(reply, signal);
    if (verdict.kind === "whole") return withoutRanges(verdict, etag);
    if (verdict.kind === "end") await sink.learnSize(verdict.total);
    return outcomeWithoutBytes(verdict, page);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TransportError) return transportOutcome(error);
    throw error;
  }
}

/** Takes a 206 with the segment or its start. */
async function takeRest(
  fetched: Fetched,
  connection: Connection,
  reply: HttpResponse,
  { length, total }: Rest,
): Promise<RequestOutcome> {
  const { run, sink } = fetched;
  const { segment, signal } = connection;
  await fetched.continue(total);
  const end = segment.at + length;
  const body = await takeBody(reply, storeInto(fetched, connection), run, length, signal);
  if (body.kind === "too-long") return incomplete("the server sent more than the range it announced", true);
  if (body.kind !== "ended") return bodyFault(body);
  if (segment.at < Math.min(end, segment.to))
    return incomplete(`the body ended after ${segment.at} of ${total} bytes`);
  return sink.written.prefix === total ? { kind: "complete", proof: "content-range" } : { kind: "more" };
}

/** Takes a 200 from its first byte. Throws DOWNLOAD_INCOMPLETE, DISK_WRITE_FAILED. */
async function takeWhole(
  fetched: Fetched,
  connection: Connection,
  reply: HttpResponse,
  whole: Whole,
): Promise<RequestOutcome> {
  const { run, file, checksum, sink } = fetched;
  const { identity, length, isGzip } = whole;
  try {
    requireLength(whole, file, reply.status);
    const beginning = fetched.begin(connection, whole);
    if (beginning !== undefined) await beginning;
  } catch (error) {
    await discardBody(reply, connection.signal);
    throw error;
  }

  let codedBytes = 0;
  const coded = new HashSet(isGzip ? identity.digests.map(({ algorithm }) => algorithm) : "nothing");
  const note = (bytes: Uint8Array): void => {
    codedBytes += bytes.length;
    coded.update(bytes);
  };
  const body: Body = isGzip ? { body: gunzipStrictly(watching(reply.body, note)) } : reply;
  const size = sink.identity.size ?? file.size;
  const store = storeInto(fetched, connection);
  const end = await takeBody(body, store, run, size ?? Infinity, connection.signal);
  if (end.kind === "too-long") {
    await sink.discard();
    throw tooLong(size);
  }
  if (end.kind !== "ended") return bodyFault(end);
  const { at, to } = connection.segment;
  const arrived = isGzip ? codedBytes : at;
  // Other connections fetch the rest.
  if (!isGzip && at === to && length !== undefined && at < length) return { kind: "more" };
  if (length !== undefined && arrived < length)
    return incomplete(`the body ended after ${arrived} of ${length} bytes`, isGzip);
  const fault = isGzip ? digestFault(identity.digests, coded.values()) : undefined;
  if (fault !== undefined) return incomplete(fault, true);
  if (length === undefined && file.size !== undefined && at < file.size)
    return incomplete(`the body ended after ${at} of ${file.size} bytes`);
  // Other connections fetch the end.
  if (!isGzip && length !== undefined && sink.written.prefix < length) return { kind: "more" };
  const proof = proofOfEnd(whole, file, checksum, run.settings.checksum);
  if (proof !== undefined) return { kind: "complete", proof };
  const reached = { done: sink.written.prefix, etag: sink.identity.etag };
  return proveEnd(reached, fetched.href, run);
}

/** Returns the function that stores a body at its place in the sink, up to the end of the segment. */
function storeInto(fetched: Fetched, connection: Connection): Take {
  const { run, sink } = fetched;
  const { rate } = run;
  const { clock } = run.settings;
  const { segment, signal } = connection;
  const take: Take = (bytes) => {
    const left = leftOf(segment);
    const ours = bytes.length > left ? bytes.subarray(0, left) : bytes;
    const settle = (pausedMs: number): void => {
      connection.writing = undefined;
      segment.at += ours.length;
      fetched.note(connection, ours.length, pausedMs);
      if (ours.length < bytes.length) throw new EndOfBody("reached");
    };
    const startMs = clock.now();
    const stored = sink.write(ours, segment.at);
    if (stored === undefined && rate === undefined) return settle(0);
    connection.writing = stored;
    return finish(stored, () => settle(clock.now() - startMs));
  };
  // Stores the received bytes first; the rate limit then delays the next ones.
  const finish = async (stored: Promise<void> | undefined, settle: () => void): Promise<void> => {
    await stored;
    const { at } = segment;
    settle();
    // A connection that waits for us is not stalled.
    await (connection.writing = rate?.take(segment.at - at, signal));
    connection.writing = undefined;
  };
  return take;
}

/**
 * Returns the outcome of a body that ended early: the download resumes after the received bytes. A body that
 * we left is not a fault.
 */
function bodyFault(end: Exclude<BodyEnd, { kind: "ended" | "too-long" }>): RequestOutcome {
  if (end.kind === "reached") return { kind: "more" };
  if (end.kind === "too-slow")
    return { ...incomplete("the connection slowed to a trickle"), isTooSlow: true };
  const { error } = end;
  if (error.name === "CodingError") return incomplete(error.message, true);
  return incomplete(`the connection broke (${error.reason})`);
}

/**
 * Returns the outcome of a response with the whole object instead of the range. It is the same version, now
 * without ranges, or another version.
 */
function withoutRanges({ identity }: Whole, etag: string | undefined): RequestOutcome {
  if (identity.etag !== undefined && identity.etag === etag) return { kind: "rangeless" };
  return incomplete("the version changed", true);
}

/** Returns the outcome of a response without bytes of the file. Throws errors that a retry cannot change. */
function outcomeWithoutBytes(
  verdict: Exclude<ReplyVerdict, { kind: "whole" | "rest" }>,
  page: string,
): RequestOutcome {
  switch (verdict.kind) {
    case "refused":
      throw verdict.error;
    case "end":
      return { kind: "complete", proof: "content-range" };
    case "unusable":
      return incomplete(verdict.reason, true);
    case "page": {
      const reason = sentInstead(pageIn(Buffer.from(page)) ?? verdict.sent);
      return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason, status: 200, isPage: true };
    }
    case "expired":
      return { kind: "expired", status: verdict.status, code: linkFaultCode(verdict.status, page) };
    case "unavailable": {
      const { status, retryAfter } = verdict;
      const code = status === 429 ? "RATE_LIMITED" : "SERVICE_ERROR";
      return { kind: "retry", code, reason: `the server answered ${status}`, status, retryAfter };
    }
  }
}

/** Returns the outcome of a request without a response. Throws NETWORK when a retry cannot help. */
function transportOutcome({ reason, message }: TransportError): RequestOutcome {
  if (reason === "tls") {
    throw new AppError("network", "NETWORK", "the server's certificate or TLS handshake was refused", {
      next: { do: "trustCertificates" },
    });
  }
  const isTimeout = reason === "timeout" || reason === "connect-timeout";
  return {
    kind: "retry",
    code: isTimeout ? "TIMEOUT" : "NETWORK",
    reason: reason === "protocol" ? message : `the request failed (${reason})`,
  };
}

/**
 * Returns the code of a refused link. Object stores report in the error page whether a signature is old or
 * wrong; the page itself is never shown.
 */
function linkFaultCode(status: number, page: string): "SIGNED_URL_EXPIRED" | "SIGNATURE_INVALID" {
  if (status === 410 || /expir|time ?frame/iu.test(page)) return "SIGNED_URL_EXPIRED";
  return status === 400 || /signature/iu.test(page) ? "SIGNATURE_INVALID" : "SIGNED_URL_EXPIRED";
}

async function* watching(
  body: AsyncIterable<Uint8Array>,
  look: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of body) {
    look(bytes);
    yield bytes;
  }
}
