import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { TransportError, type HttpRequest, type HttpResponse, type Send } from "../contract/send.ts";
import { LONGEST_TIMER_MS, type Clock } from "../time/clock.ts";
import type { BulkPool } from "./bulk/bulk-pool.ts";
import { dispatchers } from "./dispatchers.ts";
import { exchange } from "./exchange.ts";
import type { ConnectionSettings } from "./open-connection.ts";
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
  const settings = async (): Promise<ConnectionSettings> => {
    const base = { clock, connectTimeoutMs, signal: ending.signal };
    if (options.caFile === undefined) return base;
    const { loadTrust } = await import("./trust.ts");
    return { ...base, trust: await (trust ??= loadTrust(options.caFile, env["NODE_EXTRA_CA_CERTS"])) };
  };
  const pool = dispatchers(settings);
  let opening: Promise<void> | undefined;
  let bulk: BulkPool | undefined;
  const openBulk = async (): Promise<void> => {
    try {
      const { BulkPool } = await import("./bulk/bulk-pool.ts");
      bulk = new BulkPool(await settings());
    } finally {
      // An unreadable CA file is reported, and read again for the next request.
      opening = undefined;
    }
  };

  const origins = new Map<string, URL>();
  const proxies = new Map<URL, Proxy | undefined>();
  const proxyOf = (base: URL): Proxy | undefined => {
    if (!proxies.has(base)) proxies.set(base, proxyFor(base, env));
    return proxies.get(base);
  };

  const send = async (request: HttpRequest): Promise<HttpResponse> => {
    const { base, path } = splitUrl(request.url, origins);
    if (ending.signal.aborted)
      throw new TransportError("aborted", "no", `${base.host}: the program is ending`);
    const proxy = proxyOf(base);
    const limits = {
      headersTimeoutMs: bounded(request.headersTimeoutMs ?? options.timeoutMs),
      idleTimeoutMs: bounded(request.idleTimeoutMs ?? options.timeoutMs),
    };
    // As in other clients: https uses a tunnel, and plain http is sent to the proxy as a request for the complete
    // URL.
    const relay = base.protocol === "http:" ? proxy : undefined;
    const route = relay === undefined ? { origin: base.origin, tunnel: proxy } : { origin: relay.origin };
    const target = relay === undefined ? path : `${base.origin}${path}`;
    const headers = {
      "accept-encoding": "identity",
      ...request.headers,
      ...relayHeaders(relay, base.host),
    };
    const { host } = base;
    const { signal } = request;

    const sendParsed = async (): Promise<HttpResponse> => {
      // undici releases a connection one turn after its response has ended; an earlier request would open another one.
      await nextTurn();
      const dispatcher = await (request.fresh === true ? pool.fresh(route) : pool.shared(route));
      const reply = exchange(dispatcher, {
        host,
        signal,
        dispatch: {
          origin: route.origin,
          path: target,
          method: request.method,
          headers,
          body: request.body ?? null,
          headersTimeout: limits.headersTimeoutMs,
          bodyTimeout: limits.idleTimeoutMs,
        },
      });
      if (request.fresh === true) closeAfter(reply, dispatcher);
      return reply;
    };

    const { receive } = request;
    if (receive !== undefined && bulk === undefined) await (opening ??= openBulk());
    const response = await (receive === undefined
      ? sendParsed()
      : bulk!.send({ route, target, headers, host, signal, receive, ...limits }));
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
      await pool.destroy();
      await opening?.catch(() => undefined);
      bulk?.destroy();
    },
  });
}

const bounded = (timeoutMs = 60_000): number => Math.min(timeoutMs, LONGEST_TIMER_MS);

/** Closes a dispatcher after its running request, or immediately when the request fails. */
function closeAfter(reply: Promise<HttpResponse>, dispatcher: Dispatcher): void {
  void dispatcher.close();
  reply.catch(() => dispatcher.destroy());
}

const relayHeaders = (relay: Proxy | undefined, host: string): Record<string, string> => ({
  ...(relay !== undefined && { host }),
  ...(relay?.authorization !== undefined && { "proxy-authorization": relay.authorization }),
});
