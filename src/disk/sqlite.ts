/** SQLite: the optional package libsql where it is installed, else the SQLite of Node (22.13 and later). */

export interface SqliteConnection {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  close(): unknown;
}

export interface SqliteStatement {
  run(values: unknown[]): { changes: number };
  all(values: unknown[]): unknown[];
}

export interface SqliteOptions {
  readonly?: boolean;
  /** Milliseconds for which a statement waits for the lock of another process. */
  timeout?: number;
}

export interface Sqlite {
  source: "libsql" | "node";
  Connection: new (path: string, options: SqliteOptions) => SqliteConnection;
}

/** Returns undefined where neither is available. */
export const loadSqlite = async (): Promise<Sqlite | undefined> => (await loadLibsql()) ?? loadNodeSqlite();

async function loadLibsql(): Promise<Sqlite | undefined> {
  try {
    const { default: Connection } = (await import("libsql")) as unknown as { default: Sqlite["Connection"] };
    return { source: "libsql", Connection };
  } catch {
    return undefined;
  }
}

/** The parts of `node:sqlite` that are used; the types of Node 20 do not have the module. */
interface NodeSqlite {
  DatabaseSync: new (path: string, options: object) => NodeDatabase;
}

interface NodeDatabase {
  prepare(sql: string): {
    run(...values: unknown[]): { changes: number | bigint };
    all(...values: unknown[]): unknown[];
  };
  exec(sql: string): void;
  close(): void;
}

export async function loadNodeSqlite(): Promise<Sqlite | undefined> {
  let DatabaseSync: NodeSqlite["DatabaseSync"];
  try {
    ({ DatabaseSync } = (await import("node:sqlite")) as NodeSqlite);
  } catch {
    return undefined;
  }

  /** Node's connection with the methods and the error codes of libsql. */
  class Connection implements SqliteConnection {
    readonly #database: NodeDatabase;

    constructor(path: string, { readonly: readOnly = false, timeout = 0 }: SqliteOptions) {
      this.#database = withCodes(() => new DatabaseSync(path, { readOnly, timeout }));
    }

    prepare(sql: string): SqliteStatement {
      const statement = withCodes(() => this.#database.prepare(sql));
      return {
        run: (values) => ({ changes: Number(withCodes(() => statement.run(...values)).changes) }),
        all: (values) => withCodes(() => statement.all(...values)),
      };
    }

    exec(sql: string): void {
      withCodes(() => this.#database.exec(sql));
    }

    close(): void {
      this.#database.close();
    }
  }

  return { source: "node", Connection };
}

/** SQLite's primary result codes for errors of the disk or the file (sqlite.org/rescode.html). */
const CODES: Readonly<Record<number, string>> = {
  5: "SQLITE_BUSY",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  26: "SQLITE_NOTADB",
};

/** Adds the code of libsql to an error of Node, which has SQLite's number instead. */
function withCodes<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    const code = errcode === undefined ? undefined : CODES[errcode & 0xff];
    throw code === undefined ? error : Object.assign(error as Error, { code });
  }
}
