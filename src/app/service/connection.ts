/** Where the requests of a run go, and with which credential. */
import type { Credential } from "../../contract/credentials.ts";
import type { Send } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { findCredential } from "../../settings/credential-source.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import type { RunParts } from "./run-parts.ts";
import { SANDBOX_URL } from "./sandbox-address.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Environment } from "../../settings/environment.ts";
import type { World } from "../../cli/world.ts";

/** Where requests go, and what proves who we are there. */
export interface Link {
  baseUrl: string;
  /** The network for the API and for signed URLs alike; neither adds a credential. */
  send: Send;
  /** True when `send` honours `threaded` requests. */
  hasThreads?: boolean;
  /** Milliseconds that the program has worked for `send`, all its threads together seen as one. */
  busyMs?: () => number;
  credential: Credential | undefined;
  /** Where the credential came from, for `auth status`. */
  credentialSource: string | undefined;
  close(): Promise<void>;
}

/** Opens the link that settings and flags name: a service, the running sandbox, or one inside this process. */
export async function openLink(parts: RunParts): Promise<Link> {
  const { world, settings, directories, options } = parts;
  if (parts.profileName !== SANDBOX_PROFILE) return openNetworkLink(parts, requireBaseUrl(settings));
  const user = settings.sandboxUser.value;
  const identity = (key: string | undefined): Identity => ({
    credential: key === undefined ? undefined : { kind: "apiKey", key },
    source: `sandbox user ${user}`,
  });
  const { embedSandbox, findRunning, readRunning, sandboxDir } = await import("./local-sandbox.ts");
  if (options.dryRun === true) {
    // A dry run opens nothing, and asks nobody whether it is still true: the credential is masked anyway.
    const said = await readRunning(directories);
    const baseUrl = said !== undefined && world.isAlive(said.pid) ? said.url : SANDBOX_URL;
    return { baseUrl, ...asLink(identity("sbx_")), ...NOWHERE };
  }
  const running = world.send === undefined ? await findRunning(directories, world) : undefined;
  if (running !== undefined) return openNetworkLink(parts, running.url, identity(running.keys[user]));
  const { send, sandbox } = await embedSandbox(sandboxDir(directories), world);
  const key = sandbox.users.find(({ name }) => name === user)?.apiKey;
  return {
    baseUrl: SANDBOX_URL,
    ...asLink(identity(key)),
    send: world.send ?? send,
    close: async () => sandbox.close(),
  };
}

const asLink = ({ credential, source }: Identity) => ({ credential, credentialSource: source });

const NOWHERE: Pick<Link, "send" | "close"> = {
  send: () => Promise.reject(new Error("a dry run sends nothing")),
  close: async () => {},
};

function requireBaseUrl({ baseUrl }: Settings): string {
  if (baseUrl.value !== undefined) return baseUrl.value;
  throw new AppError(
    "usage",
    "CONFIG_MISSING_BASE_URL",
    "no base URL is set, so there is nowhere to send this",
    {
      hint: "Type: swath auth login --base-url https://... (or try it without an account: --sandbox)",
    },
  );
}

interface Identity {
  credential: Credential | undefined;
  source: string;
}

async function openNetworkLink(parts: RunParts, baseUrl: string, given?: Identity): Promise<Link> {
  const { world, settings, options, directories, profileName } = parts;
  const found =
    given ??
    (await findCredential({
      options,
      env: world.env,
      cwd: world.cwd,
      configDir: directories.config,
      origin: new URL(baseUrl).origin,
      profileName,
      readStdin: (flag) => parts.stdin.read(flag),
    }));
  // What listens on this machine is not asked for through a proxy.
  const env = profileName === SANDBOX_PROFILE ? {} : world.env;
  const network = options.dryRun === true ? NOWHERE : await openNetwork(world, settings, env);
  return { baseUrl, credential: found?.credential, credentialSource: found?.source, ...network };
}

/** The network alone, for a base URL or a credential that are not those of the settings (a login, say). */
export async function openNetwork(
  world: World,
  settings: Settings,
  env: Environment = world.env,
): Promise<Pick<Link, "send" | "close" | "busyMs" | "hasThreads">> {
  if (world.send !== undefined) return { send: world.send, close: async () => {} };
  const { undiciSend } = await import("../../client/undici-send.ts");
  const timeoutMs = settings.timeout.value;
  const send = undiciSend({
    clock: world.clock,
    env,
    caFile: settings.caFile.value,
    headersTimeoutMs: timeoutMs,
    idleTimeoutMs: timeoutMs,
  });
  const { busyMs, hasThreads, close } = send;
  return { send, close, busyMs, hasThreads };
}
