import { rmSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { onDisk } from "../../disk/disk-error.ts";
import { removeFile, renameFile, retryWhileHeldNow } from "../../disk/held-file.ts";
import type { Clock } from "../../time/clock.ts";
import { HASH_BYTES } from "../hashing/digest.ts";
import { isSpanList, type Span, Spans } from "../loop/segments.ts";
import type { ObjectIdentity } from "../reply/judge-reply.ts";
import type { PartPaths, WantedFile } from "./wanted-file.ts";

const VERSION = 1;

/** The file next to a part file that records its progress. It never contains a URL. */
export interface Sidecar extends ObjectIdentity {
  version: typeof VERSION;
  /** `linkKey` of the asset. */
  key: string;
  /** `file:size` and `file:checksum` when the part file was begun. Other values mean another object. */
  promised: string;
  /** Bytes written from the start, and how many of them are synced. */
  done: number;
  synced: number;
  /** Spans written after the first hole, and the synced spans among them. */
  beyond?: readonly Span[];
  syncedBeyond?: readonly Span[];
  boot?: string;
  /** The checks of a complete part file. The next run publishes the file if this run is killed before. */
  verified?: { size: number; sha256?: string; how: readonly string[] };
  /** True if the final name was claimed with an empty file, because the file system has no links. */
  claimed?: boolean;
}

type Origin = Pick<WantedFile, "key" | "promised">;

export const makeSidecar = ({ key, promised, bootId }: Origin & { bootId: string | undefined }): Sidecar => ({
  version: VERSION,
  key,
  promised,
  done: 0,
  synced: 0,
  boot: bootId,
  digests: [],
});

/** Reads a sidecar. Undefined if it is missing, unreadable, or of another version or object; the file then restarts. */
export async function readSidecar({
  paths,
  key,
  promised,
}: Origin & { paths: Pick<PartPaths, "sidecar"> }): Promise<Sidecar | undefined> {
  try {
    const sidecar = JSON.parse(await readFile(paths.sidecar, "utf8")) as Sidecar;
    const isOurs = sidecar.version === VERSION && sidecar.key === key && sidecar.promised === promised;
    const isSound =
      isCount(sidecar.done) &&
      isCount(sidecar.synced) &&
      isBeyond(sidecar.beyond, sidecar.done) &&
      isBeyond(sidecar.syncedBeyond, sidecar.synced) &&
      isSyncedWritten(sidecar) &&
      (sidecar.size === undefined || isCount(sidecar.size)) &&
      (sidecar.coding === undefined || typeof sidecar.coding === "string") &&
      (sidecar.etag === undefined || typeof sidecar.etag === "string") &&
      Array.isArray(sidecar.digests) &&
      sidecar.digests.every(({ algorithm }) => Object.hasOwn(HASH_BYTES, algorithm));
    return isOurs && isSound ? sidecar : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the sidecar in one step. Only the owner of the lock writes, so the temporary name cannot clash. */
export async function writeSidecar(
  { sidecar: path, draft }: Pick<PartPaths, "sidecar" | "draft">,
  sidecar: Sidecar,
): Promise<void> {
  await onDisk(path, async () => {
    await removeFile(draft);
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(JSON.stringify(sidecar));
      await renameFile(draft, path);
    } catch (error) {
      await removeFile(draft);
      throw error;
    } finally {
      await handle.close();
    }
  });
}

/**
 * Returns the written spans of a part file, and those that are certainly on disk. After a reboot, only the
 * spans on disk count.
 */
export function readSpans(sidecar: Sidecar, isSameBoot: boolean): { written: Spans; synced: Spans } {
  const synced = new Spans([[0, sidecar.synced], ...(sidecar.syncedBeyond ?? [])]);
  const written = new Spans([[0, sidecar.done], ...(sidecar.beyond ?? [])]);
  return { written: isSameBoot ? written : synced.copy(), synced };
}

/** Returns the spans as sidecar fields. */
export const toSpanFields = (
  written: Spans,
  synced: Spans,
): Pick<Sidecar, "done" | "beyond" | "synced" | "syncedBeyond"> => ({
  done: written.prefix,
  synced: synced.prefix,
  beyond: listBeyond(written),
  syncedBeyond: listBeyond(synced),
});

function listBeyond(spans: Spans): Sidecar["beyond"] {
  const beyond = spans.list.filter(([from]) => from > 0);
  return beyond.length === 0 ? undefined : beyond;
}

function isBeyond(spans: unknown, done: number): boolean {
  return spans === undefined || (isSpanList(spans) && (spans[0]?.[0] ?? Infinity) > done);
}

/** Reports whether all synced bytes are also written bytes. */
function isSyncedWritten({ done, synced, beyond = [], syncedBeyond = [] }: Sidecar): boolean {
  const written = new Spans([[0, done], ...beyond]);
  const both = new Spans([...written.list, [0, synced], ...syncedBeyond]);
  return both.total === written.total;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Time until the first sidecar. A file that arrives sooner needs none. */
const FIRST_MS = 1000;
const CHECKPOINT_MS = 200;
const CHECKPOINT_BYTES = 64 * 1024 * 1024;

/** The state that a sidecar records. */
interface State {
  /** Bytes on disk. */
  readonly written: { readonly total: number };
  updateSidecar(): Sidecar;
}

/** Saves the progress of a part file. A killed run loses at most the bytes of the last second, or 64 MiB. */
export class Checkpoints {
  #bytes = 0;
  #ms: number;
  hasSaved = false;
  #saving: Promise<void> | undefined;

  constructor(
    readonly paths: PartPaths,
    readonly clock: Clock,
    readonly state: State,
  ) {
    this.#ms = clock.now();
  }

  /** Notes that the sidecar on disk is up to date. */
  noteSaved(): void {
    this.hasSaved = true;
    this.#bytes = this.state.written.total;
    this.#ms = this.clock.now();
  }

  /** Removes the sidecar, because its bytes are about to be dropped. */
  remove(): void {
    const { sidecar } = this.paths;
    retryWhileHeldNow(sidecar, () => rmSync(sidecar, { force: true }));
    this.noteSaved();
    this.hasSaved = false;
  }

  get isDue(): boolean {
    const elapsedMs = this.clock.now() - this.#ms;
    return (
      elapsedMs >= (this.hasSaved ? CHECKPOINT_MS : FIRST_MS) ||
      this.state.written.total - this.#bytes >= CHECKPOINT_BYTES
    );
  }

  /** Saves run one at a time; each records the state at its start. */
  save(): Promise<void> {
    this.noteSaved();
    const start = (): Promise<void> => writeSidecar(this.paths, this.state.updateSidecar());
    return (this.#saving = this.#saving === undefined ? start() : this.#saving.then(start, start));
  }
}
