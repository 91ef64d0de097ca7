import { loadSqlite, type SqliteConnection, type SqliteStatement } from "../../disk/sqlite.ts";
import { AppError } from "../../errors.ts";

/** A value that SQLite returns; the store has no blobs. */
type Cell = string | number | null;
export type Row = Record<string, Cell>;
/** A value that may be bound. `toBound`, the only place that binds, converts booleans to 0 and 1. */
export type Bindable = string | number | boolean | null | undefined | Uint8Array;

/**
 * Converts a value for the driver, which aborts the whole process when a boolean is bound, and cannot bind
 * `undefined`.
 */
const toBound = (value: Bindable): unknown => (typeof value === "boolean" ? Number(value) : (value ?? null));

/** One connection to the store. The driver is synchronous: keep transactions short. */
export class Database {
  readonly #driver: SqliteConnection;
  readonly #path: string;
  readonly #statements = new Map<string, SqliteStatement>();
  #depth = 0;

  constructor(driver: SqliteConnection, path: string) {
    this.#driver = driver;
    this.#path = path;
  }

  exec(sql: string): void {
    onStore(this.#path, () => this.#driver.exec(sql));
  }

  /** Runs a write; returns the number of changed rows. */
  run(sql: string, ...values: Bindable[]): number {
    return onStore(this.#path, () => this.#prepare(sql).run(values.map(toBound)).changes);
  }

  /** Returns the rows. The SQL determines their form, and the caller states it. */
  all<R extends object = Row>(sql: string, ...values: Bindable[]): R[] {
    return onStore(this.#path, () => this.#prepare(sql).all(values.map(toBound))) as R[];
  }

  /** Returns the number of rows of a table that meet a condition. */
  count(table: string, condition = "true", ...values: Bindable[]): number {
    const sql = `SELECT COUNT(*) AS n FROM ${table} WHERE ${condition}`;
    return this.all<{ n: number }>(sql, ...values)[0]?.n ?? 0;
  }

  /** Runs `work` as one write transaction. IMMEDIATE: two processes queue for the lock instead of failing halfway. */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.exec("BEGIN IMMEDIATE");
    this.#depth += 1;
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }

  /** Rolls back. SQLite may have rolled back already, for example on a full disk; then this fails harmlessly. */
  #rollBack(): void {
    try {
      this.#driver.exec("ROLLBACK");
    } catch {
      // The first error is the one to report.
    }
  }

  close(): void {
    this.#statements.clear();
    this.#driver.close();
  }

  #prepare(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#driver.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Milliseconds for which a process waits for another one's transaction. */
const BUSY_TIMEOUT_MS = 5000;
const WAL_PAUSE_MS = 10;

/** Retries while another process opens the same new store: SQLite has no busy timeout for this change. */
function switchToWal(driver: SqliteConnection): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let leftMs = BUSY_TIMEOUT_MS; ; leftMs -= WAL_PAUSE_MS) {
    try {
      driver.exec("PRAGMA journal_mode=WAL");
      return;
    } catch (error) {
      const isBusy = String((error as { code?: unknown }).code).startsWith("SQLITE_BUSY");
      if (!isBusy || leftMs <= 0) throw error;
      Atomics.wait(pause, 0, 0, WAL_PAUSE_MS);
    }
  }
}

/**
 * Opens a SQLite file (or `:memory:`) in WAL mode. `synchronous=NORMAL` keeps every committed write across `kill -9`.
 * Errors: SANDBOX_UNAVAILABLE without SQLite.
 */
export async function openDatabase(path: string, load: typeof loadSqlite = loadSqlite): Promise<Database> {
  const sqlite = await load();
  if (sqlite === undefined) {
    throw new AppError(
      "usage",
      "SANDBOX_UNAVAILABLE",
      "the sandbox needs the package libsql, which is not installed",
      { next: "npm install libsql" },
    );
  }
  const driver = onStore(path, () => new sqlite.Connection(path, { timeout: BUSY_TIMEOUT_MS }));
  const database = new Database(driver, path);
  database.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT_MS}`);
  onStore(path, () => switchToWal(driver));
  database.exec("PRAGMA synchronous=NORMAL");
  return database;
}

/** SQLite's codes for errors of the disk or the file. */
const WORDS: readonly (readonly [prefix: string, words: string, hint: string])[] = [
  [
    "SQLITE_FULL",
    "the disk is full",
    "free some space and run the command again: acknowledged writes are kept",
  ],
  ["SQLITE_IOERR", "the disk cannot be written or read", "free some space, or check the disk and ulimit -f"],
  ["SQLITE_READONLY", "the file cannot be written", "make it writable, or choose another folder"],
  ["SQLITE_CANTOPEN", "the file cannot be opened", "choose a folder that you may write to"],
  [
    "SQLITE_CORRUPT",
    "the file is damaged",
    "remove it and the files whose names begin with its name: the sandbox creates a new one",
  ],
  [
    "SQLITE_NOTADB",
    "the file is not a database",
    "remove it and the files whose names begin with its name: the sandbox creates a new one",
  ],
  ["SQLITE_BUSY", "another process uses it", "wait for that process to end, then run the command again"],
];

/**
 * Runs an operation on the store. Converts an error of its disk or file to DISK_WRITE_FAILED; any other error is a
 * bug and is rethrown.
 */
export function onStore<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = String((error as { code?: unknown } | null)?.code);
    const [, words, hint] = WORDS.find(([prefix]) => code.startsWith(prefix)) ?? [];
    if (words === undefined || hint === undefined) throw error;
    throw new AppError("io", "DISK_WRITE_FAILED", `the sandbox store ${path}: ${words} (${code})`, {
      next: hint,
      cause: error,
    });
  }
}

/** Returns a text that changes with any write to the store, by this process or another one. */
export function storeVersion(database: Database): string {
  const theirs = database.all("PRAGMA data_version")[0]?.["data_version"];
  const ours = database.all("SELECT total_changes() AS changes")[0]?.["changes"];
  return `${theirs}/${ours}`;
}
