import { connect as connectTcp, isIP, type OnReadOpts, type Socket } from "node:net";
import type { ConnectionOptions, SecureContext } from "node:tls";
import { NO_TLS, TransportError, type TransportReason } from "../contract/send.ts";
import type { Clock } from "../time/clock.ts";
import { onAbort } from "../time/on-abort.ts";
import { startDeadline } from "../time/deadline.ts";
import type { Proxy } from "./proxy-for.ts";
import { toTransportError } from "./transport-error.ts";
import type { Trust, TrustStore } from "./trust.ts";

export interface ConnectionSettings {
  clock: Clock;
  /** For name resolution, TCP, proxy and TLS together. */
  connectTimeoutMs: number;
  /** The certificates that TLS trusts. */
  trust: TrustStore;
  /** Aborts connections that are still being opened when the program ends. */
  signal: AbortSignal;
}

/** The route of a connection: to `origin` directly, or through a proxy's tunnel. */
export interface Route {
  origin: string;
  tunnel?: Proxy | undefined;
}

/** Returns the key of a route in a pool's kept connections. */
export const makeRouteKey = ({ origin, tunnel }: Route): string => `${origin} ${tunnel?.origin ?? ""}`;

/** The host to connect to: the service or a proxy. `hostname` without brackets. */
interface Peer {
  hostname: string;
  port: number;
  secure: boolean;
}

export interface Reading {
  /** The buffer for the bytes of the connection. Without it, the socket is read as a stream. */
  onread: OnReadOpts;
  /** A TLS session of an earlier connection to the same origin, and the callback for the sessions of this one. */
  session: Buffer | undefined;
  onSession: (session: Buffer) => void;
}

/**
 * Opens the connection for a request: directly, or through a CONNECT tunnel, which ignores `reading`. Every failure here happens before the
 * first byte of the request, so every error has `delivered: "no"`. undici's own connector and ProxyAgent are not used: they retry endlessly
 * after a proxy closes the connection, and hide the failed stage.
 */
export async function openConnection(
  route: Route,
  settings: ConnectionSettings,
  reading?: Reading,
): Promise<Socket> {
  const { trust: store } = settings;
  const trust = store.current;
  try {
    return await openTrusting({ ...settings, trust }, route, reading);
  } catch (error) {
    // The system's store, with the certificates of a company, is read only when it may help: that takes some milliseconds, and on
    // some Macs seconds. The failed connection has carried no byte of a request.
    if (!isUntrusted(error)) throw error;
    await store.addSystem();
    if (store.current === trust) throw error;
    return openTrusting({ ...settings, trust: store.current }, route, reading);
  }
}

/** The settings of one connection, with its certificates; undefined = Node's default context. */
type OneConnection = Omit<ConnectionSettings, "trust"> & { trust: Trust | undefined };

/** Codes of Node for a certificate whose issuer is not trusted. */
const UNTRUSTED = new Set<unknown>([
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

const isUntrusted = (error: unknown): boolean =>
  error instanceof TransportError && UNTRUSTED.has((error.cause as NodeJS.ErrnoException | undefined)?.code);

async function openTrusting(
  settings: OneConnection,
  { origin, tunnel: proxy }: Route,
  reading: Reading | undefined,
): Promise<Socket> {
  const peer = toPeer(new URL(origin));
  await loadModules(peer, proxy, settings.trust);
  return openBeforeTimeout(peer, settings, async (signal) => {
    // TLS fills the given buffer only when it reads from the network itself.
    if (reading !== undefined && proxy === undefined && peer.secure)
      return openTls(peer, reading, settings.trust, signal);
    const tcp =
      proxy === undefined
        ? await openTcp(peer, signal, undefined, reading?.onread)
        : await openTunnel(peer, proxy, settings, signal);
    return peer.secure ? openTlsOver(tcp, peer, settings.trust, signal) : tcp;
  });
}

/** Returns the connection if it opens before the timeout. */
async function openBeforeTimeout(
  peer: Peer,
  { clock, connectTimeoutMs, signal }: OneConnection,
  open: (signal: AbortSignal) => Promise<Socket>,
): Promise<Socket> {
  const message = `${nameOf(peer)}: no connection within ${connectTimeoutMs} ms`;
  const timeUp = (): Error => new TransportError("connect-timeout", "no", message);
  const deadline = startDeadline(clock, connectTimeoutMs, timeUp, signal);
  try {
    const socket = await open(deadline.signal);
    return socket.setNoDelay(true).setKeepAlive(true, 60_000);
  } finally {
    deadline.stop();
  }
}

async function openTls(
  peer: Peer,
  { onread, session, onSession }: Reading,
  trust: Trust | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const tls = await import("node:tls");
  const socket = tls.connect({
    ...makeTlsOptions(peer, trust?.(tls)),
    port: peer.port,
    autoSelectFamily: true,
    onread,
    ...(session && { session }),
  } as ConnectionOptions);
  let stage: TransportReason | undefined;
  socket.once("connect", () => (stage = "tls")).on("session", onSession);
  return waitForEvent(socket, "secureConnect", signal, (error) => toConnectError(error, peer, stage));
}

/**
 * Returns the options of TLS. Verification is explicit, so NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment
 * cannot disable it.
 */
const makeTlsOptions = (peer: Peer, secureContext: SecureContext | undefined): ConnectionOptions => ({
  host: peer.hostname,
  servername: isIP(peer.hostname) === 0 ? peer.hostname : "",
  rejectUnauthorized: true,
  ALPNProtocols: ["http/1.1"],
  ...(secureContext !== undefined && { secureContext }),
});

/** Runs before the socket exists: errors during a module load would have no listener. Plain connections need no module. */
async function loadModules(peer: Peer, proxy: Proxy | undefined, trust: Trust | undefined): Promise<void> {
  if (peer.secure || proxy?.origin.startsWith("https:")) {
    const tls = await import("node:tls");
    // A fault of the CA file is reported whether or not the service is reachable.
    trust?.(tls);
  }
  if (proxy !== undefined) await import("node:http");
}

function openTcp(
  peer: Peer,
  signal: AbortSignal,
  reason?: TransportReason,
  onread?: OnReadOpts,
): Promise<Socket> {
  const socket = connectTcp({
    host: peer.hostname,
    port: peer.port,
    autoSelectFamily: true,
    ...(onread && { onread }),
  });
  return waitForEvent(socket, "connect", signal, (error) => toConnectError(error, peer, reason));
}

async function openTlsOver(
  tcp: Socket,
  peer: Peer,
  trust: Trust | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const tls = await import("node:tls");
  const socket = tls.connect({ socket: tcp, ...makeTlsOptions(peer, trust?.(tls)) });
  return waitForEvent(socket, "secureConnect", signal, (error) => toConnectError(error, peer, "tls"));
}

async function openTunnel(
  peer: Peer,
  proxy: Proxy,
  settings: OneConnection,
  signal: AbortSignal,
): Promise<Socket> {
  const proxyPeer = toPeer(new URL(proxy.origin));
  const tcp = await openTcp(proxyPeer, signal, "proxy");
  const socket = proxyPeer.secure ? await openTlsOver(tcp, proxyPeer, settings.trust, signal) : tcp;
  const { request: requestTunnel } = await import("node:http");
  const target = nameOf(peer);
  const refuse = (words: string): TransportError =>
    new TransportError("proxy", "no", `the proxy ${nameOf(proxyPeer)} ${words}`);
  return new Promise((resolve, reject) => {
    const release = onAbort(signal, () => void socket.destroy(signal.reason as Error));
    const headers = {
      host: target,
      ...(proxy.authorization && { "proxy-authorization": proxy.authorization }),
    };
    requestTunnel({ method: "CONNECT", path: target, headers, createConnection: () => socket })
      .on("connect", ({ statusCode = 0 }, tunnel: Socket, head) => {
        if (statusCode >= 200 && statusCode < 300 && head.length === 0) return resolve(tunnel);
        socket.destroy();
        reject(refuse(`refused the connection to ${target} (status ${statusCode})`));
      })
      .on("error", (error) => reject(error instanceof TransportError ? error : refuse("hung up")))
      .on("close", release)
      .end();
  });
}

function waitForEvent(
  socket: Socket,
  event: "connect" | "secureConnect",
  signal: AbortSignal,
  wrap: (error: unknown) => TransportError,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => void socket.destroy(signal.reason as Error);
    if (signal.aborted) giveUp();
    const release = onAbort(signal, giveUp);
    // The error listeners stay: a socket without one would end the process on an error.
    socket
      .once(event, () => {
        release();
        resolve(socket);
      })
      .on("error", (error) => {
        release();
        reject(wrap(error));
      })
      .once("close", () => {
        release();
        reject(wrap(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
      });
  });
}

function toPeer(url: URL): Peer {
  const secure = url.protocol === "https:";
  return {
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 443 : 80),
    secure,
  };
}

const nameOf = ({ hostname, port }: Peer): string =>
  hostname.includes(":") ? `[${hostname}]:${port}` : `${hostname}:${port}`;

/**
 * Returns the error of a failed connection. In the TLS and proxy stages, the stage is more informative than
 * the socket's error code.
 */
function toConnectError(error: unknown, peer: Peer, stage?: TransportReason): TransportError {
  if (error instanceof TransportError) return error;
  const mapped = toTransportError(error, nameOf(peer), "no");
  if (stage === undefined) return mapped;
  const code = (error as { code?: string }).code ?? "";
  const words =
    stage !== "tls"
      ? `the proxy cannot be reached (${code})`
      : code === NO_TLS
        ? "this port answers without TLS, as plain HTTP does"
        : `no trusted TLS connection (${code})`;
  return new TransportError(stage, "no", `${nameOf(peer)}: ${words}`, { cause: mapped.cause });
}
