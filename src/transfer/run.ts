import { readBootId } from "./boot-id.ts";
import type { TransferEvent } from "./events.ts";
import { HashThread } from "./hashing/hash-thread.ts";
import { HostGate } from "./host-gate.ts";
import { LinkRenewal } from "./link-renewal.ts";
import { appendManifest, readManifest, type Manifest, type ManifestEntry } from "./manifest.ts";
import type { Settings } from "./options.ts";
import { RateLimit } from "./rate-limit.ts";
import { openRoot } from "./safe-parent.ts";
import { SpaceGuard } from "./space-guard.ts";

/** What the files of one run share. */
export interface Run {
  settings: Settings;
  /** Real path of the output directory. */
  root: string;
  bootId: string | undefined;
  space: SpaceGuard;
  hashThread: HashThread;
  gate: HostGate;
  rate: RateLimit | undefined;
  renewal: LinkRenewal;
  /** Aborts with the caller's signal, and when the disk gives up. */
  signal: AbortSignal;
  stop: (reason: unknown) => void;
  emit: (event: TransferEvent) => void;
  manifest: () => Manifest;
  /** Reads the manifest again: another process may have written to it. */
  reloadManifest: () => Promise<Manifest>;
  record: (entry: Omit<ManifestEntry, "time" | "order">) => Promise<void>;
}

/** Throws DISK_WRITE_FAILED when the output directory cannot be made or read. */
export async function prepareRun(settings: Settings): Promise<Run> {
  const root = await openRoot(settings.dir);
  const { bytesPerSecond } = settings;
  const stopper = new AbortController();
  const entries = new Map(await readManifest(root));
  return {
    settings,
    root,
    bootId: await readBootId(),
    space: new SpaceGuard(root),
    hashThread: new HashThread(),
    gate: new HostGate(settings.clock, settings.concurrency),
    rate: bytesPerSecond === undefined ? undefined : new RateLimit(settings.clock, bytesPerSecond),
    renewal: new LinkRenewal(settings.links, settings.renew),
    signal:
      settings.signal === undefined ? stopper.signal : AbortSignal.any([settings.signal, stopper.signal]),
    stop: (reason) => stopper.abort(reason),
    emit: (event) => settings.onEvent?.(event),
    manifest: () => entries,
    reloadManifest: async () => {
      for (const [name, entry] of await readManifest(root)) entries.set(name, entry);
      return entries;
    },
    record: async (entry) => {
      const time = new Date(settings.clock.now()).toISOString();
      const order = settings.order === undefined ? {} : { order: settings.order };
      await appendManifest(root, { ...entry, ...order, time });
      entries.set(entry.name, { ...entry, ...order, time });
    },
  };
}
