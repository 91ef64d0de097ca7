import { createHash } from "node:crypto";
import { chmod, open } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { AppError } from "../../errors.ts";
import { DAY_MS } from "../../time/civil.ts";
import { openDatabase, type Database } from "./database.ts";
import { Meta } from "./meta.ts";
import { migrate } from "./migrations.ts";

interface StoreOptions {
  /** Folder of the store, created when missing; `:memory:` keeps nothing. */
  dir: string;
  seed?: string;
  archiveSize?: number;
  /** 32 secret bytes for signatures; by default computed from the seed, so that URLs are reproducible. */
  secret?: Uint8Array;
  nowMs: number;
}

export interface Store {
  readonly database: Database;
  readonly meta: Meta;
  close(): void;
}

/** The default seed; its accounts are the same on every machine. */
export const DEFAULT_SEED = "swath";

const DEFAULT_ARCHIVE_SIZE = 20_000;

/** Number of collects in a new archive per stack, which is a place that is imaged repeatedly. */
const COLLECTS_PER_STACK = 100;

/** Milliseconds between the first day of the archive and the creation of the store. */
const ARCHIVE_SPAN_MS = 400 * DAY_MS;

/** Opens or creates the store. Errors: SANDBOX_STORE_NEWER, CONFIG_INVALID for another seed. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const database = openDatabase(options.dir === ":memory:" ? options.dir : await prepareFile(options.dir));
  try {
    migrate(database);
    const meta = new Meta(database);
    database.transaction(() => {
      initialize(meta, options);
    });
    return { database, meta, close: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Creates the file so that other users of the machine cannot read its keys. */
async function prepareFile(dir: string): Promise<string> {
  const path = join(dir, "sandbox.db");
  try {
    await makeFolder(dir, 0o700);
    const file = await open(path, "a", 0o600);
    await file.close();
    await chmod(path, 0o600);
  } catch (cause) {
    throw new AppError("io", "DISK_WRITE_FAILED", `the sandbox store cannot be opened in ${dir}`, {
      next: "Choose a folder that you may write to",
      cause,
    });
  }
  return path;
}

/** Writes the values of a new store. An existing store keeps its own; different options are refused, not ignored. */
function initialize(meta: Meta, { seed, archiveSize, secret, nowMs }: StoreOptions): void {
  const stored = meta.get("seed");
  if (stored === undefined) {
    const chosen = seed ?? DEFAULT_SEED;
    meta.set("seed", chosen);
    const bytes = secret ?? createHash("sha256").update(`${chosen}/secret`).digest();
    meta.set("secret", Buffer.from(bytes).toString("hex"));
    const size = archiveSize ?? DEFAULT_ARCHIVE_SIZE;
    meta.set("archiveSize", String(size));
    meta.set("archiveStacks", String(Math.floor(size / COLLECTS_PER_STACK)));
    meta.set("archiveStartMs", String(nowMs - ARCHIVE_SPAN_MS));
    meta.set("minted", "0");
  } else if (seed !== undefined && seed !== stored) {
    throw new AppError(
      "usage",
      "CONFIG_INVALID",
      `the store was created with seed "${stored}", not "${seed}"`,
      {
        next: "Use another folder",
      },
    );
  } else if (archiveSize !== undefined && String(archiveSize) !== meta.get("archiveSize")) {
    throw new AppError(
      "usage",
      "CONFIG_INVALID",
      `the store was created with ${meta.need("archiveSize")} archive collects, not ${archiveSize}`,
      { next: "Use another folder" },
    );
  }
}
