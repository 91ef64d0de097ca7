/** The SQLite driver, an optional dependency, on a read-only file. */

export type SqliteRow = Record<string, string | number | null | ArrayBuffer | Uint8Array>;

export interface Sqlite {
  all(sql: string, ...values: (string | number)[]): SqliteRow[];
  close(): void;
}

interface Driver {
  prepare(sql: string): { all(values: unknown[]): SqliteRow[] };
  close(): unknown;
}

type Constructor = new (path: string, options: { readonly: boolean }) => Driver;

/** Returns undefined without the driver. */
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
    close: () => void driver.close(),
  };
}
