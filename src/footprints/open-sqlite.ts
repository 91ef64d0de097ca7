/** The SQLite driver, an optional dependency, on a file that nobody writes. */

export type SqliteRow = Record<string, string | number | null | ArrayBuffer>;

export interface Sqlite {
  all(sql: string, ...values: (string | number)[]): SqliteRow[];
  iterate(sql: string, ...values: (string | number)[]): Iterable<SqliteRow>;
  close(): void;
}

interface Statement {
  all(values: unknown[]): SqliteRow[];
  iterate(values: unknown[]): Iterable<SqliteRow>;
}

interface Driver {
  prepare(sql: string): Statement;
  close(): unknown;
}

type Constructor = new (path: string, options: { readonly: boolean }) => Driver;

/** Undefined without the driver. */
export async function openSqlite(
  path: string,
  load: () => Promise<unknown> = () => import("libsql"),
): Promise<Sqlite | undefined> {
  let module: { default: Constructor };
  try {
    module = (await load()) as { default: Constructor };
  } catch {
    return undefined;
  }
  const driver = new module.default(path, { readonly: true });
  return {
    all: (sql, ...values) => driver.prepare(sql).all(values),
    iterate: (sql, ...values) => driver.prepare(sql).iterate(values),
    close: () => void driver.close(),
  };
}
