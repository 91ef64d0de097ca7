/**
 * Reads digest files: `<item>_digest.json` beside the products of an item, `{"files":[{"name","md5","sha256"}]}`. Such a
 * file lists all files of the item by their names in the links, also those that an order does not contain. Digest files
 * are read before the products are fetched, so that products are hashed once, while they arrive.
 */
import { createHash } from "node:crypto";
import { isJsonObject, tryParseJson } from "../contract/json-object.ts";
import { countText } from "../counted.ts";
import { HASH_BYTES, hashNameIn, type Digest, type HashName } from "./hashing/digest.ts";
import { makeSafeName } from "./naming/safe-name.ts";

/** A file of an item, with its path in the folder. */
interface NamedInItem {
  path: string;
  item: string;
  collection?: string;
  /** The name in the link, if the file has another name in the folder. */
  sourceName?: string;
}

/** Maximum size of a digest file, which has about 300 bytes per product. */
export const MAX_DIGEST_FILE_BYTES = 1024 * 1024;

/** Returns the name of a file in its link. */
const getSourceName = ({ path, sourceName }: NamedInItem): string =>
  sourceName ?? path.slice(path.lastIndexOf("/") + 1);

export const isDigestFile = (file: NamedInItem): boolean =>
  /(?:^|[_.-])digest\.json$/iu.test(getSourceName(file));

const makeDigestKey = ({ collection, item }: NamedInItem, name: string): string =>
  JSON.stringify([collection ?? null, item, name]);

/** The digests of all read digest files, by item and name. */
export class ListedDigests {
  readonly #digests = new Map<string, Digest[]>();

  /** Adds the digests in a digest file. Returns why the file, or a part of it, cannot be read. */
  add(file: NamedInItem, text: string | undefined): string | undefined {
    const from = getSourceName(file);
    const listed = text === undefined ? undefined : tryParseJson(text);
    const entries: unknown = isJsonObject(listed) ? listed["files"] : undefined;
    if (!Array.isArray(entries))
      return `${file.path} is not a list of digests: the files of ${file.item} are not compared with it`;
    const read = dropOthers(entries.map((entry) => readEntry(entry, from)));
    for (const entry of read) {
      if (entry === undefined || entry.name === from) continue;
      const key = makeDigestKey(file, entry.name);
      this.#digests.set(key, [...(this.#digests.get(key) ?? []), ...entry.digests]);
    }
    const unread = read.filter((entry) => entry === undefined).length;
    return unread === 0
      ? undefined
      : `${file.path}: the digests of ${countText(unread, "file")} in it cannot be read and are not compared`;
  }

  /** Returns the digests of a file; none if no digest file lists it. */
  findDigests(file: NamedInItem): readonly Digest[] {
    return this.#digests.get(makeDigestKey(file, getSourceName(file))) ?? [];
  }
}

interface Entry {
  /** Last component of the path. */
  name: string;
  /** As the file lists it. */
  path: string;
  digests: Digest[];
}

/**
 * Drops entries of another file with the same name. For `a.tif` and `old/a.tif`, the entry without a folder is kept. If all
 * entries have different folders, none is known to be right, and each becomes undefined.
 */
function dropOthers(entries: readonly (Entry | undefined)[]): (Entry | undefined)[] {
  const paths = new Map<string, Set<string>>();
  for (const entry of entries)
    if (entry !== undefined) paths.set(entry.name, (paths.get(entry.name) ?? new Set()).add(entry.path));
  return entries.flatMap((entry) => {
    const same = paths.get(entry?.name ?? "") ?? new Set();
    if (entry === undefined || same.size < 2) return [entry];
    const isPlain = (path: string): boolean => !/[/\\]/u.test(path);
    if ([...same].some(isPlain)) return isPlain(entry.path) ? [entry] : [];
    return [undefined];
  });
}

/** Returns an entry with at least one digest; undefined for any other. */
function readEntry(entry: unknown, from: string): Entry | undefined {
  if (!isJsonObject(entry) || typeof entry["name"] !== "string") return undefined;
  const name = makeSafeName(entry["name"].split(/[/\\]/u).at(-1)!);
  const found = Object.entries(entry).flatMap(([member, value]): (Digest | "unread")[] => {
    const algorithm = hashNameIn(member);
    if (algorithm === undefined || value === null || value === "") return [];
    const hex = typeof value === "string" ? value.trim().toLowerCase() : "";
    const isSound = /^[0-9a-f]+$/u.test(hex) && hex.length === 2 * HASH_BYTES[algorithm];
    return isSound ? [{ algorithm, hex, from }] : ["unread"];
  });
  const digests = found.filter((digest) => digest !== "unread");
  if (name === "" || digests.length < found.length || digests.length === 0) return undefined;
  const usable = digests.filter(({ algorithm }) => canHash(algorithm));
  return {
    name,
    path: entry["name"],
    digests: usable.sort((one, other) => HASH_BYTES[other.algorithm] - HASH_BYTES[one.algorithm]),
  };
}

/** Reports whether this machine has the algorithm: a machine in FIPS mode forbids MD5. */
function canHash(algorithm: HashName): boolean {
  if (algorithm === "crc32") return false;
  try {
    createHash(algorithm);
    return true;
  } catch {
    return false;
  }
}
