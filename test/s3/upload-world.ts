/** Plans of one data server into an S3 endpoint. */
import { onTestFinished } from "vitest";
import { undiciSend } from "../../src/client/undici-send.ts";
import type { TransferEvent } from "../../src/transfer/events.ts";
import { planTransfers } from "../../src/transfer/plan.ts";
import { runUploads, type UploadOptions } from "../../src/transfer/run-uploads.ts";
import { readS3Settings } from "../../src/transfer/s3-settings.ts";
import { parseS3Url } from "../../src/transfer/s3-target.ts";
import { linksOf, type TransferSource } from "../../src/transfer/transfer-source.ts";
import { systemClock, type Clock } from "../../src/time/clock.ts";
import { emptyDir } from "../unit/transfer/transfer-world.ts";
import type { S3Process } from "./s3-process.ts";

/** Waits are recorded and take no time; signatures need the real time of day. */
function hurriedClock(): Clock & { slept: number[] } {
  const slept: number[] = [];
  return {
    slept,
    now: () => systemClock.now(),
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

export async function uploadOptions(
  s3: S3Process,
  url = "s3://imagery/2026",
): Promise<UploadOptions & { clock: { slept: number[] } }> {
  const clock = hurriedClock();
  const send = undiciSend({ clock: systemClock });
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
    uploads: { dir: await emptyDir(), self: { pid: 7, isAlive: (pid) => pid === 7 } },
  };
}

/** Runs a plan; distinguishes a run that ends by itself from an abort. */
export async function upload(sources: TransferSource[], options: UploadOptions) {
  const events: TransferEvent[] = [];
  const summary = await runUploads(planTransfers(sources), {
    ...options,
    links: linksOf(sources),
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  const types = events.map(({ type }) => type).filter((type) => type !== "progress");
  return { summary, events, types };
}
