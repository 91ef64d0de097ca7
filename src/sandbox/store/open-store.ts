import { createHash } from "node:crypto";
import { chmod, open } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../disk/make-folder.ts";
import { AppError } from "../../errors.ts";
import { DAY_MS } from "../../time/civil.ts";
import { openDatabase, type Database } from "./database.ts";
import { advice, swath } from "../../hint.ts";

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
const DEFAULT_SEED = "swath";

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

/** Each entry migrates the store from version n to n+1. Never edit a released entry: append. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE faults (id TEXT PRIMARY KEY, position INTEGER NOT NULL, remaining INTEGER, rule TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE orders (
     id TEXT PRIMARY KEY, user_id TEXT NOT NULL, organization_id TEXT NOT NULL,
     ordered_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL, contract_id TEXT, rejected_ms INTEGER) WITHOUT ROWID;
   CREATE TABLE order_items (
     order_id TEXT NOT NULL REFERENCES orders (id), position INTEGER NOT NULL, organization_id TEXT NOT NULL,
     collection_id TEXT NOT NULL, granule_id TEXT NOT NULL, collect_id TEXT NOT NULL, product_type TEXT NOT NULL,
     ready_ms INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (order_id, position)) WITHOUT ROWID;
   CREATE INDEX order_items_of_organization ON order_items (organization_id, collection_id, granule_id);
   CREATE TABLE granules (
     granule_id TEXT PRIMARY KEY, collection_id TEXT NOT NULL, collect_id TEXT NOT NULL,
     product_type TEXT NOT NULL, ready_ms INTEGER NOT NULL) WITHOUT ROWID;
   CREATE INDEX granules_of_collect ON granules (collect_id, product_type);
   CREATE TABLE requests (
     seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, user_id TEXT NOT NULL,
     organization_id TEXT NOT NULL, repeat_id TEXT, submitted_ms INTEGER NOT NULL,
     name TEXT, code TEXT, status_time TEXT, window_open TEXT, window_close TEXT, duration REAL, tier TEXT,
     holdback TEXT, mode TEXT, submission_time TEXT);
   CREATE INDEX requests_of_organization ON requests (kind, organization_id, submitted_ms, seq);
   CREATE INDEX requests_of_user ON requests (kind, user_id, submitted_ms, seq);
   CREATE INDEX requests_of_repeat ON requests (repeat_id) WHERE repeat_id IS NOT NULL;
   CREATE TABLE request_records (seq INTEGER PRIMARY KEY REFERENCES requests (seq), record TEXT NOT NULL, inner TEXT NOT NULL);
   CREATE TABLE request_events (
     at_ms INTEGER NOT NULL, rank INTEGER NOT NULL, request_id TEXT NOT NULL,
     PRIMARY KEY (at_ms, rank, request_id)) WITHOUT ROWID;
   CREATE INDEX events_of_request ON request_events (request_id, rank);
   CREATE TABLE collects (
     collect_id TEXT PRIMARY KEY, task_id TEXT NOT NULL, satellite INTEGER NOT NULL, start_ms INTEGER NOT NULL,
     end_ms INTEGER NOT NULL, ready_ms INTEGER, plan TEXT NOT NULL, facts TEXT) WITHOUT ROWID;
   CREATE INDEX collects_of_task ON collects (task_id, start_ms);
   CREATE INDEX collects_in_time ON collects (end_ms);
   CREATE INDEX collects_ready ON collects (ready_ms) WHERE ready_ms IS NOT NULL;
   CREATE TABLE organizations (
     id TEXT PRIMARY KEY, default_product_types TEXT, unavailable_product_types TEXT) WITHOUT ROWID;`,
];

/** The version this program writes. */
export const STORE_VERSION = MIGRATIONS.length;

const readVersion = (database: Database): number =>
  Number(database.all("PRAGMA user_version")[0]?.["user_version"] ?? 0);

/** Migrates the store to this program's version. Errors: SANDBOX_STORE_NEWER when a newer program wrote it. */
function migrate(database: Database): void {
  if (readVersion(database) === STORE_VERSION) return;
  database.transaction(() => {
    // Read again under the lock: another process may have migrated in the meantime.
    const found = readVersion(database);
    if (found > STORE_VERSION) {
      throw new AppError(
        "usage",
        "SANDBOX_STORE_NEWER",
        `the sandbox store has version ${found}; this program knows versions up to ${STORE_VERSION}`,
        { next: advice`Start over: ${swath`sandbox reset --store`}` },
      );
    }
    for (const migration of MIGRATIONS.slice(found)) database.exec(migration);
    database.exec(`PRAGMA user_version=${STORE_VERSION}`);
  });
}

/** Single values of a store: seed, signing secret, archive size, counters, clock. */
class Meta {
  constructor(private readonly database: Database) {}

  get(key: string): string | undefined {
    return this.database.all<{ value: string }>("SELECT value FROM meta WHERE key = ?", key)[0]?.value;
  }

  /** Returns a value that every store has from its creation. */
  need(key: string): string {
    const value = this.get(key);
    if (value === undefined) throw new Error(`the store has no ${key}`);
    return value;
  }

  set(key: string, value: string): void {
    this.database.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", key, value);
  }

  /** Returns the next id of the seed. Call it in the transaction that stores the id. */
  nextId(kind: string): string {
    return this.database.transaction(() => {
      const count = Number(this.get("minted") ?? "0") + 1;
      this.set("minted", String(count));
      return mintId(this.need("seed"), kind, count);
    });
  }
}

/** Returns a UUID in the form of version 4 that depends only on its parts: same store and same commands, same ids. */
export function mintId(...parts: readonly (string | number)[]): string {
  const bytes = createHash("sha256").update(parts.join("\u0000")).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
}
