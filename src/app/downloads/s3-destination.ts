/** `--out-dir s3://bucket/prefix`: the bucket, and what the environment says about reaching it. */
import { join } from "node:path";
import type { UploadOptions } from "../../transfer/run-uploads.ts";
import { readS3Settings } from "../../transfer/s3-settings.ts";
import { parseS3Url } from "../../transfer/s3-target.ts";
import type { AppContext } from "../context.ts";
import { openNetwork } from "../service/connection.ts";

export type S3Destination = Pick<UploadOptions, "target" | "s3" | "uploads">;

/** Does the work with the bucket, on connections of its own: the sandbox may be inside this process, a bucket never is. */
export async function withS3<T>(
  context: AppContext,
  url: string,
  work: (s3: S3Destination & Pick<UploadOptions, "sendToStore">) => Promise<T>,
): Promise<T> {
  const destination = await s3Destination(context, url);
  const network = await openNetwork(context);
  try {
    return await work({ ...destination, sendToStore: await context.service.logged(network.send) });
  } finally {
    await network.close();
  }
}

/** Sends nothing. Throws USAGE, AUTH_MISSING, CONFIG_INVALID: all before anything is asked for. */
export async function s3Destination(
  { env, homeFolder, machine, directories, events }: AppContext,
  url: string,
): Promise<S3Destination> {
  const target = parseS3Url(url);
  const s3 = await readS3Settings(env, homeFolder);
  if (s3.endpoint?.startsWith("http:") === true && !isLoopback(s3.endpoint))
    events.warn(
      `${new URL(s3.endpoint).host} is spoken to in plain http: others on the way can read the files`,
    );
  return {
    target,
    s3,
    uploads: {
      dir: join(directories.state, "uploads"),
      self: { pid: machine.pid, isAlive: (pid) => machine.isAlive(pid) },
    },
  };
}

const isLoopback = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(new URL(url).hostname);
