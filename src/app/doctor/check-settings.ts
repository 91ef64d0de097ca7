/** Checks the settings of a run: file, base URL, proxy, certificates, and the credential. */
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import * as tls from "node:tls";
import { findProxy } from "../../client/proxy-for.ts";
import { loadTrust } from "../../client/trust.ts";
import { makeCredentialHeaders } from "../../contract/credentials.ts";
import { AppError } from "../../errors.ts";
import { advice, swath, systemCommand } from "../../hint.ts";
import { HAS_MODES } from "../../settings/private-file.ts";
import { toConfigPath, type Profile } from "../../settings/profiles.ts";
import { listSecrets, toSecretsPath } from "../../settings/secret-store.ts";
import { maskSecret } from "../accounts/auth-status.ts";
import type { AppContext } from "../context.ts";
import { suggestProfile, suggestUnsetCaFile } from "../service/connect.ts";
import { findRunning } from "../service/find-sandbox.ts";
import { type CheckFinding, examine, fail, type Finding, pass, skip, warn } from "./check.ts";

/** The profile as it is stored. */
export interface StoredSettings {
  profile: Profile;
  /** The faults of the profile or of the environment. */
  settingsFault: AppError | undefined;
}

/** Checks the settings, and the connection that they configure: base URL, proxy, certificates. */
export async function checkSettings(context: AppContext, stored: StoredSettings): Promise<CheckFinding[]> {
  return [
    await examine("settings", () => checkFile(context, stored)),
    await examine("base URL", () => checkBaseUrl(context)),
    await examine("proxy", () => checkProxy(context)),
    await examine("certificates", () => checkCertificates(context)),
  ];
}

function checkFile(
  { directories, profileName, isStoredDefault }: AppContext,
  { profile, settingsFault }: StoredSettings,
): Finding {
  if (settingsFault !== undefined) return fail(settingsFault);
  const path = toConfigPath(directories.config);
  const count = Object.keys(profile).length;
  const name = `profile ${profileName}${isStoredDefault ? " (the stored default)" : ""}`;
  return pass(`${name}: ${count === 0 ? "nothing" : count} stored in ${path}`);
}

async function checkBaseUrl({
  service,
  settings,
  directories,
  machine,
  profileName,
}: AppContext): Promise<Finding> {
  if (service.isSandbox) {
    const running = await findRunning(directories, machine);
    const where = running === undefined ? "inside this process" : `${running.url} (process ${running.pid})`;
    return pass(`the sandbox, ${where}`);
  }
  const { value, origin, source } = settings.baseUrl;
  if (value !== undefined)
    return pass(`${value} (from ${origin === "profile" ? `profile ${profileName}` : source})`);
  return fail(
    new AppError("usage", "CONFIG_MISSING_BASE_URL", "none is set", {
      next: suggestProfile(directories) ?? advice`Log in: ${swath`auth login --base-url https://...`}`,
    }),
  );
}

/** Returns the proxy's address without its user name and password. */
function checkProxy({ service, settings, env }: AppContext): Finding {
  const { value } = settings.baseUrl;
  if (service.isSandbox || value === undefined) return skip("no host to reach through one");
  const proxy = findProxy(new URL(value), env);
  if (proxy === undefined) return pass("none for this base URL");
  return pass(`${proxy.origin}${proxy.authorization === undefined ? "" : " with user name and password"}`);
}

async function checkCertificates({ settings, env }: AppContext): Promise<Finding> {
  const file = settings.caFile.value;
  if (file !== undefined)
    (await loadTrust(file, env["NODE_EXTRA_CA_CERTS"], [], suggestUnsetCaFile(settings)))(tls);
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    return warn("NODE_TLS_REJECT_UNAUTHORIZED=0 is set, and ignored: certificates are checked");
  }
  const trusted = "those that Node or the system trusts";
  return pass(file === undefined ? trusted : `${trusted}, and ${file}`);
}

/** Checks the key store, and the credential that a run would use. */
export async function checkCredential(context: AppContext): Promise<CheckFinding[]> {
  return [
    await examine("key store", () => checkStore(context)),
    await examine("credential", () => checkWinner(context)),
  ];
}

async function checkStore({ directories }: AppContext): Promise<Finding> {
  const path = toSecretsPath(directories.config);
  const stored = await listSecrets(directories.config);
  if (stored.length === 0) return pass(`empty (${path})`);
  if (!HAS_MODES) return pass(`${path}, protected by the access list of its folder`);
  const folder = dirname(path);
  const { mode } = await stat(folder);
  if ((mode & 0o022) === 0) return pass(`${path}, readable by you alone`);
  return warn(
    `others can write to the folder ${folder} (mode ${(mode & 0o777).toString(8)})`,
    advice`Type: ${systemCommand("setMode", 700, folder)}`,
  );
}

async function checkWinner(context: AppContext): Promise<Finding> {
  const { service, settings, clock, dialect } = context;
  if (service.isSandbox) return pass(`sandbox user ${settings.sandboxUser.value}`);
  const { value } = settings.baseUrl;
  const { value: found } = await service.credentials().next();
  if (found === undefined) {
    if (value === undefined) return skip("keys are stored by base URL, and none is set");
    return fail(
      new AppError("usage", "AUTH_MISSING", `none for ${new URL(value).origin}`, {
        next: advice`Log in: ${swath`auth login`}`,
      }),
    );
  }
  const { credential, source } = found;
  // Refuses a credential that cannot be sent: a key with a blank in it, an expired token.
  makeCredentialHeaders(credential, dialect, clock.now());
  if (credential.kind === "token") return pass(`token ${maskSecret(credential.token)} from ${source}`);
  return pass(`API key ${credential.kind === "apiKey" ? maskSecret(credential.key) : ""} from ${source}`);
}
