import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type Holder,
  makeHolder,
  isGone,
  keepRenewed,
  type LockWorld,
  parseHolder,
} from "../../disk/lock-holder.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { hashHex } from "../naming/safe-name.ts";
import type { S3Settings } from "../s3-settings.ts";
import type { S3Target } from "../s3-target.ts";

/**
 * An unfinished multipart upload, and its holder, as in a lock: another machine or container with the same state folder sees that it is
 * renewed. It has no secret: its id is useless without the keys.
 */
interface OpenUpload extends Holder {
  endpoint: string;
  bucket: string;
  key: string;
  uploadId: string;
}

/** The unfinished uploads of this machine: parts of a killed run cost money until they are removed. */
export interface OpenUploads {
  add(key: string, uploadId: string): Promise<void>;
  remove(uploadId: string): Promise<void>;
  /** Returns the uploads of dead runs in this bucket. */
  left(): Promise<readonly { key: string; uploadId: string }[]>;
}

export interface OpenUploadsOptions extends Pick<LockWorld, "self"> {
  /** Folder of the records; made when missing. */
  dir: string;
}

/**
 * Opens the records of unfinished uploads. Best effort on purpose: an unwritable state folder does not
 * prevent an upload.
 */
export function openUploads(
  { dir, ...world }: OpenUploadsOptions & LockWorld,
  { endpoint = "aws" }: Pick<S3Settings, "endpoint">,
  { bucket }: S3Target,
): OpenUploads {
  const pathOf = (uploadId: string): string =>
    join(dir, `${hashHex(`${endpoint}\n${bucket}\n${uploadId}`).slice(0, 32)}.json`);
  const renewals = new Map<string, () => void>();
  const isLeft = async ({ record, touchedMs }: Found, me: Holder): Promise<boolean> =>
    record.endpoint === endpoint && record.bucket === bucket && isGone(record, touchedMs, me, world);
  return {
    add: async (key, uploadId) => {
      const path = pathOf(uploadId);
      const holder = await makeHolder(world);
      const record: OpenUpload = { endpoint, bucket, key, uploadId, ...holder };
      try {
        await makeFolder(dir, 0o700);
        await writeFile(path, JSON.stringify(record), { flag: "wx", mode: 0o600 });
        renewals.set(uploadId, keepRenewed(path, holder.token, world.clock));
      } catch {
        return;
      }
    },
    remove: async (uploadId) => {
      renewals.get(uploadId)?.();
      renewals.delete(uploadId);
      await rm(pathOf(uploadId), { force: true }).catch(() => undefined);
    },
    left: async () => {
      const names = await readdir(dir).catch(() => []);
      const found = await Promise.all(names.map((name) => readRecord(join(dir, name))));
      const me = await makeHolder(world);
      const left = await Promise.all(
        found.map(async (one) => (one !== undefined && (await isLeft(one, me)) ? [one.record] : [])),
      );
      return left.flat().map(({ key, uploadId }) => ({ key, uploadId }));
    },
  };
}

interface Found {
  record: OpenUpload;
  /** The last sign of life of its holder. */
  touchedMs: number;
}

async function readRecord(path: string): Promise<Found | undefined> {
  try {
    const record = parseHolder(await readFile(path, "utf8")) as OpenUpload | undefined;
    if (record === undefined) return undefined;
    const texts = [record.endpoint, record.bucket, record.key, record.uploadId];
    const isWhole = texts.every((one) => typeof one === "string");
    return isWhole ? { record, touchedMs: (await stat(path)).mtimeMs } : undefined;
  } catch {
    return undefined;
  }
}
