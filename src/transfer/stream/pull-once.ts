import { TransportError, type HttpResponse } from "../../contract/send.ts";
import { LINK_TOO_OLD, outcomeWithoutBytes, transportOutcome } from "../receive/attempt.ts";
import { digestFault } from "../hashing/digest.ts";
import { discardBody } from "../discard-body.ts";
import { gunzipStrictly } from "../receive/gunzip-strictly.ts";
import { HashSet } from "../hashing/hash-set.ts";
import type { RequestOutcome } from "../run/job.ts";
import { judgeReply, type ReplyVerdict } from "../receive/judge-reply.ts";
import { proofOfEnd, requireLength, tooLong, watching } from "../receive/judge-whole.ts";
import { proveEnd } from "../receive/prove-end.ts";
import { receiveBody, type BodyEnd } from "../receive/receive-body.ts";
import { requestData } from "../receive/request-data.ts";
import { bodyFault } from "../receive/store-body.ts";
import { patientClock, type Pull } from "./pull.ts";

/** One GET and what it brought. Throws Diverged, and what no further attempt would change. */
export async function pullOnce(pull: Pull): Promise<RequestOutcome> {
  const { run, verifier, file, checksum } = pull;
  if (run.renewal.isExpired(pull.href)) return LINK_TOO_OLD;
  // Without a validator nothing says that the rest is of the same version: the whole is asked for, and compared.
  const from = verifier.sidecar.etag === undefined ? 0 : verifier.done;
  const asked = { from, etag: verifier.sidecar.etag, size: verifier.size };
  try {
    const response = await requestData({ href: pull.href, ...asked }, run.settings, run.signal);
    const verdict = judgeReply(response, { ...asked, promised: { file, checksum } });
    if (verdict.kind === "whole") return await takeWhole(pull, response, verdict);
    if (verdict.kind === "rest") return await takeRest(pull, response, verdict);

    const page = await discardBody(response, run.signal);
    if (verdict.kind === "end") verifier.continueTo(verdict.total);
    return outcomeWithoutBytes(verdict, page);
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof TransportError) return transportOutcome(error);
    throw error;
  }
}

async function takeWhole(
  pull: Pull,
  response: HttpResponse,
  reply: Extract<ReplyVerdict, { kind: "whole" }>,
): Promise<RequestOutcome> {
  const { run, file, verifier, checksum } = pull;
  const { identity, length, isGzip } = reply;
  requireLength(reply, file, response.status);
  const size = identity.size ?? file.size;
  verifier.begin({ ...identity, size, digests: isGzip ? [] : identity.digests });
  if (verifier.done === 0) pull.sink.expect?.(size);

  let codedBytes = 0;
  const coded = new HashSet(isGzip ? identity.digests.map(({ algorithm }) => algorithm) : "nothing");
  const counted = watching(response.body, (chunk) => {
    codedBytes += chunk.length;
    coded.update(chunk);
  });
  const end = await receive(pull, isGzip ? gunzipStrictly(counted) : counted, size);
  if (end.kind === "too-long") throw tooLong(size);
  if (end.kind !== "ended") return bodyFault(end);
  if (length !== undefined && codedBytes < length)
    return incomplete(`the body ended after ${codedBytes} of ${length} bytes`);
  const fault = isGzip ? digestFault(identity.digests, coded.values()) : undefined;
  if (fault !== undefined) return incomplete(fault, true);
  if (file.size !== undefined && verifier.done < file.size)
    return incomplete(`the body ended after ${verifier.done} of ${file.size} bytes`);
  verifier.end();
  const proof = proofOfEnd(reply, file, checksum, run.settings.checksum);
  if (proof !== undefined) return { kind: "complete", proof };
  return proveEnd({ run, href: pull.href, part: verifier });
}

async function takeRest(
  pull: Pull,
  response: HttpResponse,
  { length, total }: Extract<ReplyVerdict, { kind: "rest" }>,
): Promise<RequestOutcome> {
  const { run, ref, verifier } = pull;
  verifier.continueTo(total);
  run.emit({ type: "resumed", file: ref, done: verifier.done, size: total });
  const goal = verifier.done + length;
  const end = await receive(pull, response.body, length);
  if (end.kind === "too-long") return incomplete("the server sent more than the range it announced", true);
  if (end.kind !== "ended") return bodyFault(end);
  if (verifier.done < goal) return incomplete(`the body ended after ${verifier.done} of ${total} bytes`);
  return verifier.done === total ? { kind: "complete", proof: "content-range" } : { kind: "more" };
}

/** Hands on what has not passed yet. */
function receive(
  { run, ref, verifier, sink }: Pull,
  body: AsyncIterable<Uint8Array>,
  limit = Number.POSITIVE_INFINITY,
): Promise<BodyEnd> {
  const clock = patientClock(run.settings.clock);
  const store = async (chunk: Uint8Array): Promise<void> => {
    const fresh = verifier.take(chunk);
    if (fresh.length === 0) return;
    await run.rate?.take(fresh.length, run.signal);
    await clock.whileWaiting(() => sink.write(fresh));
    run.emit({ type: "progress", file: ref, done: verifier.done, size: verifier.size });
  };
  return receiveBody({ body }, { take: store }, { ...run.settings, clock, limit, signal: run.signal });
}

const incomplete = (reason: string, isFromZero = false): RequestOutcome => ({
  kind: "retry",
  code: "DOWNLOAD_INCOMPLETE",
  reason,
  isFromZero,
});
