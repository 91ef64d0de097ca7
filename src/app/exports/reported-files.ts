/** What the last sync that ended has told of a mirror: what one that was killed brought is news of the next. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceAlone } from "../../disk/durable-files.ts";
import { onDisk } from "../../disk/disk-error.ts";
import type { FetchedFile, KnownFiles } from "./fetch-report.ts";

const NAME = ".swath-exports.told.json";
const VERSION = 1;

/** Undefined when no sync has ended here yet, or nothing that can be read says so: all of the mirror is news then. */
export async function readTold(dir: string): Promise<KnownFiles | undefined> {
  try {
    const { version, files } = JSON.parse(await readFile(join(dir, NAME), "utf8")) as {
      version?: unknown;
      files?: Record<string, unknown>;
    };
    if (version !== VERSION) return undefined;
    return new Map(
      Object.entries(files ?? {}).flatMap(([path, sha256]) =>
        typeof sha256 === "string" ? [[path, { sha256 }] as const] : [],
      ),
    );
  } catch {
    return undefined;
  }
}

/** Adds what a report tells. The folder must be held. Throws DISK_WRITE_FAILED. */
export async function writeTold(
  dir: string,
  told: KnownFiles | undefined,
  files: readonly FetchedFile[],
): Promise<void> {
  const all = new Map([...(told ?? [])].map(([path, { sha256 }]) => [path, sha256]));
  for (const { path, status, sha256 } of files) if (status !== "failed") all.set(path, sha256);
  const text = JSON.stringify({ version: VERSION, files: Object.fromEntries(all) }, undefined, 2);
  await onDisk(join(dir, NAME), () => replaceAlone(dir, NAME, `${text}\n`));
}
