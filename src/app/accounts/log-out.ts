import { writeKeyring } from "../../settings/keyring.ts";
import { listSecrets, writeSecret, type SecretPlace } from "../../settings/secret-store.ts";
import { withSettingsLock } from "../../settings/settings-lock.ts";
import { AppError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import { advice, swath } from "../../hint.ts";

export interface RemovedSecret {
  profile: string;
  origin: string;
  /** The kinds of the removed secrets. */
  removed: ("apiKey" | "keyring" | "token")[];
}

export async function logOut(context: AppContext, { all }: { all?: true }): Promise<RemovedSecret[]> {
  const { directories, profileName, events, service, env } = context;
  const origin = all === true ? undefined : requireOrigin(context);
  const isMeant = (place: SecretPlace): boolean =>
    all === true || (place.origin === origin && place.profile === profileName);
  const chosen = (await listSecrets(directories.config)).filter(isMeant);
  if (!service.isDryRun && chosen.length > 0)
    await withSettingsLock(context, () => removeSecrets(directories.config, chosen));
  if (service.isDryRun) events.note("Dry run: nothing was removed");
  else if (chosen.length === 0 && origin !== undefined)
    events.note(`Nothing is stored for profile ${profileName} at ${origin}`);
  for (const name of ["SWATH_API_KEY", "SWATH_TOKEN"]) {
    if ((env[name] ?? "") !== "") events.warn(`${name} is still set`);
  }
  return chosen.map(toRemoved);
}

/** Removes stored secrets, and those in the keyring. The settings must be locked. */
export async function removeSecrets(configDir: string, places: readonly SecretPlace[]): Promise<void> {
  for (const { origin, profile, secret } of places) {
    if (secret.keyring === true) await writeKeyring(origin, profile, undefined);
    await writeSecret(configDir, origin, profile, undefined);
  }
}

function requireOrigin({ settings, service, profileName }: AppContext): string {
  if (service.isSandbox)
    throw new AppError("usage", "USAGE", "the sandbox stores no key: there is nothing to remove", {
      next: "Choose another profile with --profile",
    });
  const { value } = settings.baseUrl;
  if (value !== undefined) return new URL(value).origin;
  throw new AppError(
    "usage",
    "CONFIG_MISSING_BASE_URL",
    `profile ${profileName} has no base URL, so it is not known which stored key is meant`,
    { next: advice`Log in: ${swath`auth login --base-url https://...`}` },
  );
}

const toRemoved = ({ profile, origin, secret }: SecretPlace): RemovedSecret => ({
  profile,
  origin,
  removed: [
    ...(secret.apiKey === undefined ? [] : ["apiKey" as const]),
    ...(secret.keyring === true ? ["keyring" as const] : []),
    ...(secret.token === undefined ? [] : ["token" as const]),
  ],
});
