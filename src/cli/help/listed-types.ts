/**
 * The collection types that the service listed last, for help. It reads the file that `task types` keeps and nothing else,
 * since help is to load no more than it shows.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { baseFolder } from "../../settings/base-folder.ts";
import type { World } from "../world.ts";

/** As long as a run takes them for the service's. */
const FRESH_MS = 24 * 3_600_000;

/** Undefined when none are kept, or not of today. */
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
