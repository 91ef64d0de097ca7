/**
 * Reads the service's last list of collection types, for help. It reads only the file that `task types` caches,
 * because help must load little.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { baseFolder } from "../../settings/base-folder.ts";
import type { World } from "../world.ts";

/** Equal to the lifetime of the list in a run. */
const FRESH_MS = 24 * 3_600_000;

/** Returns undefined when the cache is empty or outdated. */
export async function listedTypes(
  world: Pick<World, "argv" | "env" | "homeDir" | "clock">,
): Promise<readonly string[] | undefined> {
  try {
    const folder = join(baseFolder(world.env, world.homeDir, "XDG_CACHE_HOME", ".cache") ?? "", "types");
    if (!existsSync(folder)) return undefined;
    const { typedProfile } = await import("../flags/typed-profile.ts");
    const path = join(folder, `${typedProfile(world, world.argv).profile}.json`);
    const { atMs, types } = JSON.parse(readFileSync(path, "utf8")) as {
      atMs: number;
      types: { name: unknown }[];
    };
    const names = types.map(({ name }) => name).filter((name) => typeof name === "string");
    const isFresh = Math.abs(world.clock.now() - atMs) < FRESH_MS;
    return isFresh && names.length > 0 ? names : undefined;
  } catch {
    return undefined;
  }
}
