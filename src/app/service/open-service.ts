/**
 * The configured service of one profile. It is opened at the first request, so a run without a request opens nothing.
 */
import { join } from "node:path";
import type { Client, ClientOptions } from "../../client/client.ts";
import { listSecretForms } from "../../contract/credentials.ts";
import { ENDPOINT_NAMES, type EndpointName, getEndpoint } from "../../contract/endpoints.ts";
import type { Send } from "../../contract/send.ts";
import type { MoneyService, ServiceTime } from "../../money/context.ts";
import type { Journal } from "../../money/journal.ts";
import type { Reconcile } from "../../money/outcome.ts";
import type { FoundCredential } from "../../settings/credential-source.ts";
import { SANDBOX_PROFILE } from "../../settings/profiles.ts";
import { readClockSkew } from "../../time/http-date.ts";
import { VERSION } from "../../version.ts";
import type { Surroundings } from "../surroundings.ts";
import { type Connection, listCredentials, openConnection, type ServiceOptions } from "./connect.ts";
import { makeDryRunClient } from "./dry-run.ts";
import { findServicePlace, keepLearned } from "./learn-forms.ts";

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
  return new LazyService(surroundings, options);
}

class LazyService implements Service {
  readonly isSandbox: boolean;
  readonly isDryRun: boolean;
  readonly learner: Surroundings["learner"];
  readonly client: Endpoints = makeLazyClient(() => this.connect());
  readonly #surroundings: Surroundings;
  readonly #options: ServiceOptions;
  #opened: Promise<Connection> | undefined;
  #connected: Promise<Client> | undefined;
  /** One per run, because it caches its index. */
  #journal: Promise<Journal> | undefined;
  #time: Promise<ServiceTime> | undefined;
  #skewMs: number | undefined;

  constructor(surroundings: Surroundings, options: ServiceOptions) {
    this.#surroundings = surroundings;
    this.#options = options;
    this.isSandbox = surroundings.profileName === SANDBOX_PROFILE;
    this.isDryRun = options.isDryRun;
    this.learner = surroundings.learner;
  }

  connect(): Promise<Client> {
    return (this.#connected ??= this.#makeClient());
  }

  connection(): Promise<Connection> {
    return (this.#opened ??= this.#openConnection());
  }

  credentials(): AsyncGenerator<FoundCredential, undefined> {
    return listCredentials(this.#surroundings, this.#options);
  }

  journal(): Promise<Journal> {
    return (this.#journal ??= openSpendJournal(this.#surroundings, () => this.#skewMs));
  }

  time(): Promise<ServiceTime> {
    return (this.#time ??= this.#readTime());
  }

  now(): number {
    return this.#surroundings.clock.now() + (this.#skewMs ?? 0);
  }

  skewMs(): number | undefined {
    return this.#skewMs;
  }

  async logged(send: Send): Promise<Send> {
    if (this.#options.showsHttp !== true || this.isDryRun) return send;
    const { showHttp } = await import("./show-http.ts");
    return showHttp(send, (line) => this.#surroundings.events.detail(line));
  }

  async reconcile(...request: Parameters<Reconcile>): ReturnType<Reconcile> {
    const { reconcile } = await import("../../money/reconcile.ts");
    return reconcile({ ...this.#surroundings, client: () => this.connect() }, ...request);
  }

  async close(): Promise<void> {
    if (this.#opened === undefined) return;
    await this.#opened.then(
      (connection) => connection.close(),
      () => {},
    );
    const { settings } = this.#surroundings;
    await keepLearned(this.#surroundings, await findServicePlace(this.#surroundings, settings));
  }

  async #openConnection(): Promise<Connection> {
    const connection = await openConnection(this.#surroundings, this.#options);
    this.#surroundings.secrets.know(listSecretForms(connection.credential));
    const send = await this.logged(connection.send);
    // A thread would show nothing.
    return send === connection.send ? connection : { ...connection, send, sendSettings: undefined };
  }

  async #makeClient(): Promise<Client> {
    const { send, baseUrl, credential } = await this.connection();
    const { clock, events, interruption } = this.#surroundings;
    const { createClient } = await import("../../client/client.ts");
    const common = makeClientOptions(this.#surroundings);
    const client = createClient({
      ...common,
      send,
      baseUrl,
      credential,
      spendSignal: interruption.giveUpSignal,
      onResponse: (response, request) => {
        this.#skewMs = readClockSkew(response.headers, clock.now()) ?? this.#skewMs;
        common.onResponse(response, request);
      },
      onRetry: ({ attempt, delayMs, cause }) => events.detail(`try ${attempt} in ${delayMs} ms (${cause})`),
    });
    return this.isDryRun ? makeDryRunClient(client) : client;
  }

  /** Returns the time of the sandbox that this run opens; for another service, the time by its last responses. */
  async #readTime(): Promise<ServiceTime> {
    const { clock } = this.#surroundings;
    const isTrusted = this.isSandbox;
    // An unusable sandbox or journal fails later, where it is needed.
    const skewMs = await (isTrusted ? this.#readSandboxSkew() : this.#readJournalSkew()).catch(() => 0);
    if (Math.abs(skewMs) < MIN_SKEW_MS) return { nowMs: clock.now(), skewMs: 0, isTrusted };
    // Some milliseconds pass between two readings of two clocks.
    return { nowMs: Math.round((clock.now() + skewMs) / 1000) * 1000, skewMs, isTrusted };
  }

  /** A dry run opens no connection, but the sandbox's stored clock is readable. */
  async #readSandboxSkew(): Promise<number> {
    if (!this.isDryRun) return (await this.connection()).skewMs ?? 0;
    const { clock, directories } = this.#surroundings;
    const { readStoredTime } = await import("./find-sandbox.ts");
    const storedMs = await readStoredTime(directories, clock);
    return storedMs === undefined ? 0 : storedMs - clock.now();
  }

  async #readJournalSkew(): Promise<number> {
    const baseUrl = this.#surroundings.settings.baseUrl.value;
    if (baseUrl === undefined) return 0;
    const journal = await this.journal();
    return (await journal.readSkewMs(new URL(baseUrl).origin)) ?? 0;
  }
}

/** A smaller difference is noise: the `Date` of a response is accurate to a second, plus the delay of the network. */
const MIN_SKEW_MS = 60_000;

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
  const { label, summary } = getEndpoint(name);
  return label ?? summary;
}

/** Returns every endpoint's method; each waits until the client is created. */
function makeLazyClient(connected: () => Promise<Client>): Endpoints {
  const method = (name: EndpointName) => async (call: never) =>
    ((await connected())[name] as (given: never) => Promise<unknown>)(call);
  return Object.fromEntries(ENDPOINT_NAMES.map((name) => [name, method(name)])) as unknown as Endpoints;
}
