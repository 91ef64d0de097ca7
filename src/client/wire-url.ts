import { TransportError } from "../contract/send.ts";

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
  if (/[\u0000-\u001F\u007F]/.test(path)) throw unsendable("a URL with control characters");
  // A request line is ASCII; all other characters must be percent-encoded, as in browsers.
  return { base, path: path.replace(/[^\u0021-\u007E]+/g, percentEncode) };
}

function readOrigin(origin: string | undefined): URL {
  if (origin === undefined || !URL.canParse(origin)) throw unsendable("not an http or https URL");
  const base = new URL(origin);
  if (base.username !== "" || base.password !== "") throw unsendable("a URL with a user name in it");
  return base;
}

const percentEncode = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

const unsendable = (what: string): TransportError =>
  new TransportError("protocol", "no", `cannot send to ${what}`);
