import { createHash } from "node:crypto";
import { createReadStream, rmSync } from "node:fs";
import { mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import type { Clock } from "../../time/clock.ts";
import type { Holdings } from "../holdings.ts";
import type { OrdersTable } from "../orders/orders-table.ts";
import type { SandboxSettings } from "../settings.ts";
import type { Store } from "../store/open-store.ts";
import { type ExportFile, listExportFiles } from "./export-file.ts";
import { ExportRunner } from "./export-runner.ts";
import { planExport, type ExportPlan } from "./plan-export.ts";

interface ExportCacheOptions {
  /** Folder of the store. `:memory:` uses a temporary folder that is removed on close. */
  dir: string;
  store: Store;
  orders: OrdersTable;
  holdings: () => Promise<Holdings>;
  /** Real time: distinguishes files left by a killed process from files that another process is writing. */
  realClock: Clock;
}

/** An export file on disk. Its bytes never change: a refresh creates a new revision. */
interface CachedExport {
  path: string;
  length: number;
  /** Identifies the content. */
  revision: string;
}

const MAKING = ".making-";
const ABANDONED_AFTER_MS = 3_600_000;

/** Export files on disk. A file is made on its first request and kept, with one revision per name. */
export class ExportCache {
  readonly #options: ExportCacheOptions;
  readonly #runner = new ExportRunner();
  readonly #inMaking = new Map<string, Promise<void>>();
  readonly #etags = new Map<string, Promise<string>>();
  #root: Promise<string> | undefined;
  #temporary: string | undefined;

  constructor(options: ExportCacheOptions) {
    this.#options = options;
  }

  /** Returns the available files at a moment of the virtual clock. */
  async list(
    nowMs: number,
    { runningWeekCounts, exportNames }: Pick<SandboxSettings, "runningWeekCounts" | "exportNames">,
  ): Promise<ExportFile[]> {
    const { firstMs } = await this.#options.holdings();
    return listExportFiles({ nowMs, firstMs, runningWeekCounts, exportNames });
  }

  /** Returns the file and makes it first if necessary. Rejects with the system's error when it cannot be written. */
  async fetch(file: ExportFile): Promise<CachedExport> {
    const plan = planExport(file, { ...this.#options, holdings: await this.#options.holdings() });
    this.#root ??= this.#openRoot();
    const folder = join(await this.#root, ...file.name.split("/"));
    const path = join(folder, plan.revision);
    let length = await lengthOf(path);
    if (length === undefined) {
      await this.#makeOnce(folder, path, plan);
      length = (await stat(path)).size;
    }
    return { path, length, revision: plan.revision };
  }

  /** Returns an entity tag computed from the bytes, because a refresh may produce the same bytes as before. */
  async etagOf({ path }: CachedExport): Promise<string> {
    const known = this.#etags.get(path) ?? etagOf(path);
    this.#etags.set(path, known);
    known.catch(() => this.#etags.delete(path));
    return known;
  }

  close(): void {
    this.#runner.stop();
    if (this.#temporary !== undefined) rmSync(this.#temporary, { recursive: true, force: true });
  }

  async #openRoot(): Promise<string> {
    const { dir } = this.#options;
    if (dir !== ":memory:") return join(dir, "exports");
    this.#temporary = await mkdtemp(join(tmpdir(), "swath-exports-"));
    return this.#temporary;
  }

  /** Makes a file once: concurrent requests for a file wait for the first one. */
  async #makeOnce(folder: string, path: string, plan: ExportPlan): Promise<void> {
    const known = this.#inMaking.get(path);
    if (known !== undefined) return known;
    const making = this.#make(folder, path, plan).finally(() => this.#inMaking.delete(path));
    this.#inMaking.set(path, making);
    return making;
  }

  async #make(folder: string, path: string, plan: ExportPlan): Promise<void> {
    await makeFolder(folder, 0o700);
    const workplace = await mkdtemp(join(folder, MAKING));
    try {
      const draft = join(workplace, plan.revision);
      await this.#runner.run(plan.jobAt(draft));
      await rename(draft, path);
    } finally {
      await rm(workplace, { recursive: true, force: true });
    }
    await this.#tidy(folder, plan.revision);
  }

  /** Removes older revisions and leftovers of killed processes. A download with an open file is not interrupted. */
  async #tidy(folder: string, revision: string): Promise<void> {
    const nowMs = this.#options.realClock.now();
    for (const name of await readdir(folder)) {
      if (name === revision) continue;
      const path = join(folder, name);
      const isTaken = name.startsWith(MAKING) && !(await isOlder(path, nowMs - ABANDONED_AFTER_MS));
      // Another process may have removed it, and some systems cannot remove an open file: a later call does.
      if (!isTaken) await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

async function etagOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return `"${hash.digest("hex").slice(0, 32)}"`;
}

async function lengthOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

const isOlder = (path: string, ms: number): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs < ms,
    () => false,
  );
