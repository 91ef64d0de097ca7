import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { hashHex } from "../naming/safe-name.ts";
import type { S3Settings } from "../s3-settings.ts";
import type { S3Target } from "../s3-target.ts";

/** An unfinished multipart upload. It has no secret: its id is useless without the keys. */
interface OpenUpload {
  endpoint: string;
  bucket: string;
  key: string;
  uploadId: string;
  pid: number;
}

/** The unfinished uploads of this machine: parts of a killed run cost money until they are removed. */
export interface OpenUploads {
  add(key: string, uploadId: string): Promise<void>;
  remove(uploadId: string): Promise<void>;
  /** Returns the uploads of dead runs in this bucket. */
  left(): Promise<readonly { key: string; uploadId: string }[]>;
}

export interface OpenUploadsOptions {
  /** Folder of the records; made when missing. */
  dir: string;
  self: { pid: number; isAlive: (pid: number) => boolean };
}

/**
 * Opens the records of unfinished uploads. Best effort on purpose: an unwritable state folder does not
 * prevent an upload.
 */
export function openUploads(
  { dir, self }: OpenUploadsOptions,
  { endpoint = "aws" }: Pick<S3Settings, "endpoint">,
  { bucket }: S3Target,
): OpenUploads {
  const pathOf = (uploadId: string): string =>
    join(dir, `${hashHex(`${endpoint}\n${bucket}\n${uploadId}`).slice(0, 32)}.json`);
  return {
    add: async (key, uploadId) => {
      const record: OpenUpload = { endpoint, bucket, key, uploadId, pid: self.pid };
      try {
        await makeFolder(dir, 0o700);
        await writeFile(pathOf(uploadId), JSON.stringify(record), { flag: "wx", mode: 0o600 });
      } catch {
        return;
      }
    },
    remove: (uploadId) => rm(pathOf(uploadId), { force: true }).catch(() => undefined),
    left: async () => {
      const names = await readdir(dir).catch(() => []);
      const records = await Promise.all(names.map((name) => readRecord(join(dir, name))));
      return records.flatMap((record) =>
        record?.endpoint === endpoint && record.bucket === bucket && !self.isAlive(record.pid)
          ? [{ key: record.key, uploadId: record.uploadId }]
          : [],
      );
    },
  };
}

async function readRecord(path: string): Promise<OpenUpload | undefined> {
  try {
    const record = JSON.parse(await readFile(path, "utf8")) as Partial<OpenUpload>;
    const isWhole =
      [record.endpoint, record.bucket, record.key, record.uploadId].every((one) => typeof one === "string") &&
      Number.isSafeInteger(record.pid);
    return isWhole ? (record as OpenUpload) : undefined;
  } catch {
    return undefined;
  }
}
