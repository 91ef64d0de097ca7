import { BlockList, isIP } from "node:net";
import { isLoopback } from "../contract/base-url.ts";
import { AppError } from "../errors.ts";

export interface Proxy {
  /** Scheme, host and port of the proxy, never its user name and password. */
  readonly origin: string;
  /** Value of `Proxy-Authorization`, when the variable has a user name. */
  readonly authorization?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy for one target, from HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY (the lower-case spelling overrides, as in curl).
 * undici's own reader supports neither ALL_PROXY nor CIDR blocks in NO_PROXY.
 */
export function findProxy(target: URL, env: Environment): Proxy | undefined {
  const names = [target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY", "ALL_PROXY"];
  const found = names
    .flatMap((name) => [name.toLowerCase(), name])
    .find((name) => (env[name] ?? "").trim() !== "");
  // Plain http to this machine would give the key to the proxy.
  if (found === undefined || (target.protocol === "http:" && isLoopback(target.hostname))) return undefined;
  const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
  const noProxy = env["no_proxy"] || env["NO_PROXY"] || "";
  return isProxyBypassed(target.hostname, port, noProxy) ? undefined : parseProxy(found, env[found] ?? "");
}

function parseProxy(variable: string, value: string): Proxy {
  const text = value.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? "http";
  if (scheme !== "http" && scheme !== "https") {
    throw refuse(
      `${variable} is the address of a ${scheme} proxy; only http and https proxies are supported`,
    );
  }
  const url = tryUrl(text.includes("://") ? text : `http://${text}`);
  if (url === undefined) throw refuse(`${variable} is not the address of a proxy`);
  const credentials = tryDecode(`${url.username}:${url.password}`);
  if (credentials === undefined) throw refuse(`${variable} has a user name that cannot be decoded`);
  return {
    origin: url.origin,
    ...(credentials !== ":" && { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
  };
}

// The value is never shown: it may contain a password.
const refuse = (message: string): AppError =>
  new AppError("usage", "CONFIG_INVALID", `${message}; its form is http://host:port`);

function tryUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Reports whether NO_PROXY excludes this host. Entries, separated by commas or blanks: `*`, a host (with all its subdomains; a leading `.` or
 * `*.` changes nothing), an address, a CIDR block; each may end in `:port`. `hostname` is as in `URL#hostname` (IPv6 in brackets), `port` the
 * effective port, even if it is the scheme's default.
 */
export function isProxyBypassed(hostname: string, port: number, noProxy: string): boolean {
  const host = stripHost(hostname);
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => isEntryFor(entry.toLowerCase(), host, port));
}

function isEntryFor(entry: string, host: string, port: number): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return isInBlock(entry, host);
  const { name, onlyPort } = splitPort(entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const wanted = stripHost(name.replace(/^\*?\./, ""));
  if (wanted === "") return false;
  // An address must match completely: `0.0.1` is not a suffix of 10.0.0.1.
  if (isIP(host) !== 0 || isIP(wanted) !== 0)
    return isIP(wanted) !== 0 && isInBlock(`${wanted}/${countBits(wanted)}`, host);
  return host === wanted || host.endsWith(`.${wanted}`);
}

/** Splits `host:443`, `[::1]:443`, `::1` (no port: an unbracketed IPv6 address has only colons). */
function splitPort(entry: string): { name: string; onlyPort?: number } {
  if (isIP(entry) === 6) return { name: entry };
  const [, name = entry, port] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  return port === undefined ? { name } : { name, onlyPort: Number(port) };
}

function isInBlock(block: string, host: string): boolean {
  const [, address = "", prefix = ""] = /^(.+)\/(\d{1,3})$/.exec(block) ?? [];
  const network = stripHost(address);
  const family = isIP(network);
  if (family === 0 || isIP(host) === 0 || Number(prefix) > countBits(network)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family === 4 ? "ipv4" : "ipv6");
  return list.check(host, isIP(host) === 4 ? "ipv4" : "ipv6");
}

const countBits = (address: string): number => (isIP(address) === 4 ? 32 : 128);

const stripHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
