/** The collection types that the service listed last, for help, which parses no flags and reads no other settings. */
import { rememberedTypeNames } from "../../app/tasking/collection-types.ts";
import { readProfile } from "../../settings/profiles.ts";
import { resolveSettings } from "../../settings/settings.ts";
import { typedProfile } from "../completion/typed-profile.ts";
import type { World } from "../world.ts";

/** Undefined when none are kept, or when the settings cannot be read. */
export async function listedTypes(
  world: Pick<World, "argv" | "env" | "homeDir" | "clock">,
): Promise<readonly string[] | undefined> {
  try {
    const { env, clock } = world;
    const { directories, profile } = typedProfile(world, world.argv);
    const { baseUrl } = resolveSettings({}, env, await readProfile(directories.config, profile));
    return await rememberedTypeNames({
      directories,
      profileName: profile,
      env,
      clock,
      settings: { baseUrl },
    });
  } catch {
    return undefined;
  }
}
