import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../time/clock.ts";
import {
  DOUBT_RENEWALS,
  findRenewalMs,
  type Holder,
  isDoubtful,
  makeHolder,
  isGone,
  keepRenewed,
  type LockWorld,
  parseHolder,
} from "../../disk/lock-holder.ts";
import { removeFile } from "../../disk/held-file.ts";
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
  left(signal?: AbortSignal): Promise<readonly { key: string; uploadId: string }[]>;
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
  { dir, ...world }: OpenUploadsOptions & LockWorld & { clock: Clock },
  { endpoint = "aws" }: Pick<S3Settings, "endpoint">,
  { bucket }: S3Target,
): OpenUploads {
  const pathOf = (uploadId: string): string =>
    join(dir, `${hashHex(`${endpoint}\n${bucket}\n${uploadId}`).slice(0, 32)}.json`);
  const renewals = new Map<string, () => void>();
  const isHere = ({ record }: Found): boolean => record.endpoint === endpoint && record.bucket === bucket;
  const isLeft = async (
    path: string,
    { record, touchedMs }: Found,
    me: Holder,
    signal: AbortSignal | undefined,
  ): Promise<boolean> => {
    if (await isGone(record, touchedMs, me, world)) return true;
    if (!isDoubtful(record, touchedMs, me, world)) return false;
    // Another process may have the number of its holder by now. A machine that sleeps shortens one of these waits.
    for (let missed = 0; missed < DOUBT_RENEWALS; missed++)
      await world.clock.sleep(findRenewalMs(record) ?? 0, signal);
    const later = await readRecord(path);
    return later?.record.token === record.token && later.touchedMs === touchedMs;
  };
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
      await removeFile(pathOf(uploadId)).catch(() => undefined);
    },
    left: async (signal) => {
      const names = await readdir(dir).catch(() => []);
      const me = await makeHolder(world);
      const left = await Promise.all(
        names.map(async (name) => {
          const path = join(dir, name);
          const one = await readRecord(path);
          return one !== undefined && isHere(one) && (await isLeft(path, one, me, signal))
            ? [one.record]
            : [];
        }),
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
