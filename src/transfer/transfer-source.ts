import { HASH_BYTES, type HashName, hashNameIn } from "./hashing/digest.ts";
import { parseMultihash, readMultihash } from "./hashing/multihash.ts";

/** One asset of one item, from a download result or an export listing. */
export interface TransferSource {
  /** Id of the STAC item (or the export type). */
  item: string;
  collection?: string;
  assetKey: string;
  /** The asset key in the response, if `assetKey` has a number because several files share the key. */
  twinOf?: string;
  /** Signed URL. It is a secret: it never enters a plan, an event, a sidecar or the manifest. */
  href: string;
  /** `file:size`, in bytes. */
  size?: number;
  /** The item's digest of the file, a multihash in hex. */
  checksum?: string;
  /** The member of the asset that has the digest, if it is not `file:checksum`. */
  checksumFrom?: string;
  mediaType?: string;
  roles?: readonly string[];
  productType?: string;
  /** Name of an export file. It keeps its subfolders; every other file gets its name from its URL. */
  exportName?: string;
}

/** Signed URLs by `linkKey`, from the caller or a renewal. */
export type Links = ReadonlyMap<string, string>;

/** The links of a run, and their renewal. */
export interface LinkSource {
  /** Signed URLs of the plan's files, by `linkKey`. */
  links: Links;
  /** Asks the endpoint that issued the links for fresh ones, because `stale` was refused. Calls never overlap. */
  renew?: (key: string, stale: string) => Promise<Links>;
  /** True when a link must be renewed before another request, although no server has refused it yet. */
  isExpired?: (href: string) => boolean;
}

/** Returns the identity of an asset across reruns and renewals. */
export const linkKey = ({
  collection,
  item,
  asset,
}: {
  collection?: string;
  item: string;
  asset: string;
}): string => JSON.stringify([collection ?? null, item, asset]);

/** Returns the sources by `linkKey`; the first one of a key counts. */
export function indexSources(sources: Iterable<TransferSource>): Map<string, TransferSource> {
  const unique = new Map<string, TransferSource>();
  for (const source of sources) {
    const key = linkKey({ ...source, asset: source.assetKey });
    if (!unique.has(key)) unique.set(key, source);
  }
  return unique;
}

/**
 * Numbers the asset keys of different files that share item, collection and key: `HH`, `HH-2`. Without a number, one file
 * would be skipped silently. The numbers follow the names of the files, which a renewal of the links does not change.
 */
export function numberTwins(sources: readonly TransferSource[]): TransferSource[] {
  const keyOf = (source: TransferSource): string => linkKey({ ...source, asset: source.assetKey });
  const taken = new Set(sources.map(keyOf));
  const numbered = new Map<TransferSource, TransferSource>();
  for (const group of Map.groupBy(sources, keyOf).values()) {
    if (group.length < 2) continue;
    const named = group
      .filter(({ href }) => URL.canParse(href))
      .map((source) => ({ source, name: `${readFileName(source.href)} ${removeSignature(source.href)}` }))
      .sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)));
    const [, ...twins] = Map.groupBy(named, ({ source }) => removeSignature(source.href)).values();
    let number = 1;
    for (const links of twins) {
      let twin: TransferSource;
      do {
        const { assetKey } = group[0]!;
        twin = { ...group[0]!, assetKey: `${assetKey}-${(number += 1)}`, twinOf: assetKey };
      } while (taken.has(keyOf(twin)));
      const { assetKey, twinOf } = twin;
      for (const { source } of links) numbered.set(source, { ...source, assetKey, twinOf });
    }
  }
  return sources.map((source) => numbered.get(source) ?? source);
}

/** Names of parameters that differ between two signed links of one file. With another name, the file counts as another one. */
const SIGNING =
  /^(?:x-(?:amz|goog|oss|cos|obs|ms)-.*|signature|sig|token|access_token|expires|expiry|policy|key-pair-id|awsaccesskeyid|googleaccessid|s[eprtv]|sip|spr|ss|srt|sk(?:oid|tid|t|e|s|v))$/iu;

/** Returns the host and the path of a file, and its other parameters: its URL without the signature. */
function removeSignature(href: string): string {
  const { origin, pathname, searchParams } = new URL(href);
  const others = [...searchParams]
    .filter(([name]) => !SIGNING.test(name))
    .map((pair) => JSON.stringify(pair));
  return JSON.stringify([origin, pathname.replaceAll(/;[^/]*/gu, ""), others.sort()]);
}

const readFileName = (href: string): string =>
  new URL(href).pathname
    .replaceAll(/;[^/]*/gu, "")
    .split("/")
    .at(-1)!;

export const toLinks = (sources: Iterable<TransferSource>): Links =>
  new Map([...indexSources(sources)].map(([key, { href }]) => [key, href]));

/** Members with a multihash: of the STAC extensions for files and, before it, for checksums. */
const MULTIHASHES = ["file:checksum", "checksum:multihash"];
/** Plain algorithms in the names of members, the strongest first. */
const PLAIN: readonly HashName[] = ["sha512", "sha384", "sha256", "sha224", "sha1", "md5"];

/**
 * Returns the strongest digest in the members of an asset, as a multihash, with the name of its member: `file:checksum`, `checksum:multihash`, or
 * hex in a member such as `md5` or `acme:sha-256`. The last choice is a `file:checksum` in plain hex, or as it is if it cannot be read.
 */
export function readAssetDigest(asset: Readonly<Record<string, unknown>>): {
  checksum?: string;
  checksumFrom?: string;
} {
  for (const name of MULTIHASHES) {
    const value = asset[name];
    if (typeof value === "string" && parseMultihash(value) !== undefined) return findDigest(value, name);
  }
  const members = Object.entries(asset).map(([name, value]) => ({
    name,
    value,
    algorithm: hashNameIn(name),
  }));
  for (const algorithm of PLAIN)
    for (const { name, value, algorithm: named } of members) {
      const checksum =
        named === algorithm && typeof value === "string" ? readMultihash(algorithm, value.trim()) : undefined;
      if (checksum !== undefined) return findDigest(checksum, name);
    }
  const unread = asset["file:checksum"];
  return typeof unread === "string" ? { checksum: readPlainDigest(unread) ?? unread } : {};
}

/** Returns a digest in plain hex as a multihash: its length is that of the algorithm, which may stand before it (`sha256:e3b0...`). */
function readPlainDigest(text: string): string | undefined {
  const [, name = "", hex = ""] = /^\s*(?:([\w-]+):)?([0-9a-f]+)\s*$/iu.exec(text) ?? [];
  const algorithm = name === "" ? PLAIN.find((one) => HASH_BYTES[one] * 2 === hex.length) : hashNameIn(name);
  return algorithm && readMultihash(algorithm, hex);
}

const findDigest = (checksum: string, name: string): { checksum: string; checksumFrom?: string } => ({
  checksum,
  ...(name !== "file:checksum" && { checksumFrom: name }),
});
