import type { HttpResponse } from "../../contract/send.ts";
import type { RequestOutcome } from "../run/job.ts";
import type { Connection } from "../segments/connection.ts";
import type { ReplyVerdict } from "./judge-reply.ts";
import { receiveBody } from "./receive-body.ts";
import { bodyFault, storeInto } from "./store-body.ts";

type Rest = Extract<ReplyVerdict, { kind: "rest" }>;

/** Takes a 206 with what the connection is to fetch, or the beginning of that. */
export async function receiveRest(
  connection: Connection,
  response: HttpResponse,
  reply: Rest,
): Promise<RequestOutcome> {
  const { job, download, segment, signal } = connection;
  const { run, ref, part } = job;
  if (!connection.isHelper) {
    download.learnSize(reply.total);
    if (download.isResuming) run.emit({ type: "resumed", file: ref, done: part.held, size: reply.total });
    await run.space.reserve(part, () => Math.max(0, reply.total - part.held));
    download.share(true);
  }

  const end = segment.at + reply.length;
  const limit = reply.length;
  const receiving = receiveBody(response, storeInto(connection), { ...run.settings, limit, signal });
  const body = await download.attend(connection, receiving);
  if (body.kind === "too-long") {
    const reason = "the server sent more than the range it announced";
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason, isFromZero: true };
  }
  if (body.kind !== "ended") return bodyFault(body);
  if (segment.at < Math.min(end, segment.to)) {
    const reason = `the body ended after ${segment.at} of ${reply.total} bytes`;
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason };
  }
  return part.done === reply.total ? { kind: "complete", proof: "content-range" } : { kind: "more" };
}
