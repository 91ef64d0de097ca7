/** Lists, selects, shows and deletes the profiles of this machine. Keys are never shown. */
import { AppError } from "../../errors.ts";
import {
  listProfiles as storedProfiles,
  findProfileValue,
  readDefaultProfile,
  removeProfile,
  writeDefaultProfile,
  type Profile,
} from "../../settings/profiles.ts";
import { listLearned } from "../../settings/learned.ts";
import { listSecrets, type StoredSecret } from "../../settings/secret-store.ts";
import { withSettingsLock } from "../../settings/settings-lock.ts";
import { CONFIG_KEYS } from "../../settings/config-keys.ts";
import { findClosest, didYouMean } from "../../domain/closest.ts";
import { countText } from "../../counted.ts";
import { requireConsent } from "../../money/consent.ts";
import type { AppContext } from "../context.ts";
import { removeSecrets } from "./log-out.ts";
import { advice, swath } from "../../hint.ts";

type CredentialKind = "API key" | "API key in the keyring" | "token";

export interface ProfileRow {
  profile: string;
  /** True for the profile of runs that choose none. */
  default: boolean;
  baseUrl: string | null;
  credentials: CredentialKind[];
  /** Number of settings. */
  settings: number;
}

export interface ShownProfile extends Omit<ProfileRow, "settings" | "credentials"> {
  credentials: { origin: string; stored: CredentialKind[] }[];
  /** As stored, by key. */
  settings: Record<string, unknown>;
  /** Forms of the service that its responses have shown, by the key of the dialect. */
  learned: Record<string, unknown>;
}

export interface ChosenProfile {
  profile: string;
  /** The previous default. */
  previous: string;
}

export interface DeletedProfile {
  profile: string;
  settings: number;
  credentials: number;
}

export async function listProfiles({ directories }: AppContext): Promise<ProfileRow[]> {
  const secrets = await listSecrets(directories.config);
  const standard = readDefaultProfile(directories.config);
  return [...storedProfiles(directories.config)].map(([name, profile]) => ({
    profile: name,
    default: name === standard,
    baseUrl: findBaseUrl(profile),
    credentials: [...new Set(secrets.filter((one) => one.profile === name).flatMap(listKinds))],
    settings: Object.keys(listSettings(profile)).length,
  }));
}

export async function useProfile(context: AppContext, name: string): Promise<ChosenProfile> {
  const { directories, events, service } = context;
  const previous = readDefaultProfile(directories.config);
  requireProfile(directories.config, name, "choose");
  if (service.isDryRun) events.note("Dry run: nothing was written");
  else await withSettingsLock(context, () => writeDefaultProfile(directories.config, name));
  return { profile: name, previous };
}

export async function showProfile(
  { directories, profileName }: AppContext,
  name: string = profileName,
): Promise<ShownProfile> {
  const profile = requireProfile(directories.config, name);
  const secrets = (await listSecrets(directories.config)).filter((one) => one.profile === name);
  return {
    profile: name,
    default: name === readDefaultProfile(directories.config),
    baseUrl: findBaseUrl(profile),
    credentials: secrets.map((one) => ({ origin: one.origin, stored: listKinds(one) })),
    settings: listSettings(profile),
    learned: listLearned(profile),
  };
}

/** Asks first, because a deleted key must be typed again. */
export async function deleteProfile(context: AppContext, name: string): Promise<DeletedProfile> {
  const { directories, events, service } = context;
  const { config } = directories;
  const settings = Object.keys(listSettings(requireProfile(config, name))).length;
  const secrets = (await listSecrets(config)).filter(({ profile }) => profile === name);
  const deleted = { profile: name, settings, credentials: secrets.length };
  if (service.isDryRun) {
    events.note("Dry run: nothing was deleted");
    return deleted;
  }
  const what = `${countText(settings, "setting")} and ${countText(secrets.length, "stored credential")}`;
  await requireConsent(context, `Delete profile ${name} with ${what}?`);
  const wasDefault = readDefaultProfile(config) === name;
  await withSettingsLock(context, async () => {
    await removeSecrets(config, secrets);
    await removeProfile(config, name);
  });
  if (wasDefault && name !== "default") events.note("Runs that choose no profile use default again");
  return deleted;
}

/** Returns the stored profile. With `use`, the error of an unknown profile suggests to create it. */
function requireProfile(configDir: string, name: string, use?: "choose"): Profile {
  const profiles = storedProfiles(configDir);
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  const meant = findClosest(name, profiles.keys());
  throw new AppError(
    "usage",
    "CONFIG_INVALID",
    `there is no profile ${JSON.stringify(name)} (known: ${[...profiles.keys()].join(", ")})`,
    {
      ...(use === "choose" && {
        next: advice`Make it: ${swath`auth login --profile ${name} --base-url https://...`}`,
      }),
      ...didYouMean(meant),
    },
  );
}

function findBaseUrl(profile: Profile): string | null {
  const { baseUrl } = profile;
  return typeof baseUrl === "string" ? baseUrl : null;
}

/** Returns every setting by its key, including those of the dialect. */
const listSettings = (profile: Profile): Record<string, unknown> =>
  Object.fromEntries(
    CONFIG_KEYS.map(({ profileKey }) => [profileKey, findProfileValue(profile, profileKey)] as const).filter(
      ([, value]) => value !== undefined,
    ),
  );

const listKinds = ({ secret: { apiKey, keyring, token } }: { secret: StoredSecret }): CredentialKind[] => [
  ...(apiKey === undefined ? [] : ["API key" as const]),
  ...(keyring === true ? ["API key in the keyring" as const] : []),
  ...(token === undefined ? [] : ["token" as const]),
];
