import { createHash } from "node:crypto";
import { createReadStream, rmSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, basename } from "node:path";
import type { Worker } from "node:worker_threads";
import { removeFolder, renameFile } from "../../disk/held-file.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { findThreadCode, startThread, type ThreadCode } from "../../disk/thread-code.ts";
import { DAY_MS } from "../../time/civil.ts";
import type { Clock } from "../../time/clock.ts";
import { VERSION } from "../../version.ts";
import type { Holdings } from "../holdings.ts";
import type { OrdersTable } from "../orders/orders-table.ts";
import type { SandboxSettings } from "../settings.ts";
import type { Store } from "../store/open-store.ts";
import { listExportFiles, type ExportFile } from "./export-file.ts";
import { sliceColumns, listImageFormats, type ExportJob, type Footprint } from "./export-job.ts";
import { generate } from "./generate.ts";

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
    let length = await readLength(path);
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
      await renameFile(draft, path);
    } finally {
      await removeFolder(workplace);
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
      // Another process may have removed it, and some systems cannot remove an open file: a later call does. Nothing waits for that.
      if (!isTaken) await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

async function etagOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return `"${hash.digest("hex").slice(0, 32)}"`;
}

async function readLength(path: string): Promise<number | undefined> {
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

/** The content of an export file, known but not written yet. */
interface ExportPlan {
  /** Hash of everything that determines the bytes. */
  revision: string;
  /** Returns the job that writes the file to a path. */
  jobAt(path: string): ExportJob;
}

/** Plans a file from the holdings at its refresh: archive, completed tasks and generated products. */
function planExport(
  file: ExportFile,
  { holdings, orders, store }: { holdings: Holdings; orders: OrdersTable; store: Store },
): ExportPlan {
  const { fromMs, asOfMs, exportFormat, name } = file;
  // The archive grows by whole days, at midnight.
  const toMs = Math.min(file.toMs, Math.floor(asOfMs / DAY_MS) * DAY_MS);
  const products = groupByCollect(orders, asOfMs);
  const tasked = listTaskedFootprints(file, holdings, products);
  const generated = listGeneratedProducts(file, holdings, products);
  const facts = {
    version: VERSION,
    seed: store.meta.need("seed"),
    archiveSize: store.meta.need("archiveSize"),
    archiveStacks: store.meta.need("archiveStacks"),
    span: [fromMs, toMs, asOfMs],
    name,
    tasked: tasked.map(({ collect, productTypes }) => [collect, productTypes]),
    generated: [...generated],
  };
  return {
    revision: createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 32),
    jobAt(path) {
      const { columns, context } = holdings.archive.table();
      return {
        exportFormat,
        path,
        layer: basename(name, `.${exportFormat}`),
        asOfMs,
        columns: sliceColumns(columns, fromMs, toMs),
        context,
        tasked,
        generated,
      };
    },
  };
}

const isWithin = ({ fromMs, toMs }: ExportFile, ms: number): boolean => ms >= fromMs && ms < toMs;

/** Generated products by collect id. */
type Products = ReadonlyMap<string, readonly string[]>;

function listTaskedFootprints(file: ExportFile, holdings: Holdings, products: Products): Footprint[] {
  return holdings.tasked
    .list(file.asOfMs)
    .filter(({ collect }) => isWithin(file, collect.datetimeMs))
    .sort((a, b) => a.collect.datetimeMs - b.collect.datetimeMs)
    .map(({ collect, productTypes }) => ({
      collect,
      productTypes: listImageFormats([...productTypes, ...(products.get(collect.id) ?? [])]),
    }));
}

/** Returns generated products of archive collects in the file's time span. */
function listGeneratedProducts(file: ExportFile, { archive }: Holdings, products: Products): Products {
  const archived = [...products].filter(([collectId]) => {
    const collect = archive.collectById(collectId);
    return collect !== undefined && isWithin(file, collect.datetimeMs);
  });
  return new Map(archived);
}

function groupByCollect(orders: OrdersTable, asOfMs: number): Products {
  const products = new Map<string, string[]>();
  for (const { collectId, productType } of orders.listGenerated(asOfMs)) {
    products.set(collectId, [...(products.get(collectId) ?? []), productType]);
  }
  return products;
}

/** Maximum number of rows for which making a file is faster than starting a thread. */
const MAX_ROWS_IN_PROCESS = 1000;

/**
 * Makes one file at a time; large files in a worker thread. A run from source has no code for the thread: it makes the files
 * in its own thread, with pauses for other events.
 */
export class ExportRunner {
  readonly #code: ThreadCode | undefined;
  #last: Promise<void> = Promise.resolve();
  #worker: Worker | undefined;
  #isStopped = false;

  constructor(code = findThreadCode("export-worker")) {
    this.#code = code;
  }

  /** Writes `job.path`. Rejects with the cause of a failure. */
  run(job: ExportJob): Promise<void> {
    const isLarge = job.columns.size + job.tasked.length > MAX_ROWS_IN_PROCESS;
    const code = this.#code;
    const made = this.#last.then(() => {
      if (this.#isStopped) throw new Error("the sandbox is closed");
      return isLarge && code !== undefined ? this.#runInWorker(code, job) : generate(job);
    });
    this.#last = made.catch(() => undefined);
    return made;
  }

  /** Stops the running worker and rejects queued jobs. */
  stop(): void {
    this.#isStopped = true;
    void this.#worker?.terminate();
  }

  async #runInWorker(code: ThreadCode, job: ExportJob): Promise<void> {
    const worker = startThread(code, { workerData: job, name: "swath-export" });
    this.#worker = worker;
    try {
      await waitForCompletion(worker);
    } finally {
      this.#worker = undefined;
      await worker.terminate();
    }
  }
}

const waitForCompletion = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended before the export was complete")));
  });
