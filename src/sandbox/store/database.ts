import type { DatabaseSync, StatementSync } from "node:sqlite";
import { readFileFault, loadSqlite, type FileFault } from "../../disk/sqlite.ts";
import { AppError } from "../../errors.ts";

/** A value that SQLite returns; the store has no blobs. */
type Cell = string | number | null;
export type Row = Record<string, Cell>;
/** A value that may be bound. `toBound`, the only place that binds, converts booleans to 0 and 1. */
export type Bindable = string | number | boolean | null | undefined | Uint8Array;

/** Converts a value for SQLite: not every supported Node binds booleans and `undefined`. */
const toBound = (value: Bindable): Exclude<Bindable, boolean | undefined> =>
  typeof value === "boolean" ? Number(value) : (value ?? null);

/** One connection to the store. SQLite is synchronous: keep transactions short. */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #path: string;
  readonly #statements = new Map<string, StatementSync>();

  constructor(connection: DatabaseSync, path: string) {
    this.#connection = connection;
    this.#path = path;
  }

  exec(sql: string): void {
    onStore(this.#path, () => this.#connection.exec(sql));
  }

  /** Runs a write; returns the number of changed rows. */
  run(sql: string, ...values: Bindable[]): number {
    return onStore(this.#path, () => Number(this.#prepare(sql).run(...values.map(toBound)).changes));
  }

  /** Returns the rows. The SQL determines their form, and the caller states it. */
  all<R extends object = Row>(sql: string, ...values: Bindable[]): R[] {
    return onStore(this.#path, () => this.#prepare(sql).all(...values.map(toBound))) as R[];
  }

  /** Returns the number of rows of a table that meet a condition. */
  count(table: string, condition = "true", ...values: Bindable[]): number {
    const sql = `SELECT COUNT(*) AS n FROM ${table} WHERE ${condition}`;
    return this.all<{ n: number }>(sql, ...values)[0]?.n ?? 0;
  }

  /** Runs `work` as one write transaction. IMMEDIATE: two processes queue for the lock instead of failing halfway. */
  transaction<T>(work: () => T): T {
    if (this.#connection.isTransaction) return work();
    this.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Rolls back, unless SQLite has already done so, for example on a full disk. */
  #rollBack(): void {
    try {
      if (this.#connection.isTransaction) this.#connection.exec("ROLLBACK");
    } catch {
      // The first error is the one to report.
    }
  }

  /** Closes the files; a second call does nothing. */
  close(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** Milliseconds for which a process waits for another one's transaction. */
const BUSY_TIMEOUT_MS = 5000;
const WAL_PAUSE_MS = 10;

/** Retries while another process opens the same new store: SQLite has no busy timeout for this change. */
function switchToWal(connection: DatabaseSync): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let leftMs = BUSY_TIMEOUT_MS; ; leftMs -= WAL_PAUSE_MS) {
    try {
      connection.exec("PRAGMA journal_mode=WAL");
      return;
    } catch (error) {
      if (readFileFault(error) !== "SQLITE_BUSY" || leftMs <= 0) throw error;
      Atomics.wait(pause, 0, 0, WAL_PAUSE_MS);
    }
  }
}

/** Opens a SQLite file (or `:memory:`) in WAL mode. `synchronous=NORMAL` keeps every committed write across `kill -9`. */
export function openDatabase(path: string): Database {
  const { DatabaseSync } = loadSqlite();
  const connection = onStore(path, () => new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS }));
  try {
    onStore(path, () => {
      switchToWal(connection);
      connection.exec("PRAGMA synchronous=NORMAL");
    });
  } catch (error) {
    connection.close();
    throw error;
  }
  return new Database(connection, path);
}

/** The meaning of each fault, and the next step. */
const WORDS: Readonly<Record<FileFault, readonly [words: string, hint: string]>> = {
  SQLITE_FULL: [
    "the disk is full",
    "free some space and run the command again: acknowledged writes are kept",
  ],
  SQLITE_IOERR: [
    "the disk cannot be written or read",
    "free some space, or check the disk and the limit on file sizes",
  ],
  SQLITE_READONLY: ["the file cannot be written", "make it writable, or choose another folder"],
  SQLITE_CANTOPEN: ["the file cannot be opened", "choose a folder that you may write to"],
  SQLITE_CORRUPT: [
    "the file is damaged",
    "remove it and the files whose names begin with its name: the sandbox creates a new one",
  ],
  SQLITE_NOTADB: [
    "the file is not a database",
    "remove it and the files whose names begin with its name: the sandbox creates a new one",
  ],
  SQLITE_BUSY: ["another process uses it", "wait for that process to end, then run the command again"],
};

/**
 * Runs an operation on the store. Converts an error of its disk or file to DISK_WRITE_FAILED; any other error is a
 * bug and is rethrown.
 */
export function onStore<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = readFileFault(error);
    if (fault === undefined) throw error;
    const [words, next] = WORDS[fault];
    throw new AppError("io", "DISK_WRITE_FAILED", `the sandbox store ${path}: ${words} (${fault})`, {
      next,
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
