import * as tls from "node:tls";
import { findProxy } from "../../client/proxy-for.ts";
import { loadTrust } from "../../client/trust.ts";
import type { AppContext } from "../context.ts";
import { toConfigPath, type Profile } from "../../settings/profiles.ts";
import { findRunning } from "../service/find-sandbox.ts";
import { AppError } from "../../errors.ts";
import { examine, fail, pass, skip, warn, type CheckFinding, type Finding } from "./check.ts";
import { advice, swath } from "../../hint.ts";

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
      next: advice`Log in: ${swath`auth login --base-url https://...`}`,
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
  if (file !== undefined) (await loadTrust(file, env["NODE_EXTRA_CA_CERTS"]))(tls);
  if (env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    return warn("NODE_TLS_REJECT_UNAUTHORIZED=0 is set, and ignored: certificates are checked");
  }
  return pass(file === undefined ? "those that Node trusts" : `those that Node trusts, and ${file}`);
}
