/** The service of a run, as its learned forms are bound to it. */
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * Returns the base URL. For the sandbox, which has the same address with any store, it returns the store: each store has its
 * own form.
 */
export async function findServicePlace(
  { profileName, directories }: Pick<Surroundings, "profileName" | "directories">,
  { baseUrl }: Pick<Settings, "baseUrl">,
): Promise<string | undefined> {
  if (profileName !== SANDBOX_PROFILE) return baseUrl.value;
  const { readRunning, getSandboxDir } = await import("./local-sandbox.ts");
  const running = await readRunning(directories);
  return `sandbox:${running?.ephemeral === true ? running.token : getSandboxDir(directories)}`;
}
