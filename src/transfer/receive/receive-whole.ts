import type { HttpResponse } from "../../contract/send.ts";
import { digestFault } from "../hashing/digest.ts";
import { gunzipStrictly } from "./gunzip-strictly.ts";
import { HashSet } from "../hashing/hash-set.ts";
import type { RequestOutcome } from "../run/job.ts";
import type { Connection } from "../segments/connection.ts";
import type { ReplyVerdict } from "./judge-reply.ts";
import { proofOfEnd, requireLength, tooLong, watching } from "./judge-whole.ts";
import { proveEnd } from "./prove-end.ts";
import { bodyFault, storeInto } from "./store-body.ts";
import { receiveBody } from "./receive-body.ts";

type Whole = Extract<ReplyVerdict, { kind: "whole" }>;

/** Takes a 200 from its first byte; what the part held before is dropped. Throws DOWNLOAD_INCOMPLETE, DISK_WRITE_FAILED. */
export async function receiveWhole(
  connection: Connection,
  response: HttpResponse,
  reply: Whole,
): Promise<RequestOutcome> {
  const { job, download, signal } = connection;
  const { run, file, ref, part, checksum } = job;
  const { identity, length, isGzip } = reply;
  requireLength(reply, file, response.status);
  const size = identity.size ?? file.size;
  if (part.held > 0)
    run.emit({ type: "restarted", file: ref, reason: "the server sent the file from its start" });
  await download.begin({ ...identity, size, digests: isGzip ? [] : identity.digests });
  await run.space.reserve(part, () => Math.max(0, (part.size ?? 0) - part.held));
  if (length !== undefined && reply.mayHaveRanges)
    download.share(response.headers["accept-ranges"] === "bytes");

  let codedBytes = 0;
  const coded = new HashSet(identity.digests.map(({ algorithm }) => algorithm));
  const decoded = (): AsyncIterable<Uint8Array> =>
    gunzipStrictly(
      watching(response.body, (chunk) => {
        codedBytes += chunk.length;
        coded.update(chunk);
      }),
    );
  const receiving = receiveBody(isGzip ? { body: decoded() } : response, storeInto(connection), {
    ...run.settings,
    limit: size ?? Number.POSITIVE_INFINITY,
    signal,
  });
  const end = await download.attend(connection, receiving);
  if (end.kind === "too-long") throw tooLong(size);
  if (end.kind !== "ended") return bodyFault(end);
  const arrived = isGzip ? codedBytes : connection.segment.at;
  if (arrived === connection.segment.to && part.done < (length ?? 0)) return { kind: "more" };
  if (length !== undefined && arrived < length) {
    return incomplete(`the body ended after ${arrived} of ${length} bytes`, isGzip);
  }
  if (isGzip) {
    const fault = digestFault(identity.digests, coded.values());
    if (fault !== undefined) return incomplete(fault, true);
  } else if (length === undefined && file.size !== undefined && part.done < file.size) {
    return incomplete(`the body ended after ${part.done} of ${file.size} bytes`);
  }
  const proof = proofOfEnd(reply, file, checksum, run.settings.checksum);
  if (proof !== undefined) return { kind: "complete", proof };
  return proveEnd(job);
}

function incomplete(reason: string, isFromZero = false): RequestOutcome {
  return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason, isFromZero };
}
