/** A bucket as the destination of files: `s3://bucket/prefix`, its keys, and the network to it. */
import { join } from "node:path";
import { BucketFiles, type StoreOptions } from "../../transfer/bucket-files.ts";
import type { UploadOptions } from "../../transfer/run-uploads.ts";
import { readS3Settings } from "../../transfer/s3-settings.ts";
import { parseS3Url } from "../../transfer/s3-target.ts";
import type { AppContext } from "../context.ts";
import { openNetwork } from "../service/connect.ts";

export type Bucket = Pick<UploadOptions, "target" | "s3" | "uploads">;

/** Sends nothing. Throws USAGE, AUTH_MISSING, CONFIG_INVALID. */
export async function readBucket(
  { env, homeFolder, machine, directories, events, secrets }: AppContext,
  url: string,
): Promise<Bucket> {
  const target = parseS3Url(url);
  const s3 = await readS3Settings(env, homeFolder);
  secrets.know([s3.secretAccessKey, ...(s3.sessionToken === undefined ? [] : [s3.sessionToken])]);
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

type OpenBucket = Bucket & Pick<UploadOptions, "sendToStore">;

/** Opens the bucket on separate connections, because the sandbox may be inside this process, and a bucket never is. */
export async function openBucket(
  context: AppContext,
  url: string,
): Promise<{ bucket: OpenBucket; close: () => Promise<void> }> {
  const bucket = await readBucket(context, url);
  const network = await openNetwork(context);
  const sendToStore = await context.service.logged(network.send);
  return { bucket: { ...bucket, sendToStore }, close: () => network.close() };
}

/** Runs `work` with the bucket. */
export async function withBucket<T>(
  context: AppContext,
  url: string,
  work: (s3: OpenBucket) => Promise<T>,
): Promise<T> {
  const { bucket, close } = await openBucket(context, url);
  try {
    return await work(bucket);
  } finally {
    await close();
  }
}

/** Runs `work` with the small objects of the bucket. */
export const withBucketFiles = <T>(
  context: AppContext,
  url: string,
  work: (files: BucketFiles) => Promise<T>,
): Promise<T> => withBucket(context, url, (bucket) => work(new BucketFiles(toStoreOptions(context, bucket))));

/** Returns the options of requests to the store, in addition to uploads. */
export const toStoreOptions = (
  { clock, machine, settings, signal }: AppContext,
  { target, s3, sendToStore }: OpenBucket,
): StoreOptions => ({
  target,
  s3,
  sendToStore,
  clock,
  random: () => machine.random(),
  signal,
  headersTimeoutMs: settings.timeout.value,
  idleTimeoutMs: settings.timeout.value,
});
