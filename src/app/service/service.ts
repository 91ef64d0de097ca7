/**
 * The configured service of one profile. It is opened at the first request, so a run without a request opens nothing.
 */
import { join } from "node:path";
import type { Client, ClientOptions } from "../../client/client.ts";
import { secretsOf } from "../../contract/credentials.ts";
import { ENDPOINT_NAMES, endpointOf, type EndpointName } from "../../contract/endpoints.ts";
import type { Send } from "../../contract/send.ts";
import type { Journal } from "../../money/journal.ts";
import type { FoundCredential } from "../../settings/credential-source.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { readClockSkew } from "../../time/http-date.ts";
import { VERSION } from "../../version.ts";
import type { Surroundings } from "../surroundings.ts";
import { listCredentials, openConnection, type Connection, type ServiceOptions } from "./connection.ts";
import { keepLearned } from "./keep-learned.ts";
import { findServicePlace } from "./service-place.ts";
import type { MoneyService, ServiceTime } from "../../money/context.ts";
import { DryRun } from "./dry-run.ts";

export type Endpoints = Pick<Client, EndpointName>;

export interface Service extends MoneyService {
  readonly isSandbox: boolean;
  /** Changes the dialect of the run by what the service shows. */
  readonly learner: Surroundings["learner"];
  /** One method per endpoint; the connection opens at the first call. In a dry run a call throws its request. */
  readonly client: Endpoints;
  /** The complete client, for operations beyond one endpoint's call: pages, raw requests, descriptions. */
  connect(): Promise<Client>;
  connection(): Promise<Connection>;
  /** Yields every available credential for its base URL, in order of precedence. */
  credentials(): AsyncGenerator<FoundCredential, undefined>;
  /** Returns the network that shows its exchanges, if the run asks for it. */
  logged(send: Send): Promise<Send>;
  close(): Promise<void>;
}

export function openService(surroundings: Surroundings, options: ServiceOptions): Service {
  const { clock, profileName, events, interruption, secrets } = surroundings;
  let opened: Promise<Connection> | undefined;
  let connected: Promise<Client> | undefined;
  let time: Promise<ServiceTime> | undefined;
  /** The service's clock minus this machine's; undefined before the first response. */
  let skewMs: number | undefined;
  // One journal per run, because it caches its index.
  let spendJournal: Promise<Journal> | undefined;
  const journal = (): Promise<Journal> => (spendJournal ??= openSpendJournal(surroundings, () => skewMs));
  const logged = async (send: Send): Promise<Send> => {
    if (options.showsHttp !== true || options.isDryRun) return send;
    const { showHttp } = await import("./show-http.ts");
    return showHttp(send, (line) => events.detail(line));
  };
  const connection = (): Promise<Connection> =>
    (opened ??= openConnection(surroundings, options).then(async (to) => {
      secrets.know(secretsOf(to.credential));
      const send = await logged(to.send);
      // A thread would show nothing.
      return send === to.send ? to : { ...to, send, sendSettings: undefined };
    }));
  const client = (): Promise<Client> =>
    (connected ??= connection().then(async ({ send, baseUrl, credential }) => {
      const { createClient } = await import("../../client/client.ts");
      const common = makeClientOptions(surroundings);
      const made = createClient({
        ...common,
        send,
        baseUrl,
        credential,
        spendSignal: interruption.giveUpSignal,
        onResponse: (response, request) => {
          skewMs = readClockSkew(response.headers, clock.now()) ?? skewMs;
          common.onResponse(response, request);
        },
        onRetry: ({ attempt, delayMs, cause }) => events.detail(`try ${attempt} in ${delayMs} ms (${cause})`),
      });
      return options.isDryRun ? makeDryRunClient(made) : made;
    }));
  return {
    isSandbox: profileName === SANDBOX_PROFILE,
    isDryRun: options.isDryRun,
    learner: surroundings.learner,
    client: makeLazyClient(client),
    connect: client,
    connection,
    credentials: () => listCredentials(surroundings, options),
    logged,
    now: () => clock.now() + (skewMs ?? 0),
    journal,
    time: () =>
      (time ??= import("./service-time.ts").then(({ readServiceTime }) =>
        readServiceTime(surroundings, { isDryRun: options.isDryRun, connection, journal }),
      )),
    reconcile: async (...request) => {
      const { reconcile } = await import("../../money/reconcile.ts");
      return reconcile({ ...surroundings, client }, ...request);
    },
    skewMs: () => skewMs,
    close: async () => {
      if (opened === undefined) return;
      await opened.then(
        (to) => to.close(),
        () => {},
      );
      await keepLearned(surroundings, await findServicePlace(surroundings, surroundings.settings));
    },
  };
}

/** Opens this machine's journal for the profile of this run. */
async function openSpendJournal(
  { clock, machine, directories, profileName, dialect, interruption }: Surroundings,
  skewMs: Service["skewMs"],
): Promise<Journal> {
  const { Journal } = await import("../../money/journal.ts");
  return new Journal({
    dir: join(directories.state, "journal"),
    clock,
    uuid: () => machine.uuid(),
    pid: machine.pid,
    profile: profileName,
    isAlive: (pid) => machine.isAlive(pid),
    dollar: dialect["currency.$"],
    skewMs,
    signal: interruption.pressSignal,
  });
}

/** Returns the options of every client of a run, with any credential. */
export const makeClientOptions = ({
  clock,
  machine,
  settings,
  dialect,
  learner,
  events,
  signal,
  profileName,
  secrets,
}: Surroundings) =>
  ({
    secrets,
    dialect,
    onReply: (shown) => learner.see(shown),
    onLearned: (key, value) => learner.learn(key, value),
    retries: settings.retries.value,
    timeoutMs: settings.timeout.value,
    clock,
    random: () => machine.random(),
    userAgent: `swath/${VERSION}`,
    signal,
    onRequest: ({ method, path }) => events.detail(`${method} ${path}`),
    inFlight: ({ endpoint, method, path, url }) =>
      events.inFlight({
        what: endpoint === undefined ? `${method} ${path}` : toLabel(endpoint),
        host: profileName === SANDBOX_PROFILE ? "the sandbox" : new URL(url).host,
      }),
    onResponse: ({ status }, { method, path }) => events.detail(`${method} ${path}: ${status}`),
  }) satisfies Partial<ClientOptions>;

function toLabel(name: EndpointName): string {
  const { label, summary } = endpointOf(name);
  return label ?? summary;
}

/** Returns every endpoint's method; each waits until the client is created. */
function makeLazyClient(connected: () => Promise<Client>): Endpoints {
  const method = (name: EndpointName) => async (call: never) =>
    ((await connected())[name] as (given: never) => Promise<unknown>)(call);
  return Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, method(name)])) as unknown as Endpoints;
}

/** Returns a client that throws each request instead of sending it. */
function makeDryRunClient(client: Client): Client {
  // An endpoint without parameters and body may be called without arguments.
  const method = (name: EndpointName) => async (call: never) => {
    throw new DryRun(client.describe(name, call ?? ({} as never)));
  };
  const raw = async (call: Parameters<Client["raw"]>[0]): Promise<never> => {
    throw new DryRun(client.describeRaw(call));
  };
  return {
    ...client,
    ...(Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, method(name)])) as unknown as Endpoints),
    raw,
    paid: async (name, call) => {
      throw new DryRun(client.describe(name, call));
    },
    paidRaw: raw,
  };
}
