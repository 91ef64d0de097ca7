import type { RecordFiles } from "./files.ts";
import type { JournalLock } from "./lock.ts";
import type { Present } from "./open-state.ts";

/** The surroundings of the journal: its files and lock, the time, the process and the profile. */
export interface LedgerWorld extends Present {
  files: RecordFiles;
  lock: JournalLock;
  pid: number;
  profile: string;
  /** The currency of a `$` in the prices of this profile; default: USD. */
  dollar?: string | undefined;
}
