/**
 * Reads the profile from a line that is still being typed, or that asks for help: none of its flags has been parsed.
 */
import { directoriesOf, type Directories } from "../../settings/directories.ts";
import type { Environment } from "../../settings/environment.ts";
import { readDefaultProfile, SANDBOX_PROFILE } from "../../settings/profiles.ts";

export function typedProfile(
  { env, homeDir }: { env: Environment; homeDir: string },
  typed: readonly string[],
): { directories: Directories; profile: string } {
  const directories = directoriesOf(env, homeDir, valueOf("--config", typed));
  const profile = typed.includes("--sandbox")
    ? SANDBOX_PROFILE
    : (valueOf("--profile", typed) ?? (env["SWATH_PROFILE"] || readDefaultProfile(directories.config)));
  return { directories, profile };
}

/** Returns the value of a flag among the arguments typed so far. */
function valueOf(flag: string, typed: readonly string[]): string | undefined {
  const at = typed.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`));
  if (at === -1) return undefined;
  const word = typed[at]!;
  return (word === flag ? typed[at + 1] : word.slice(flag.length + 1)) || undefined;
}
