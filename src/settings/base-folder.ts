/**
 * Returns a base folder of XDG with our folder in it. Help reads it too, so it loads nothing else of the settings.
 */
import { isAbsolute, join } from "node:path";
import type { Environment } from "./environment.ts";

/** Returns undefined without a home. A relative value is ignored, as the standard requires. */
export function baseFolder(
  env: Environment,
  homeDir: string,
  variable: string,
  ...fallback: readonly string[]
): string | undefined {
  const value = env[variable];
  if (value !== undefined && isAbsolute(value)) return join(value, "swath");
  return homeDir === "" ? undefined : join(homeDir, ...fallback, "swath");
}
