import type { HttpResponse } from "../../contract/send.ts";
import type { Job, Outcome } from "../job.ts";
import type { Verdict } from "./judge-reply.ts";
import { receiveBody } from "./receive-body.ts";
import { bodyFault, storeInto } from "./store-body.ts";

type Rest = Extract<Verdict, { kind: "rest" }>;

/** Takes a 206 that continues the part. */
export async function receiveRest(job: Job, response: HttpResponse, reply: Rest): Promise<Outcome> {
  const { run, ref, part } = job;
  part.sidecar.size = reply.total;
  run.emit({ type: "resumed", file: ref, done: part.done, size: reply.total });
  await run.space.claim(part, () => Math.max(0, reply.total - part.done));

  const end = part.done + reply.length;
  const body = await receiveBody(response, storeInto(job), {
    ...run.settings,
    limit: reply.length,
    signal: run.signal,
  });
  if (body.kind === "too-long") {
    const reason = "the server sent more than the range it announced";
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason, isFromZero: true };
  }
  if (body.kind !== "ended") return bodyFault(body);
  if (part.done < end) {
    const reason = `the body ended after ${part.done} of ${reply.total} bytes`;
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason };
  }
  return part.done === reply.total ? { kind: "complete", proof: "content-range" } : { kind: "more" };
}
