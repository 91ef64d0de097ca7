/** Stores an API key: read, judged without being shown, proven if asked, and only then written down. */
import { credentialHeaders } from "../../contract/credentials.ts";
import type { Context } from "../../cli/context.ts";
import { writeKeyring } from "../../settings/keyring.ts";
import { writeProfile } from "../../settings/profiles.ts";
import { readSecret, secretsPath, writeSecret } from "../../settings/secret-store.ts";
import { whileWritingSettings } from "../../settings/settings-lock.ts";
import { AppError } from "../../errors.ts";
import { chooseBaseUrl } from "../../commands/auth/choose-base-url.ts";
import { maskSecret } from "./mask-secret.ts";
import { readKey } from "../../commands/auth/read-key.ts";
import { refuseForeignKey } from "./refuse-foreign-key.ts";
import { withClient } from "./with-client.ts";

export interface LoginOptions {
  apiKeyStdin?: true;
  keyring?: true;
  check?: true;
}

export interface LoginReport {
  profile: string;
  baseUrl: string;
  /** The key's last characters. */
  key: string;
  /** The file, or "system keyring"; null when nothing was stored (--dry-run). */
  storedIn: string | null;
  /** True when the service has accepted the key. */
  checked: boolean;
}

export async function logIn(context: Context, options: LoginOptions): Promise<LoginReport> {
  if (context.service.isSandbox) throw sandboxNeedsNone();
  const { url, isNew } = await chooseBaseUrl(context);
  const { origin } = new URL(url);
  const key = await readKey(context, options, origin);
  credentialHeaders({ kind: "apiKey", key }, context.dialect, context.world.clock.now());
  await refuseForeignKey(context, key, origin);
  const isChecked = options.check === true && (await prove(context, url, key));
  const report = { profile: context.profileName, baseUrl: url, key: maskSecret(key), checked: isChecked };
  if (context.options.dryRun === true) return { ...report, storedIn: null };
  const storedIn = await whileWritingSettings(context, async () => {
    if (isNew) await writeProfile(context.directories.config, context.profileName, "baseUrl", url);
    return store(context, origin, key, options.keyring === true);
  });
  sayWhatHolds(context, { isChecked, isNew });
  return { ...report, storedIn };
}

/** One read that costs nothing; its failure ends the login before anything is stored. */
async function prove(context: Context, url: string, key: string): Promise<boolean> {
  await withClient(context, url, { kind: "apiKey", key }, (client) => client.listCollectionTypes());
  return true;
}

async function store(
  { directories, profileName }: Context,
  origin: string,
  key: string,
  inKeyring: boolean,
): Promise<string> {
  const { config } = directories;
  const previous = await readSecret(config, origin, profileName);
  const token = previous?.token === undefined ? {} : { token: previous.token };
  if (inKeyring) {
    await writeKeyring(origin, profileName, key);
    await writeSecret(config, origin, profileName, { keyring: true, ...token });
    return "system keyring";
  }
  await writeSecret(config, origin, profileName, { apiKey: key, ...token });
  if (previous?.keyring === true) await writeKeyring(origin, profileName, undefined);
  return secretsPath(config);
}

function sayWhatHolds(
  { world, notes }: Context,
  { isChecked, isNew }: { isChecked: boolean; isNew: boolean },
): void {
  if (!isChecked) notes.note("Nothing was sent: the key is stored unproven (auth status --check proves it)");
  if (!isNew && (world.env["SWATH_BASE_URL"] ?? "") !== "")
    notes.note("The base URL comes from SWATH_BASE_URL and was not stored in the profile");
  for (const name of ["SWATH_API_KEY", "SWATH_TOKEN"]) {
    if ((world.env[name] ?? "") !== "") notes.warn(`${name} is set, and wins over the stored key`);
  }
  notes.hint("swath auth status");
}

const sandboxNeedsNone = (): AppError =>
  new AppError(
    "usage",
    "USAGE",
    "the sandbox needs no login: its users have keys of their own, and a real key has no place there",
    { hint: "Choose a user with --sandbox-user, or leave out --sandbox to log in to the service" },
  );
