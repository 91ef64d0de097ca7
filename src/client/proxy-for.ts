import { AppError } from "../errors.ts";
import { isProxyBypassed } from "./no-proxy.ts";

export interface Proxy {
  /** Scheme, host and port of the proxy, never its user name and password. */
  readonly origin: string;
  /** Value of `Proxy-Authorization`, when the variable holds a user name. */
  readonly authorization?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for one target, by HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY (the lower-case spelling wins, as in
 * curl). undici's own reader knows neither ALL_PROXY nor CIDR blocks in NO_PROXY.
 */
export function proxyFor(target: URL, env: Environment): Proxy | undefined {
  const names = [target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY", "ALL_PROXY"];
  const found = names
    .flatMap((name) => [name.toLowerCase(), name])
    .find((name) => (env[name] ?? "").trim() !== "");
  if (found === undefined) return undefined;
  const port = Number(target.port) || (target.protocol === "https:" ? 443 : 80);
  const noProxy = env["no_proxy"] || env["NO_PROXY"] || "";
  return isProxyBypassed(target.hostname, port, noProxy) ? undefined : parseProxy(found, env[found] ?? "");
}

function parseProxy(variable: string, value: string): Proxy {
  const text = value.trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase() ?? "http";
  if (scheme !== "http" && scheme !== "https") {
    throw refuse(`${variable} names a ${scheme} proxy; only http and https proxies are supported`, variable);
  }
  const url = tryUrl(text.includes("://") ? text : `http://${text}`);
  if (url === undefined) throw refuse(`${variable} is not the address of a proxy`, variable);
  const credentials = tryDecode(`${url.username}:${url.password}`);
  if (credentials === undefined) throw refuse(`${variable} has a user name that cannot be decoded`, variable);
  return {
    origin: url.origin,
    ...(credentials !== ":" && { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` }),
  };
}

// The value itself is never shown: it may hold a password.
const refuse = (message: string, variable: string): AppError =>
  new AppError("usage", "CONFIG_INVALID", message, {
    hint: `Set ${variable} to http://host:port, or put the service's host into NO_PROXY`,
  });

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
