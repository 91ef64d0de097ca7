/** A bucket as the destination of files: `s3://bucket/prefix`, its keys, and the network to it. */
import { join } from "node:path";
import { BucketFiles } from "../../transfer/bucket-files.ts";
import type { UploadOptions } from "../../transfer/run-uploads.ts";
import { readS3Settings } from "../../transfer/s3-settings.ts";
import { parseS3Url } from "../../transfer/s3-target.ts";
import type { AppContext } from "../context.ts";
import { openNetwork } from "../service/connection.ts";

export type Bucket = Pick<UploadOptions, "target" | "s3" | "uploads">;

/** Sends nothing. Throws USAGE, AUTH_MISSING, CONFIG_INVALID. */
export async function readBucket(
  {
    env,
    homeFolder,
    machine,
    directories,
    events,
  }: Pick<AppContext, "env" | "homeFolder" | "machine" | "directories" | "events">,
  url: string,
): Promise<Bucket> {
  const target = parseS3Url(url);
  const s3 = await readS3Settings(env, homeFolder);
  if (s3.endpoint?.startsWith("http:") === true && !isLoopback(s3.endpoint))
    events.warn(
      `${new URL(s3.endpoint).host} is reached over plain http: others on the network can read the files`,
    );
  return {
    target,
    s3,
    uploads: {
      dir: join(directories.state, "uploads"),
      self: machine,
    },
  };
}

const isLoopback = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(new URL(url).hostname);

export type BucketContext = Pick<
  AppContext,
  "env" | "homeFolder" | "machine" | "directories" | "events" | "settings" | "clock" | "send" | "service"
>;

/** Runs `work` with the bucket on separate connections: the sandbox may be inside this process, a bucket never is. */
export async function withBucket<T>(
  context: BucketContext,
  url: string,
  work: (s3: Bucket & Pick<UploadOptions, "sendToStore">) => Promise<T>,
): Promise<T> {
  const bucket = await readBucket(context, url);
  const network = await openNetwork(context);
  try {
    return await work({ ...bucket, sendToStore: await context.service.logged(network.send) });
  } finally {
    await network.close();
  }
}

/** Runs `work` with the small objects of the bucket. */
export function withBucketFiles<T>(
  context: BucketContext & Pick<AppContext, "signal">,
  url: string,
  work: (files: BucketFiles) => Promise<T>,
): Promise<T> {
  const { clock, machine, settings, signal } = context;
  return withBucket(context, url, ({ target, s3, sendToStore }) =>
    work(
      new BucketFiles({
        target,
        s3,
        sendToStore,
        clock,
        random: () => machine.random(),
        signal,
        headersTimeoutMs: settings.timeout.value,
        idleTimeoutMs: settings.timeout.value,
      }),
    ),
  );
}
