/** What one run is made of, before anything is opened: the world, and what flags, environment and profile say. */
import type { Dialect } from "../../contract/dialect.ts";
import type { Directories } from "../../settings/directories.ts";
import type { GlobalOptions } from "../../cli/flags/global-flags.ts";
import type { Notes } from "../../cli/output/notes.ts";
import type { Settings } from "../../settings/settings.ts";
import type { StdinClaim } from "../../cli/input/stdin-claim.ts";
import type { World } from "../../cli/world.ts";

export interface RunParts {
  world: World;
  options: Partial<GlobalOptions>;
  settings: Settings;
  profileName: string;
  directories: Directories;
  dialect: Dialect;
  notes: Notes;
  stdin: StdinClaim;
}
