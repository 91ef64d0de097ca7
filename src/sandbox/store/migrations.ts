import { AppError } from "../../errors.ts";
import type { Database } from "./database.ts";

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

const versionOf = (database: Database): number =>
  Number(database.all("PRAGMA user_version")[0]?.["user_version"] ?? 0);

/** Migrates the store to this program's version. Errors: SANDBOX_STORE_NEWER when a newer program wrote it. */
export function migrate(database: Database): void {
  if (versionOf(database) === STORE_VERSION) return;
  database.transaction(() => {
    // Read again under the lock: another process may have migrated in the meantime.
    const found = versionOf(database);
    if (found > STORE_VERSION) {
      throw new AppError(
        "usage",
        "SANDBOX_STORE_NEWER",
        `the sandbox store has version ${found}; this program knows versions up to ${STORE_VERSION}`,
        { next: { do: "resetSandbox" } },
      );
    }
    for (const migration of MIGRATIONS.slice(found)) database.exec(migration);
    database.exec(`PRAGMA user_version=${STORE_VERSION}`);
  });
}
