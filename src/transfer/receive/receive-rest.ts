import type { HttpResponse } from "../../contract/send.ts";
import type { Outcome } from "../job.ts";
import type { Lane } from "../ranges/lane.ts";
import type { Verdict } from "./judge-reply.ts";
import { receiveBody } from "./receive-body.ts";
import { bodyFault, storeInto } from "./store-body.ts";

type Rest = Extract<Verdict, { kind: "rest" }>;

/** Takes a 206 with what the connection is to fetch, or the beginning of that. */
export async function receiveRest(lane: Lane, response: HttpResponse, reply: Rest): Promise<Outcome> {
  const { job, crew, claim, signal } = lane;
  const { run, ref, part } = job;
  if (!lane.isHelper) {
    crew.learnSize(reply.total);
    if (crew.isResuming) run.emit({ type: "resumed", file: ref, done: part.held, size: reply.total });
    await run.space.claim(part, () => Math.max(0, reply.total - part.held));
    crew.share(true);
  }

  const end = claim.at + reply.length;
  const limit = reply.length;
  const receiving = receiveBody(response, storeInto(lane), { ...run.settings, limit, signal });
  const body = await crew.attend(lane, receiving);
  if (body.kind === "too-long") {
    const reason = "the server sent more than the range it announced";
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason, isFromZero: true };
  }
  if (body.kind !== "ended") return bodyFault(body);
  if (claim.at < Math.min(end, claim.to)) {
    const reason = `the body ended after ${claim.at} of ${reply.total} bytes`;
    return { kind: "retry", code: "DOWNLOAD_INCOMPLETE", reason };
  }
  return part.done === reply.total ? { kind: "complete", proof: "content-range" } : { kind: "more" };
}
