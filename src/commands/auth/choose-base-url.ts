import type { Context } from "../../cli/context.ts";
import { hasProfile } from "../../settings/profiles.ts";
import { askText } from "../../cli/input/prompt.ts";
import { SETTINGS } from "../../settings/settings-table.ts";
import { AppError } from "../../errors.ts";

export interface ChosenBaseUrl {
  url: string;
  /** True when it is to be stored in the profile: it was given here, or there is no such profile yet. */
  isNew: boolean;
}

/** The base URL of the settings, or the one that a person names when there is none. */
export async function chooseBaseUrl({
  settings,
  world,
  canAsk,
  directories,
  profileName,
}: Context): Promise<ChosenBaseUrl> {
  const { value, origin } = settings.baseUrl;
  if (value !== undefined) {
    const isStored = origin !== "flag" && (await hasProfile(directories.config, profileName));
    return { url: value, isNew: !isStored };
  }
  if (!canAsk) {
    throw new AppError(
      "usage",
      "CONFIG_MISSING_BASE_URL",
      "a key is stored for one base URL, and none is set",
      {
        hint: "Add --base-url https://...",
      },
    );
  }
  const answer = await askText(world, "Base URL of the service (https://...)");
  const reading = SETTINGS.baseUrl.read(answer);
  if (reading.ok) return { url: reading.value, isNew: true };
  throw new AppError("usage", "CONFIG_INVALID", `the base URL ${reading.rule}`);
}
