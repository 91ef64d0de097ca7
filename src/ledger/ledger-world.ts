import type { IsAlive } from "./open-state.ts";
import type { RecordFiles } from "./record-files.ts";

/** What every step of the journal works with: its files, the time, and which process asks for which profile. */
export interface LedgerWorld {
  files: RecordFiles;
  now: () => number;
  pid: number;
  profile: string;
  isAlive: IsAlive;
}
