import { readBootId } from "../../disk/boot-id.ts";
import type { TransferEvent } from "../events.ts";
import { HashThread } from "../hashing/hash-thread.ts";
import type { PlannedFile } from "../plan.ts";
import { HostLimiter } from "../pacing/host-limiter.ts";
import { LinkRenewal } from "./link-renewal.ts";
import { appendManifest, readManifest, type Manifest, type RecordFiles } from "../manifest.ts";
import type { TransferSettings } from "../options.ts";
import { holderText } from "../../disk/lock-holder.ts";
import { RateLimit } from "../pacing/rate-limit.ts";
import { RunFlow } from "../pacing/run-flow.ts";
import { openRoot, Places } from "../../disk/safe-parent.ts";
import { CommitGroup } from "../small/commit-group.ts";
import { QuickLocks } from "../small/quick-locks.ts";
import { FolderView } from "../small/folder-view.ts";
import { SpaceGuard } from "./space-guard.ts";
import { ThreadChoice } from "./thread-choice.ts";

/** What the files of one run share. */
export interface Run {
  settings: TransferSettings;
  /** Real path of the output directory. */
  root: string;
  bootId: string | undefined;
  space: SpaceGuard;
  hashThread: HashThread;
  /** Which files threads read. */
  threads: ThreadChoice;
  hosts: HostLimiter;
  flow: RunFlow;
  rate: RateLimit | undefined;
  renewal: LinkRenewal;
  /** Aborts with the caller's signal, and when the disk gives up. */
  signal: AbortSignal;
  stop: (reason: unknown) => void;
  emit: (event: TransferEvent) => void;
  /** As it was when the run began: a run does not check again what it has written itself. */
  manifest: () => Manifest;
  /** Reads the manifest again: another process may have written to it. */
  reloadManifest: () => Promise<Manifest>;
  record: RecordFiles;
  /** Where files are placed, and what is there already. */
  places: Places;
  folders: FolderView;
  /** Small files that are published together. */
  group: CommitGroup;
  locks: QuickLocks;
}

/** Throws DISK_WRITE_FAILED when the output directory cannot be made or read. */
export async function prepareRun(settings: TransferSettings, files: readonly PlannedFile[]): Promise<Run> {
  const root = await openRoot(settings.dir);
  const { bytesPerSecond, threadFromBytes } = settings;
  // A limited rate is slow anyway, and it is kept on this thread.
  const hasThreads = settings.hasThreads === true && bytesPerSecond === undefined;
  const stopper = new AbortController();
  const entries = new Map(await readManifest(root));
  const record: Run["record"] = async (written, makeDurable) => {
    const time = new Date(settings.clock.now()).toISOString();
    const order = settings.order === undefined ? {} : { order: settings.order };
    const lines = written.map((entry) => ({ ...entry, ...order, time }));
    await appendManifest(root, lines, makeDurable);
  };
  const locks = new QuickLocks(await holderText(settings), settings.clock);
  return {
    settings,
    root,
    bootId: await readBootId(),
    space: new SpaceGuard(root),
    hashThread: new HashThread(),
    threads: new ThreadChoice(files, threadFromBytes, hasThreads),
    hosts: new HostLimiter(settings.clock, settings.maxConnections),
    flow: new RunFlow(settings.busyMs),
    rate: bytesPerSecond === undefined ? undefined : new RateLimit(settings.clock, bytesPerSecond),
    renewal: new LinkRenewal(settings),
    signal:
      settings.signal === undefined ? stopper.signal : AbortSignal.any([settings.signal, stopper.signal]),
    stop: (reason) => stopper.abort(reason),
    emit: (event) => settings.onEvent?.(event),
    manifest: () => entries,
    reloadManifest: async () => {
      for (const [name, entry] of await readManifest(root)) entries.set(name, entry);
      return entries;
    },
    record,
    places: new Places(root),
    folders: new FolderView(),
    locks,
    group: new CommitGroup(settings.clock, locks, record),
  };
}
