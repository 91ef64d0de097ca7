/** `--out-dir s3://bucket/prefix`: the bucket, and what the environment says about reaching it. */
import { join, resolve } from "node:path";
import type { UploadOptions } from "../../transfer/run-uploads.ts";
import { readS3Settings } from "../../transfer/s3-settings.ts";
import { parseS3Url } from "../../transfer/s3-target.ts";
import type { Context } from "../../cli/context.ts";
import { openNetwork } from "../service/connection.ts";

export type S3Destination = Pick<UploadOptions, "target" | "s3" | "uploads">;

/** Does the work with the bucket, on connections of its own: the sandbox may be inside this process, a bucket never is. */
export async function withS3<T>(
  context: Context,
  url: string,
  work: (s3: S3Destination & Pick<UploadOptions, "sendToStore">) => Promise<T>,
): Promise<T> {
  const { world, settings, options } = context;
  const destination = await s3Destination(context, url);
  const network = await openNetwork(world, settings);
  try {
    let { send } = network;
    if (options.debugHttp !== undefined) {
      const { recordHttp } = await import("../service/http-recorder.ts");
      send = recordHttp(send, resolve(world.cwd, options.debugHttp), world);
    }
    return await work({ ...destination, sendToStore: send });
  } finally {
    await network.close();
  }
}

/** Sends nothing. Throws USAGE, AUTH_MISSING, CONFIG_INVALID: all before anything is asked for. */
export async function s3Destination(
  { world, directories, notes }: Context,
  url: string,
): Promise<S3Destination> {
  const target = parseS3Url(url);
  const s3 = await readS3Settings(world.env, world.homeDir);
  if (s3.endpoint?.startsWith("http:") === true && !isLoopback(s3.endpoint))
    notes.warn(
      `${new URL(s3.endpoint).host} is spoken to in plain http: others on the way can read the files`,
    );
  return {
    target,
    s3,
    uploads: {
      dir: join(directories.state, "uploads"),
      self: { pid: world.pid, isAlive: (pid) => world.isAlive(pid) },
    },
  };
}

const isLoopback = (url: string): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(new URL(url).hostname);
