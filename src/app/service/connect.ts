/**
 * The destination and the credential of a run's requests: a service, the running sandbox, or a sandbox in this
 * process.
 */
import type { Credential } from "../../contract/credentials.ts";
import type { UndiciSendOptions } from "../../client/undici-send.ts";
import type { Send } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { firstTexts } from "../../counted.ts";
import { advice, swath, type Hint } from "../../hint.ts";
import { findCredentials, type FoundCredential } from "../../settings/credential-source.ts";
import { findProfileValue, listProfiles, SANDBOX_PROFILE, SANDBOX_URL } from "../../settings/profiles.ts";
import type { Directories } from "../../settings/environment.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Surroundings } from "../surroundings.ts";

/** The flags, in addition to the settings, that determine the service. */
export interface ServiceOptions {
  /** Requests are shown and not sent. */
  isDryRun: boolean;
  /** Credential files, `-` for stdin; they take precedence over stored credentials. */
  apiKeyFile?: string | undefined;
  tokenFile?: string | undefined;
  /** Reads all of stdin, for the given flag. */
  readStdin: (flag: string) => Promise<Buffer>;
  /** Every exchange is shown among the details of the run. */
  showsHttp?: boolean;
}

export interface Connection extends Network {
  baseUrl: string;
  credential: Credential | undefined;
  /** The origin of the credential, for `auth status`. */
  credentialSource: string | undefined;
  /** For a sandbox: its clock minus ours when the connection was opened. */
  skewMs?: number | undefined;
}

export interface Network {
  /** The network for the API and for signed URLs, without credentials. */
  send: Send;
  /** Plain settings from which a thread makes the same `send`; absent when only this one may be used. */
  sendSettings?: Omit<UndiciSendOptions, "clock"> | undefined;
  close(): Promise<void>;
}

export async function openConnection(
  surroundings: Surroundings,
  options: ServiceOptions,
): Promise<Connection> {
  const { settings, directories, machine, profileName } = surroundings;
  if (profileName !== SANDBOX_PROFILE) {
    const baseUrl = requireBaseUrl(settings, directories);
    const { value: found } = await listCredentials(surroundings, options).next();
    const network = options.isDryRun ? NOWHERE : await openNetwork(surroundings);
    return { baseUrl, credential: found?.credential, credentialSource: found?.source, ...network };
  }
  const user = settings.sandboxUser.value;
  const { embedSandbox, findRunning, readRunning, getSandboxDir } = await import("./find-sandbox.ts");
  if (options.isDryRun) {
    // A dry run opens nothing, so it does not verify the file of the running sandbox: the credential is masked
    // anyway.
    const running = await readRunning(directories);
    const baseUrl = running !== undefined && machine.isAlive(running.pid) ? running.url : SANDBOX_URL;
    return { baseUrl, ...toSandboxUser(user, "sbx_"), ...NOWHERE };
  }
  const running = surroundings.send === undefined ? await findRunning(directories, machine) : undefined;
  if (running !== undefined) {
    // No proxy may be used for this machine.
    const network = await openNetwork(surroundings, {});
    const skewMs = running.nowMs === undefined ? undefined : running.nowMs - surroundings.clock.now();
    return { baseUrl: running.url, ...toSandboxUser(user, running.keys[user]), ...network, skewMs };
  }
  const { send, sandbox } = await embedSandbox(getSandboxDir(directories), surroundings.clock);
  return {
    skewMs: sandbox.now() - surroundings.clock.now(),
    baseUrl: SANDBOX_URL,
    ...toSandboxUser(user, sandbox.users.find(({ name }) => name === user)?.apiKey),
    send: surroundings.send ?? send,
    close: async () => sandbox.close(),
  };
}

const toSandboxUser = (user: string, key: string | undefined) => ({
  credential: key === undefined ? undefined : ({ kind: "apiKey", key } as const),
  credentialSource: `sandbox user ${user}`,
});

const NOWHERE: Network = {
  send: () => Promise.reject(new Error("a dry run sends nothing")),
  close: async () => {},
};

/** Checked before a question, whose answer would otherwise be useless. Errors: CONFIG_MISSING_BASE_URL. */
export function requireDestination({ settings, directories, profileName }: Surroundings): void {
  if (profileName !== SANDBOX_PROFILE) requireBaseUrl(settings, directories);
}

export function requireBaseUrl({ baseUrl }: Settings, directories: Directories): string {
  if (baseUrl.value !== undefined) return baseUrl.value;
  throw new AppError(
    "usage",
    "CONFIG_MISSING_BASE_URL",
    "no base URL is set, so there is nowhere to send this",
    {
      next:
        suggestProfile(directories) ??
        advice`Add --sandbox to try it without an account, or log in: ${swath`auth login --base-url https://...`}`,
    },
  );
}

/** Returns the command that chooses a stored profile with a base URL; undefined without one. */
export function suggestProfile({ config }: Directories): Hint | undefined {
  const names = [...listProfiles(config)].flatMap(([name, profile]) =>
    typeof findProfileValue(profile, "baseUrl") === "string" ? name : [],
  );
  const [only] = names;
  if (only === undefined) return undefined;
  return names.length === 1
    ? advice`Choose the stored profile: ${swath`profile use ${only}`}`
    : advice`Choose a stored profile (${firstTexts(names, MAX_NAMED).join(", ")}): ${swath`profile use <name>`}`;
}

const MAX_NAMED = 5;

/** Yields every available credential for the base URL, in order of precedence. */
export const listCredentials = (
  { env, folder, directories, profileName, settings: { baseUrl } }: Surroundings,
  options: ServiceOptions,
): AsyncGenerator<FoundCredential, undefined> =>
  findCredentials({
    options,
    env,
    cwd: folder,
    configDir: directories.config,
    origin: baseUrl.value === undefined ? undefined : new URL(baseUrl.value).origin,
    profileName,
    readStdin: options.readStdin,
  });

/** Returns the next step for a CA file that cannot be read, if a profile names it. */
export const suggestUnsetCaFile = ({ caFile }: Settings): Hint | undefined =>
  caFile.origin === "profile" ? advice`Remove the setting: ${swath`config unset caFile`}` : undefined;

/**
 * Opens only the network, for a base URL or a credential other than those of the settings (during a login, for
 * example).
 * @param env the variables with proxies
 */
export async function openNetwork(
  { settings, clock, send, env: own }: Surroundings,
  env = own,
): Promise<Network> {
  if (send !== undefined) return { send, close: async () => {} };
  const { makeUndiciSend } = await import("../../client/undici-send.ts");
  const sendSettings = {
    env: { ...env },
    caFile: settings.caFile.value,
    caFileNext: suggestUnsetCaFile(settings),
    timeoutMs: settings.timeout.value,
  };
  const opened = makeUndiciSend({ clock, ...sendSettings });
  return { send: opened, sendSettings, close: opened.close };
}
