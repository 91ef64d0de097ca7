/** One GET of one segment: the request, the meaning of the response, and the destination of its bytes. */
import { TransportError, TRUST_CERTIFICATES, type ResponseHead, type Take } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { discardBody } from "../discard-body.ts";
import { findDigestFault } from "../hashing/digest.ts";
import { HashSet } from "../hashing/hash-set.ts";
import { CodingError, gunzipStrictly } from "../reply/codings.ts";
import {
  judgeReply,
  withPage,
  type End,
  type ReplyVerdict,
  type Rest,
  type Whole,
  type Without,
} from "../reply/judge-reply.ts";
import { findProofOfEnd, proveEnd, requireLength, toTooLong } from "../reply/whole-proof.ts";
import { requestData } from "../reply/request-data.ts";
import { readInterruptibly } from "../../time/deadline.ts";
import { toIncomplete, type RequestOutcome } from "../reply/request-outcome.ts";
import { type Connection, Flow } from "./connection.ts";
import type { Run } from "./run.ts";
import { countLeft } from "./segments.ts";
import type { OpenFile } from "./sink.ts";

/** The file of a segment, from the view of its requests. */
export interface FetchedFile {
  run: Run;
  open: OpenFile;
  /** The current link. */
  href: string;
  /** Whether several connections fetch the file. Each of them then requests only its segment. */
  readonly isShared: boolean;
  /** Notes a response with the whole object, from its first byte; the connection then fetches all of it. */
  begin(connection: Connection, reply: Whole): void;
  /** Notes a response with a range. `total` is the size of the object. */
  continue(total: number): void;
  /** Notes stored bytes. The connection waited `pausedMs` while they were stored. */
  note(connection: Connection, bytes: number, pausedMs: number): void;
}

/** A response whose bytes are stored. */
interface Taken {
  take: Take;
  /** Returns the outcome when all bytes have arrived. */
  end: () => RequestOutcome | Promise<RequestOutcome>;
  /** Decodes the body, if it is coded. */
  decode?: (body: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/** Fetches a segment. Throws errors that a retry cannot change. */
export async function fetchSegment(fetched: FetchedFile, connection: Connection): Promise<RequestOutcome> {
  const { run, href } = fetched;
  const { file, digests, sink } = fetched.open;
  const { signal, segment } = connection;
  // The source reports the link as expired: no request is sent with it.
  if (run.settings.isExpired?.(href) === true) return { kind: "expired", code: "SIGNED_URL_EXPIRED" };
  connection.flow = new Flow(run.settings.clock.now());
  const { etag, size } = sink.identity;
  const isPart = fetched.isShared || segment.to < (size ?? Infinity);
  const asked = { from: segment.at, ...(isPart && { to: segment.to }), etag, size };
  const isUnchecked = run.settings.checksum === "none";
  let verdict!: ReplyVerdict;
  let taken: Taken | undefined;
  const receive = (head: ResponseHead): Take | undefined => {
    fetched.open.confirm?.();
    verdict = judgeReply(head, { ...asked, promised: { file, digests }, isUnchecked });
    if (verdict.kind === "rest") taken = takeRest(fetched, connection, verdict);
    else if (verdict.kind === "whole" && !fetched.isShared)
      taken = takeWhole(fetched, connection, head, verdict);
    return taken?.take;
  };
  try {
    const reply = await requestData({ href, ...asked }, run.settings, signal, receive);
    const take = reply.isTaken === true ? undefined : receive(reply);
    if (taken === undefined) {
      const page = await discardBody(reply, signal);
      return judgeWithoutBytes(fetched, verdict as Whole | End | Without, page);
    }
    if (take !== undefined) {
      const body = taken.decode?.(reply.body) ?? reply.body;
      for await (const bytes of readInterruptibly(body, signal)) await take(bytes);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EndOfBody) return error.outcome;
    if (error instanceof CodingError) return toIncomplete(error.message, true);
    if (!(error instanceof TransportError)) throw error;
    // The retry resumes after the received bytes.
    return taken === undefined
      ? judgeTransportError(error)
      : toIncomplete(`the connection broke (${error.reason})`);
  }
  return taken.end();
}

/** Ends the reading of a body. */
class EndOfBody extends Error {
  constructor(readonly outcome: RequestOutcome) {
    super(outcome.kind);
  }
}

/** Takes a 206 with the segment or its start. */
function takeRest(fetched: FetchedFile, connection: Connection, { length, total }: Rest): Taken {
  const { sink } = fetched.open;
  fetched.continue(total);
  const end = connection.segment.at + length;
  const onMore = (): never => {
    throw new EndOfBody(toIncomplete("the server sent more than the range it announced", true));
  };
  return {
    take: storeInto(fetched, connection, length, onMore),
    end: () => {
      const { at, to } = connection.segment;
      if (at < Math.min(end, to)) return toIncomplete(`the body ended after ${at} of ${total} bytes`);
      return sink.written.prefix === total ? { kind: "complete", proof: "content-range" } : { kind: "more" };
    },
  };
}

/** Takes a 200 from its first byte. Throws DOWNLOAD_INCOMPLETE. */
function takeWhole(
  fetched: FetchedFile,
  connection: Connection,
  { status }: ResponseHead,
  whole: Whole,
): Taken {
  const { run } = fetched;
  const { file, digests, sink } = fetched.open;
  const { identity, length, isGzip } = whole;
  requireLength(whole, file, status);
  fetched.begin(connection, whole);
  const size = identity.size ?? file.size;
  let codedBytes = 0;
  // The item's own digest of the decoded bytes decides, where there is one.
  const codedDigests = isGzip && digests.length === 0 ? identity.digests : [];
  const coded = new HashSet(isGzip ? codedDigests.map(({ algorithm }) => algorithm) : "nothing");
  const noteCoded = (bytes: Uint8Array): void => {
    codedBytes += bytes.length;
    coded.update(bytes);
  };
  const onMore = async (): Promise<never> => {
    await sink.discard();
    throw toTooLong(size);
  };
  return {
    ...(isGzip && { decode: (body) => gunzipStrictly(passThrough(body, noteCoded)) }),
    take: storeInto(fetched, connection, size ?? Infinity, onMore),
    end: () => {
      const { at, to } = connection.segment;
      const arrived = isGzip ? codedBytes : at;
      // Other connections fetch the rest.
      if (!isGzip && at === to && length !== undefined && at < length) return { kind: "more" };
      if (length !== undefined && arrived < length)
        return toIncomplete(`the body ended after ${arrived} of ${length} bytes`, isGzip);
      const fault = findDigestFault(codedDigests, coded.computeValues());
      if (fault !== undefined) return toIncomplete(fault, true);
      if (length === undefined && file.size !== undefined && at < file.size)
        return toIncomplete(`the body ended after ${at} of ${file.size} bytes`);
      // Other connections fetch the end.
      if (!isGzip && length !== undefined && sink.written.prefix < length) return { kind: "more" };
      const proof = findProofOfEnd(whole, file, digests, run.settings.checksum);
      if (proof !== undefined) return { kind: "complete", proof };
      const reached = { done: sink.written.prefix, etag: sink.identity.etag };
      return proveEnd(reached, fetched.href, run);
    },
  };
}

/**
 * Returns the function that stores a body at its place in the sink, up to the end of the segment. It gives up a body that is slower than
 * `--min-rate`; a silent one is given up by `send`. `onMore` throws when more than `limit` bytes arrive.
 */
function storeInto(
  fetched: FetchedFile,
  connection: Connection,
  limit: number,
  onMore: () => never | Promise<never>,
): Take {
  const { run, open } = fetched;
  const { sink } = open;
  const { rate } = run;
  const { clock } = run.settings;
  const { signal } = connection;
  const flow = connection.flow!;
  // The wait for the head is not reading time.
  flow.pause(clock.now() - flow.sinceMs);
  let received = 0;
  return (bytes) => {
    signal.throwIfAborted();
    received += bytes.length;
    if (received > limit) return onMore();
    const startMs = clock.now();
    if (flow.isTrickle(startMs, bytes.length, run.settings))
      throw new EndOfBody({ ...toIncomplete("the connection slowed to a trickle"), isTooSlow: true });
    const { segment } = connection;
    const left = countLeft(segment);
    const ours = bytes.length > left ? bytes.subarray(0, left) : bytes;
    const { length } = ours;
    open.confirm?.();
    const noteStored = (pausedMs: number): void => {
      segment.at += length;
      fetched.note(connection, length, pausedMs);
      if (length < bytes.length) throw new EndOfBody({ kind: "more" });
    };
    const stored = sink.write(ours, segment.at);
    if (stored === undefined && rate === undefined) return noteStored(0);
    // Stores the received bytes first; the rate limit then delays the next ones. A connection that waits for us is not stalled.
    const wait = async (): Promise<void> => {
      await (connection.writing = stored);
      connection.writing = undefined;
      noteStored(clock.now() - startMs);
      await (connection.writing = rate?.take(length, signal));
      connection.writing = undefined;
      flow.pause(clock.now() - startMs);
    };
    return wait();
  };
}

/** Returns the outcome of a response whose bytes are not stored. */
function judgeWithoutBytes(
  { open: { sink } }: FetchedFile,
  verdict: Whole | End | Without,
  page: string,
): RequestOutcome {
  if (verdict.kind === "end") {
    sink.learnSize(verdict.total);
    return { kind: "complete", proof: "content-range" };
  }
  if (verdict.kind !== "whole") return withPage(verdict, page);
  // The server sent the whole object instead of the range: it no longer serves ranges, or the object has changed.
  const { etag } = verdict.identity;
  const isSame = etag !== undefined && etag === sink.identity.etag;
  return isSame ? { kind: "rangeless" } : toIncomplete("the version changed", true);
}

/** Returns the outcome of a request without a response. Throws NETWORK when a retry cannot help. */
function judgeTransportError({ reason, message }: TransportError): RequestOutcome {
  if (reason === "tls") {
    throw new AppError("network", "NETWORK", "the server's certificate or TLS handshake was refused", {
      next: TRUST_CERTIFICATES,
    });
  }
  const isTimeout = reason === "timeout" || reason === "connect-timeout";
  return {
    kind: "retry",
    code: isTimeout ? "TIMEOUT" : "NETWORK",
    reason: reason === "protocol" ? message : `the request failed (${reason})`,
  };
}

async function* passThrough(
  body: AsyncIterable<Uint8Array>,
  look: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of body) {
    look(bytes);
    yield bytes;
  }
}
