import { BlockList, isIP } from "node:net";

/**
 * Whether NO_PROXY takes this host out of proxying. Entries, separated by commas or blanks: `*`, a host (with all
 * its sub-domains; a leading `.` or `*.` changes nothing), an address, a CIDR block; each may end in `:port`.
 *
 * @param hostname as `URL#hostname` gives it (IPv6 in brackets)
 * @param port the effective port, the scheme's default included
 */
export function isProxyBypassed(hostname: string, port: number, noProxy: string): boolean {
  const host = bareHost(hostname);
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => matches(entry.toLowerCase(), host, port));
}

function matches(entry: string, host: string, port: number): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return isInBlock(entry, host);
  const { name, onlyPort } = splitPort(entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const wanted = bareHost(name.replace(/^\*?\./, ""));
  if (wanted === "") return false;
  // An address is whole or not at all: `0.0.1` is no suffix of 10.0.0.1.
  if (isIP(host) !== 0 || isIP(wanted) !== 0)
    return isIP(wanted) !== 0 && isInBlock(`${wanted}/${bits(wanted)}`, host);
  return host === wanted || host.endsWith(`.${wanted}`);
}

/** `host:443`, `[::1]:443`, `::1` (no port: an unbracketed IPv6 address has nothing but colons). */
function splitPort(entry: string): { name: string; onlyPort?: number } {
  if (isIP(entry) === 6) return { name: entry };
  const [, name = entry, port] = /^(.*?)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  return port === undefined ? { name } : { name, onlyPort: Number(port) };
}

function isInBlock(block: string, host: string): boolean {
  const [, address = "", prefix = ""] = /^(.+)\/(\d{1,3})$/.exec(block) ?? [];
  const network = bareHost(address);
  const family = isIP(network);
  if (family === 0 || isIP(host) === 0 || Number(prefix) > bits(network)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family === 4 ? "ipv4" : "ipv6");
  return list.check(host, isIP(host) === 4 ? "ipv4" : "ipv6");
}

const bits = (address: string): number => (isIP(address) === 4 ? 32 : 128);

const bareHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
