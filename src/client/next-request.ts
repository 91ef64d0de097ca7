import type { NextLink } from "../contract/read-items.ts";
import { AppError } from "../errors.ts";

export interface PageRequest {
  method: "GET" | "POST";
  /** Absolute URL of the service's own origin. */
  url: string;
  body?: Record<string, unknown>;
}

/**
 * The request that a `next` link states. `first` is the search's own: STAC lays `body` over it when `merge` is true,
 * and a POST link without a body repeats it. Undefined for a link without an address to go to.
 */
export function nextRequest(link: NextLink, first: PageRequest): PageRequest | undefined {
  if (link.href === undefined && link.method === "GET") return undefined;
  const url = link.href === undefined ? first.url : resolve(link.href, first.url);
  if (link.method === "GET") return { method: "GET", url };
  const own = link.body ?? {};
  return {
    method: "POST",
    url,
    body: link.merge || link.body === undefined ? overlay(first.body ?? {}, own) : own,
  };
}

/** The key goes nowhere else, and neither does the query: a foreign link ends the search loudly. */
function resolve(href: string, base: string): string {
  const origin = new URL(base).origin;
  const target = URL.canParse(href, base) ? new URL(href, base) : undefined;
  if (target === undefined || target.origin !== origin || target.username !== "" || target.password !== "") {
    const where = target === undefined ? "no address" : `${target.protocol}//${target.host}`;
    throw new AppError(
      "service",
      "RESPONSE_UNRECOGNISED",
      `the link to the next page leads to ${where}, not to ${origin}`,
      {
        hint: "The credential is sent to the configured origin only; set the base URL to the address that the service uses",
      },
    );
  }
  // An absolute link is taken as it stands: it may hold a token that normalising would change.
  return /^https?:\/\//i.test(href) ? href : target.href;
}

/** Members of the link win; names that would reach into an object's prototype are dropped. */
function overlay(under: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const entries = [...Object.entries(under), ...Object.entries(over)];
  return Object.fromEntries(entries.filter(([name]) => !UNSAFE.has(name)));
}

const UNSAFE = new Set(["__proto__", "constructor", "prototype"]);
