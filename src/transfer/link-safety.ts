import { isIPv6 } from "node:net";

/** Hosts that give the credentials of a machine to any process on it. */
const METADATA_NAMES = new Set([
  "metadata",
  "metadata.google.internal",
  "instance-data",
  "instance-data.ec2.internal",
]);
const METADATA_V4 = /^(?:169\.254\.|100\.100\.100\.200$|192\.0\.0\.192$|168\.63\.129\.16$)/u;
const METADATA_V6 = /^(?:fe[89ab][0-9a-f]:|fd00:ec2::254$|fd20:ce::254$)/iu;

/**
 * Returns why a link must not be followed, without any part of its path or query; undefined for a safe link.
 * Host names that resolve to such an address are not detected: no credential is ever sent to a data host.
 */
export function findLinkFault(href: string, allowHttp: boolean): string | undefined {
  const [origin, authority] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/iu.exec(href) ?? [];
  if (origin === undefined || authority === undefined || /\p{Cc}/u.test(href)) return INVALID;
  const key = `${allowHttp} ${origin}`;
  if (key === lastKey) return lastFault;
  lastFault = findOriginFault(origin, authority, allowHttp);
  lastKey = key;
  return lastFault;
}

const INVALID = "it is not a valid absolute URL";

/** The last verdict: thousands of links have one host, and their paths and queries do not change it. */
let lastKey: string | undefined;
let lastFault: string | undefined;

function findOriginFault(origin: string, authority: string, allowHttp: boolean): string | undefined {
  // URL parsers drop or rewrite these characters, so two programs could read two different hosts.
  if (/[\\\s]/u.test(authority) || !URL.canParse(origin)) return INVALID;
  const url = new URL(origin);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `its scheme is ${url.protocol.slice(0, -1)}`;
  if (url.protocol === "http:" && !allowHttp) return "it is plain http";
  if (authority.includes("@")) return "it carries a user name";
  if (isMetadataHost(url.hostname)) return `${url.hostname} is a cloud metadata address`;
  return undefined;
}

/** Returns the URL without its fragment. Only characters that a request line cannot contain are encoded. */
export function toSendableUrl(href: string): string {
  const withoutFragment = href.replace(/#.*$/su, "");
  return /^[\x21-\x7e]+$/u.test(withoutFragment) ? withoutFragment : new URL(withoutFragment).href;
}

function isMetadataHost(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/gu, "")
    .replace(/\.$/u, "")
    .toLowerCase();
  if (METADATA_NAMES.has(host)) return true;
  if (!isIPv6(host)) return METADATA_V4.test(host);
  return METADATA_V6.test(host) || METADATA_V4.test(findEmbeddedV4(host) ?? "");
}

/**
 * Returns the IPv4 address inside an IPv6 address: mapped (::ffff:a.b.c.d) and NAT64 (64:ff9b::a.b.c.d), as
 * the URL parser writes them.
 */
function findEmbeddedV4(host: string): string | undefined {
  const [, high, low] = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/iu.exec(host) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const words = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return words.flatMap((word) => [word >> 8, word & 0xff]).join(".");
}
