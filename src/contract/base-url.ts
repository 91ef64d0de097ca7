import { AppError } from "../errors.ts";

export interface BaseUrl {
  /** Scheme, host and port: the only place to which a credential is sent. */
  readonly origin: string;
  /** Path before every endpoint's path, without a trailing slash; may be empty. */
  readonly prefix: string;
}

/** Reads `{base_url}`. Requires https, except on this machine, because http would send the key unencrypted. */
export function parseBaseUrl(text: string): BaseUrl {
  const [, root = "", rest = ""] = /^(https?:\/\/[^/?#\\\s]+)([^\s]*)$/i.exec(text.trim()) ?? [];
  if (root === "" || !URL.canParse(root)) throw refuse(text, "is not an http or https URL");
  const url = new URL(root);
  if (url.username !== "" || url.password !== "")
    throw refuse(url.origin, "must not contain a user name or password");
  if (/[?#\\]/.test(rest)) throw refuse(url.origin, "must not have a query or a fragment");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw refuse(text.trim(), "is plain http, which would send the key unencrypted");
  }
  return { origin: url.origin, prefix: rest.replace(/\/+$/, "") };
}

const refuse = (shown: string, why: string): AppError =>
  new AppError(
    "usage",
    "CONFIG_INVALID",
    `the base URL ${shown} ${why}; it has the form https://host or https://host/prefix`,
  );

/**
 * Returns whether a host name means this machine. Avoids `node:net`, which would slow down every run: a URL has
 * already normalized its addresses.
 * @param hostname as `URL#hostname` returns it (IPv6 in brackets)
 */
export const isLoopback = (hostname: string): boolean =>
  /^(?:127\.\d+\.\d+\.\d+|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);

/** Returns the absolute URL of an endpoint's path, with the base URL's path prefix. */
export function joinUrl(base: BaseUrl, path: string, query: URLSearchParams = new URLSearchParams()): string {
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  return `${base.origin}${base.prefix}${path.startsWith("/") ? path : `/${path}`}${search}`;
}
