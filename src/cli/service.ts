/** The far side of a run: opened at the first request, so that a run without one opens nothing. */
import type { Client } from "../client/client.ts";
import type { Credential } from "../client/credentials.ts";
import type { Dialect } from "../contract/dialect.ts";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";
import type { Send } from "../contract/send.ts";
import { AppError } from "../errors.ts";
import type { Journal } from "../ledger/journal.ts";
import { VERSION } from "../version.ts";
import { findCredential } from "./credential-source.ts";
import type { Directories } from "./directories.ts";
import { DryRun, type PlannedRequest } from "./dry-run.ts";
import type { GlobalOptions } from "./global-flags.ts";
import type { Notes } from "./notes.ts";
import { SANDBOX_PROFILE } from "./profiles.ts";
import { SANDBOX_URL } from "./sandbox-address.ts";
import type { Settings } from "./settings.ts";
import { inTurn } from "./in-turn.ts";
import { guardOptions, openSpendJournal } from "./spend-journal.ts";
import type { StdinClaim } from "./stdin-claim.ts";
import type { Environment, World } from "./world.ts";

export interface ServiceParts {
  world: World;
  options: Partial<GlobalOptions>;
  settings: Settings;
  profileName: string;
  directories: Directories;
  dialect: Dialect;
  notes: Notes;
  stdin: StdinClaim;
}

/** Where requests go, and what proves who we are there. */
export interface Link {
  baseUrl: string;
  /** The network for the API and for signed URLs alike; neither adds a credential. */
  send: Send;
  credential: Credential | undefined;
  /** Where the credential came from, for `auth status`. */
  credentialSource: string | undefined;
  close(): Promise<void>;
}

export type Endpoints = Pick<Client, EndpointName>;

export interface Service {
  readonly isSandbox: boolean;
  /** One method per endpoint; the link opens at the first call. With --dry-run a call shows its request instead. */
  readonly client: Endpoints;
  /** The whole client, for what is more than one endpoint's call: pages, raw requests, descriptions. */
  connect(): Promise<Client>;
  link(): Promise<Link>;
  journal(): Promise<Journal>;
  /** The person agreed to buy again what this id stands for, so the journal need not ask about it. */
  allowRepeat(resultId: string): void;
  close(): Promise<void>;
}

export function createService(parts: ServiceParts): Service {
  let opened: Promise<Link> | undefined;
  let connected: Promise<Client> | undefined;
  const agreed = new Set<string>();
  const link = (): Promise<Link> => (opened ??= openLink(parts));
  const client = (): Promise<Client> => (connected ??= link().then((to) => connect(parts, to, agreed)));
  return {
    isSandbox: parts.profileName === SANDBOX_PROFILE,
    client: lazyClient(client),
    connect: client,
    link,
    journal: () => openSpendJournal(parts),
    allowRepeat: (resultId) => void agreed.add(resultId),
    close: async () => {
      if (opened !== undefined)
        await opened.then(
          (to) => to.close(),
          () => {},
        );
    },
  };
}

async function openLink(parts: ServiceParts): Promise<Link> {
  const { world, settings, directories, options } = parts;
  if (parts.profileName !== SANDBOX_PROFILE) return openNetworkLink(parts, requireBaseUrl(settings));
  const user = settings.sandboxUser.value;
  const identity = (key: string | undefined): Identity => ({
    credential: key === undefined ? undefined : { kind: "apiKey", key },
    source: `sandbox user ${user}`,
  });
  // A dry run opens nothing: the credential is masked anyway.
  if (options.dryRun === true) return { baseUrl: SANDBOX_URL, ...asLink(identity("sbx_")), ...NOWHERE };
  const { embedSandbox, findRunning, sandboxDir } = await import("./sandbox-link.ts");
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

async function openNetworkLink(parts: ServiceParts, baseUrl: string, given?: Identity): Promise<Link> {
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
): Promise<Pick<Link, "send" | "close">> {
  if (world.send !== undefined) return { send: world.send, close: async () => {} };
  await sparePrecompiling(world.nodeVersion);
  const { undiciSend } = await import("../client/undici-send.ts");
  const timeoutMs = settings.timeout.value;
  const send = undiciSend({
    clock: world.clock,
    env,
    caFile: settings.caFile.value,
    headersTimeoutMs: timeoutMs,
    idleTimeoutMs: timeoutMs,
  });
  return { send, close: () => send.close() };
}

/** The HTTP parser is WebAssembly: on older Node its optimising compiler costs more than it ever gives back here. */
async function sparePrecompiling(nodeVersion: string): Promise<void> {
  if (Number.parseInt(nodeVersion, 10) >= 22) return;
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--liftoff-only");
}

async function connect(parts: ServiceParts, link: Link, agreed: ReadonlySet<string>): Promise<Client> {
  const { world, settings, dialect, notes } = parts;
  const { createClient } = await import("../client/client.ts");
  const client: Client = createClient({
    send: link.send,
    baseUrl: link.baseUrl,
    credential: link.credential,
    dialect,
    retries: settings.retries.value,
    timeoutMs: settings.timeout.value,
    clock: world.clock,
    random: () => world.random(),
    userAgent: `swath/${VERSION}`,
    signal: world.interrupts.signal,
    spendSignal: world.interrupts.giveUpSignal,
    spendGuard: inTurn((...request) =>
      world.interrupts.shield(async () => {
        const journal = await openSpendJournal(parts);
        return journal.guard(guardOptions(parts, async () => client, agreed))(...request);
      }),
    ),
    onRequest: ({ method, path }) => notes.detail(`${method} ${path}`),
    onResponse: ({ status }, { method, path }) => notes.detail(`${method} ${path}: ${status}`),
    onRetry: ({ attempt, delayMs, cause }) => notes.detail(`try ${attempt} in ${delayMs} ms (${cause})`),
  });
  return parts.options.dryRun === true ? dryRunClient(client) : client;
}

/** Every endpoint's method, each of which waits for the client to be made. */
function lazyClient(connected: () => Promise<Client>): Endpoints {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  const method = (name: EndpointName) => async (call: never) =>
    ((await connected())[name] as (given: never) => Promise<unknown>)(call);
  return Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as Endpoints;
}

/** The same client, which shows each request in place of sending it. */
function dryRunClient(client: Client): Client {
  const names = Object.keys(ENDPOINTS) as EndpointName[];
  const method = (name: EndpointName) => async (call: never) => {
    throw new DryRun(client.describe(name, call) as PlannedRequest);
  };
  const raw: Client["raw"] = async (call) => {
    throw new DryRun(client.describeRaw(call));
  };
  return {
    ...client,
    ...(Object.fromEntries(names.map((name) => [name, method(name)])) as unknown as Endpoints),
    raw,
  };
}
