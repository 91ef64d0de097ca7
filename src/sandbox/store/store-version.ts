import type { Database } from "./database.ts";

/** Another text as soon as anything in the store has changed, by this process or by another one. */
export function storeVersion(database: Database): string {
  const theirs = database.get("PRAGMA data_version")?.["data_version"];
  const ours = database.get("SELECT total_changes() AS changes")?.["changes"];
  return `${theirs}/${ours}`;
}
