/** A bucket in another process, whose clock differs from that of the bench. */
import { onTestFinished } from "vitest";
import { makeUndiciSend } from "../../src/client/undici-send.ts";
import type { Send } from "../../src/contract/send.ts";
import { systemClock } from "../../src/time/clock.ts";
import { openS3, type S3Fault, type S3Process } from "../s3/s3-process.ts";
import type { Bench } from "./bench.ts";
import type { Surroundings } from "./world.ts";

export async function openBucket(
  { send, clock }: Pick<Bench, "send" | "clock">,
  ...faults: S3Fault[]
): Promise<{ s3: S3Process; options: Surroundings & { send: Send } }> {
  const s3 = await openS3();
  await s3.fail({ operation: "none", kind: "any-time" }, ...faults);
  const toStore = makeUndiciSend({ clock: systemClock });
  onTestFinished(() => toStore.close());
  const both: Send = (request) =>
    request.url.startsWith(s3.endpoint) ? clock.during(toStore(request)) : send(request);
  return { s3, options: { env: s3.env, send: both } };
}
