/** SQLite: the module of Node. Callers pass only `timeout` and `readOnly`: Node 22 ignores newer options silently. */
import { AppError } from "../errors.ts";

type Sqlite = typeof import("node:sqlite");

let loaded: Sqlite | undefined;

/** Returns the module. Errors: USAGE for a Node without it. */
export function loadSqlite(): Sqlite {
  // Undefined in a Node that was built without SQLite or runs with --no-experimental-sqlite, whatever the types say.
  loaded ??= muteExperimentalWarning(() => process.getBuiltinModule("node:sqlite") as Sqlite | undefined);
  if (loaded === undefined)
    throw new AppError("usage", "USAGE", "this Node has no SQLite, which the command needs", {
      next: "Install Node from nodejs.org, or a package of swath without Node",
    });
  return loaded;
}

/**
 * Runs synchronous work whose experimental warning would be printed: Node 22 has one for SQLite. All other warnings
 * are emitted, and no code but `work` runs meanwhile.
 */
function muteExperimentalWarning<T>(work: () => T): T {
  const { emitWarning } = process as { emitWarning: (this: void, ...words: unknown[]) => void };
  process.emitWarning = (...words: unknown[]) => {
    if (words[1] !== "ExperimentalWarning") emitWarning(...words);
  };
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** SQLite's primary result codes for errors of the disk or the file (sqlite.org/rescode.html). */
const FILE_FAULTS = {
  5: "SQLITE_BUSY",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  26: "SQLITE_NOTADB",
} as const;

export type FileFault = (typeof FILE_FAULTS)[keyof typeof FILE_FAULTS];

/** Returns the name of an error of the disk or the file; undefined for any other error. */
export function readFileFault(error: unknown): FileFault | undefined {
  const { errcode } = error as { errcode?: number };
  // The upper bits tell variants apart.
  return (FILE_FAULTS as Readonly<Record<number, FileFault>>)[Number(errcode) & 0xff];
}
