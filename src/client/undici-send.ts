import { type HttpRequest, type HttpResponse, type Send, TransportError } from "../contract/send.ts";
import type { Hint } from "../hint.ts";
import { type Clock, MAX_TIMER_MS } from "../time/clock.ts";
import type { BulkPool } from "./bulk/bulk-pool.ts";
import type { ClientPool, PoolSettings } from "./client-pool.ts";
import { type Proxy, findProxy } from "./proxy-for.ts";
import type { Route } from "./open-connection.ts";
import type { Trust, TrustStore } from "./trust.ts";

export interface UndiciSendOptions {
  clock: Clock;
  /** The environment with HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS. Default: empty. */
  env?: Readonly<Record<string, string | undefined>>;
  /** A PEM file of trusted certificates, in addition to Node's own. */
  caFile?: string;
  /** The next step if the CA file cannot be read. */
  caFileNext?: Hint | undefined;
  /** Returns the certificates of the system's store. Default: Node reads it. */
  readSystemCertificates?: () => Promise<readonly string[]>;
  /** Milliseconds for name resolution, TCP, proxy and TLS together. Default 10,000. */
  connectTimeoutMs?: number;
  /** The time limits of requests without their own. Milliseconds, default 60,000. */
  timeoutMs?: number;
}

const readSystemStore = async (): Promise<readonly string[]> =>
  (await import("node:tls")).getCACertificates("system");

/** A `Send` that keeps connections: `close` closes them all at once, so that the process can end. */
export type ClosableSend = Send & { close: () => Promise<void> };

/**
 * Returns a `Send` over the real network: undici without redirects, decoding or retries. Nothing is loaded
 * before the first request.
 */
export function makeUndiciSend(options: UndiciSendOptions): ClosableSend {
  const network = new Network(options);
  const send: Send = (request) => network.send(request);
  return Object.assign(send, { close: () => network.close() });
}

/**
 * The connections of a program: a pool of undici for requests, and a pool for bulk data, which passes bytes to `receive` without a copy.
 */
class Network {
  readonly #options: UndiciSendOptions;
  readonly #ending = new AbortController();
  readonly #origins = new Map<string, URL>();
  readonly #proxies = new Map<URL, Proxy | undefined>();
  #trust: Promise<TrustStore> | undefined;
  #pool: ClientPool | undefined;
  #bulk: BulkPool | undefined;

  constructor(options: UndiciSendOptions) {
    this.#options = options;
  }

  async send(request: HttpRequest): Promise<HttpResponse> {
    const { base, path } = splitUrl(request.url, this.#origins);
    const { host, origin, protocol } = base;
    this.#requireOpen(host);
    const proxy = this.#findProxy(base);
    // As in other clients: https uses a tunnel, and plain http is sent to the proxy as a request for the complete
    // URL.
    const relay = protocol === "http:" ? proxy : undefined;
    const response = await this.#dispatch(request, {
      route: relay === undefined ? { origin, tunnel: proxy } : { origin: relay.origin },
      target: relay === undefined ? path : `${origin}${path}`,
      host,
      headers: {
        "accept-encoding": "identity",
        ...request.headers,
        ...(relay !== undefined && makeRelayHeaders(relay, host)),
      },
    });
    if (relay === undefined || response.status !== 407) return response;
    // Only a proxy answers 407, and then it has not forwarded the request.
    await response.body[Symbol.asyncIterator]().return?.();
    throw new TransportError(
      "proxy",
      "no",
      `the proxy ${new URL(relay.origin).host} asks for a user name and password`,
    );
  }

  async close(): Promise<void> {
    this.#ending.abort(new TransportError("aborted", "no", "the program is ending"));
    this.#bulk?.destroy();
    await this.#pool?.destroy();
  }

  async #dispatch(request: HttpRequest, way: Way): Promise<HttpResponse> {
    const { method, body = null, signal, fresh, receive } = request;
    const { route, target, headers, host } = way;
    const headersTimeoutMs = boundTimeout(request.headersTimeoutMs ?? this.#options.timeoutMs);
    const idleTimeoutMs = boundTimeout(request.idleTimeoutMs ?? this.#options.timeoutMs);
    if (receive !== undefined) {
      const bulk = this.#bulk ?? (await this.#openBulk(host));
      return bulk.send({ ...way, signal, receive, headersTimeoutMs, idleTimeoutMs });
    }
    const pool = this.#pool ?? (await this.#openPool(host));
    const timeouts = { headersTimeout: headersTimeoutMs, bodyTimeout: idleTimeoutMs };
    return pool.send({
      route,
      host,
      signal,
      fresh,
      dispatch: { path: target, method, headers, body, ...timeouts },
    });
  }

  async #openPool(host: string): Promise<ClientPool> {
    const { ClientPool } = await import("./client-pool.ts");
    this.#requireOpen(host);
    return (this.#pool ??= new ClientPool(() => this.#readPoolSettings()));
  }

  async #openBulk(host: string): Promise<BulkPool> {
    const { BulkPool } = await import("./bulk/bulk-pool.ts");
    const ready = { ...(await this.#readPoolSettings()), signal: this.#ending.signal };
    this.#requireOpen(host);
    return (this.#bulk ??= new BulkPool(ready));
  }

  async #readPoolSettings(): Promise<PoolSettings> {
    const { clock, connectTimeoutMs = 10_000 } = this.#options;
    return { clock, connectTimeoutMs, trust: await (this.#trust ??= this.#openTrust()) };
  }

  async #openTrust(): Promise<TrustStore> {
    const { caFile, caFileNext, env = {}, readSystemCertificates = readSystemStore } = this.#options;
    const load = async (system: readonly string[]): Promise<Trust> =>
      (await import("./trust.ts")).loadTrust(caFile, env["NODE_EXTRA_CA_CERTS"], system, caFileNext);
    const add = async (): Promise<void> => {
      const system = await readSystemCertificates().catch(() => []);
      if (system.length > 0) store.current = await load(system);
    };
    let added: Promise<void> | undefined;
    const store: { current: Trust | undefined; addSystem: () => Promise<void> } = {
      current: caFile === undefined ? undefined : await load([]),
      addSystem: () => (added ??= add()),
    };
    return store;
  }

  #requireOpen(host: string): void {
    if (this.#ending.signal.aborted)
      throw new TransportError("aborted", "no", `${host}: the program is ending`);
  }

  #findProxy(base: URL): Proxy | undefined {
    if (!this.#proxies.has(base)) this.#proxies.set(base, findProxy(base, this.#options.env ?? {}));
    return this.#proxies.get(base);
  }
}

/** The route of one request, and its headers there. */
interface Way {
  route: Route;
  /** The path, or the complete URL for a proxy. */
  target: string;
  /** `host:port` for messages. */
  host: string;
  headers: Record<string, string>;
}

const boundTimeout = (timeoutMs = 60_000): number => Math.min(timeoutMs, MAX_TIMER_MS);

const makeRelayHeaders = ({ authorization }: Proxy, host: string): Record<string, string> => ({
  host,
  ...(authorization !== undefined && { "proxy-authorization": authorization }),
});

export interface WireUrl {
  /** Scheme, host and port, parsed by `URL`. */
  readonly base: URL;
  /** Path and query, unchanged: a signature covers these bytes, so they must not be normalised. */
  readonly path: string;
}

/**
 * Splits an absolute http(s) URL without the rewriting of `new URL()` (which changes `'`, `\`, `%2e%2e` ...). Most
 * of thousands of URLs have the same few hosts, so `known` caches the parsed origins.
 */
export function splitUrl(url: string, known = new Map<string, URL>()): WireUrl {
  const [, origin, rest = ""] = /^(https?:\/\/[^/?#\\\s]+)((?:[/?][^#]*)?)(?:#.*)?$/is.exec(url) ?? [];
  const base = known.get(origin ?? "") ?? readOrigin(origin);
  if (origin !== undefined) known.set(origin, base);
  const path = rest.startsWith("/") ? rest : `/${rest}`;
  if (/[\u0000-\u001F\u007F]/.test(path)) throw toUnsendable("a URL with control characters");
  // A request line is ASCII; all other characters must be percent-encoded, as in browsers.
  return { base, path: path.replace(/[^\u0021-\u007E]+/g, escapeBytes) };
}

function readOrigin(origin: string | undefined): URL {
  if (origin === undefined || !URL.canParse(origin)) throw toUnsendable("not an http or https URL");
  const base = new URL(origin);
  if (base.username !== "" || base.password !== "") throw toUnsendable("a URL with a user name in it");
  return base;
}

const escapeBytes = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

const toUnsendable = (what: string): TransportError =>
  new TransportError("protocol", "no", `cannot send to ${what}`);
