import { TransportError, type HttpRequest, type HttpResponse, type Send } from "../contract/send.ts";
import { MAX_TIMER_MS, type Clock } from "../time/clock.ts";
import type { BulkPool } from "./bulk/bulk-pool.ts";
import type { ClientPool, PoolSettings } from "./client-pool.ts";
import { proxyFor, type Proxy } from "./proxy-for.ts";
import type { Trust } from "./trust.ts";
import { splitUrl } from "./wire-url.ts";

export interface UndiciSendOptions {
  clock: Clock;
  /** The environment with HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS. Default: empty. */
  env?: Readonly<Record<string, string | undefined>>;
  /** A PEM file of trusted certificates, in addition to Node's own. */
  caFile?: string;
  /** Milliseconds for name resolution, TCP, proxy and TLS together. Default 10,000. */
  connectTimeoutMs?: number;
  /** The time limits of requests without their own. Milliseconds, default 60,000. */
  timeoutMs?: number;
}

/** A `Send` that keeps connections: `close` closes them all at once, so that the process can end. */
export type ClosableSend = Send & { close: () => Promise<void> };

/**
 * Returns a `Send` over the real network: undici without redirects, decoding or retries. Nothing is loaded
 * before the first request.
 */
export function undiciSend(options: UndiciSendOptions): ClosableSend {
  const { clock, env = {}, connectTimeoutMs = 10_000 } = options;
  const ending = new AbortController();
  let trust: Promise<Trust> | undefined;
  const settings = async (): Promise<PoolSettings> => {
    const base = { clock, connectTimeoutMs };
    if (options.caFile === undefined) return base;
    const { loadTrust } = await import("./trust.ts");
    return { ...base, trust: await (trust ??= loadTrust(options.caFile, env["NODE_EXTRA_CA_CERTS"])) };
  };
  let pool: ClientPool | undefined;
  let bulk: BulkPool | undefined;
  const openPool = async (host: string): Promise<ClientPool> => {
    const { ClientPool } = await import("./client-pool.ts");
    refuseAtEnd(host);
    return (pool ??= new ClientPool(settings));
  };
  const openBulk = async (host: string): Promise<BulkPool> => {
    const { BulkPool } = await import("./bulk/bulk-pool.ts");
    const ready = { ...(await settings()), signal: ending.signal };
    refuseAtEnd(host);
    return (bulk ??= new BulkPool(ready));
  };
  const refuseAtEnd = (host: string): void => {
    if (ending.signal.aborted) throw new TransportError("aborted", "no", `${host}: the program is ending`);
  };

  const origins = new Map<string, URL>();
  const proxies = new Map<URL, Proxy | undefined>();
  const proxyOf = (base: URL): Proxy | undefined => {
    if (!proxies.has(base)) proxies.set(base, proxyFor(base, env));
    return proxies.get(base);
  };

  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const { base, path } = splitUrl(request.url, origins);
    refuseAtEnd(base.host);
    const proxy = proxyOf(base);
    // As in other clients: https uses a tunnel, and plain http is sent to the proxy as a request for the complete
    // URL.
    const relay = base.protocol === "http:" ? proxy : undefined;
    const route = relay === undefined ? { origin: base.origin, tunnel: proxy } : { origin: relay.origin };
    const target = relay === undefined ? path : `${base.origin}${path}`;
    const { host } = base;
    const headers = {
      "accept-encoding": "identity",
      ...request.headers,
      ...(relay !== undefined && relayHeaders(relay, host)),
    };
    const { signal, fresh, receive } = request;
    const headersTimeoutMs = bounded(request.headersTimeoutMs ?? options.timeoutMs);
    const idleTimeoutMs = bounded(request.idleTimeoutMs ?? options.timeoutMs);
    const dispatch = {
      path: target,
      method: request.method,
      headers,
      body: request.body ?? null,
      headersTimeout: headersTimeoutMs,
      bodyTimeout: idleTimeoutMs,
    };
    const response = await (receive === undefined
      ? (pool ?? (await openPool(host))).send({ route, host, signal, fresh, dispatch })
      : (bulk ?? (await openBulk(host))).send({
          route,
          target,
          headers,
          host,
          signal,
          receive,
          headersTimeoutMs,
          idleTimeoutMs,
        }));
    if (relay === undefined || response.status !== 407) return response;
    // Only a proxy answers 407, and then it has not forwarded the request.
    await response.body[Symbol.asyncIterator]().return?.();
    throw new TransportError(
      "proxy",
      "no",
      `the proxy ${new URL(relay.origin).host} asks for a user name and password`,
    );
  };

  return Object.assign(send, {
    close: async (): Promise<void> => {
      ending.abort(new TransportError("aborted", "no", "the program is ending"));
      bulk?.destroy();
      await pool?.destroy();
    },
  });
}

const bounded = (timeoutMs = 60_000): number => Math.min(timeoutMs, MAX_TIMER_MS);

const relayHeaders = ({ authorization }: Proxy, host: string): Record<string, string> => ({
  host,
  ...(authorization !== undefined && { "proxy-authorization": authorization }),
});
