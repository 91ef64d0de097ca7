/** Plans of one data server into an S3 endpoint. */
import { onTestFinished } from "vitest";
import { makeUndiciSend } from "../../src/client/undici-send.ts";
import type { TransferEvent } from "../../src/transfer/events.ts";
import { planTransfers } from "../../src/transfer/plan.ts";
import { runUploads, type UploadOptions } from "../../src/transfer/run-uploads.ts";
import { readS3Settings } from "../../src/transfer/s3-settings.ts";
import { parseS3Url } from "../../src/transfer/s3-target.ts";
import { toLinks, type TransferSource } from "../../src/transfer/transfer-source.ts";
import { systemClock } from "../../src/time/clock.ts";
import { testFolder } from "../new-folder.ts";
import { skippingClock } from "../skipping-clock.ts";
import type { S3Process } from "./s3-process.ts";

export async function uploadOptions(
  s3: S3Process,
  url = "s3://imagery/2026",
): Promise<UploadOptions & { clock: { slept: number[] } }> {
  // Signatures need the real time of day.
  const clock = { ...skippingClock(), now: () => systemClock.now() };
  const send = makeUndiciSend({ clock: systemClock });
  onTestFinished(() => send.close());
  return {
    send,
    sendToStore: send,
    clock,
    random: () => 0.5,
    links: new Map(),
    allowHttp: true,
    target: parseS3Url(url),
    s3: await readS3Settings(s3.env, "/nowhere"),
    uploads: { dir: await testFolder(), self: { pid: 7, isAlive: (pid) => pid === 7 } },
  };
}

/** Runs a plan; distinguishes a run that ends by itself from an abort. */
export async function upload(sources: TransferSource[], options: UploadOptions) {
  const events: TransferEvent[] = [];
  const summary = await runUploads(planTransfers(sources), {
    ...options,
    links: toLinks(sources),
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const types = events.map(({ type }) => type).filter((type) => type !== "progress");
  return { summary, events, types };
}
