/**
 * Reads the profile from a line that is still being typed, or that asks for help: none of its flags has been parsed.
 */
import { directoriesOf, type Directories } from "../../settings/directories.ts";
import { typedValues } from "../typed-flags.ts";
import type { Environment } from "../../settings/environment.ts";
import { readDefaultProfile, SANDBOX_PROFILE } from "../../settings/profiles.ts";

export function typedProfile(
  { env, homeDir }: { env: Environment; homeDir: string },
  typed: readonly string[],
): { directories: Directories; profile: string } {
  const directories = directoriesOf(env, homeDir, typedValues(typed, "--config").at(-1) || undefined);
  const profile = typed.includes("--sandbox")
    ? SANDBOX_PROFILE
    : typedValues(typed, "--profile").at(-1) ||
      env["SWATH_PROFILE"] ||
      readDefaultProfile(directories.config);
  return { directories, profile };
}
