import { isJsonObject } from "./json-object.ts";
import { readList, readPageCounts, type RecordPage } from "./read-items.ts";

/** A collection type: its name, and all properties that the service sends. */
export interface CollectionType {
  name: string;
  [property: string]: unknown;
}

const NAMES = ["name", "collectionType", "collectiontype", "id", "type"];

// Spec silent: the form of the list of collection types. We read an array of names or of objects, an object keyed by
// name, and each of these in one wrapping property.
/** Returns undefined when there are no names at all. */
export function readCollectionTypes(reply: unknown): CollectionType[] | undefined {
  const types = readTypes(reply);
  if (types !== undefined) counts.set(types, readPageCounts(reply));
  return types;
}

const counts = new WeakMap<readonly CollectionType[], Omit<RecordPage<never>, "records">>();

/** Returns the types of a response as a page; one without numbers is the only one. */
export const pageOfTypes = (types: CollectionType[]): RecordPage<CollectionType> => ({
  totalPages: 1,
  ...counts.get(types),
  records: types,
});

function readTypes(reply: unknown): CollectionType[] | undefined {
  const list = readList(reply) ?? findOnlyMember(reply);
  if (Array.isArray(list)) return readTypeList(list);
  const keyed = list ?? reply;
  if (!isJsonObject(keyed)) return undefined;
  const entries = Object.entries(keyed).filter(([, value]) => isJsonObject(value));
  if (entries.length === 0) return undefined;
  return entries.map(([name, value]) => ({ ...(value as object), name }));
}

function readTypeList(list: readonly unknown[]): CollectionType[] | undefined {
  const types = list.map((entry) => {
    if (typeof entry === "string") return { name: entry };
    if (!isJsonObject(entry)) return undefined;
    const name = NAMES.map((key) => entry[key]).find((value) => typeof value === "string" && value !== "");
    return typeof name === "string" ? { ...entry, name } : undefined;
  });
  return types.every((type) => type !== undefined) ? types : undefined;
}

/** Returns the array or table of types inside an object without other fields. */
function findOnlyMember(reply: unknown): unknown {
  if (!isJsonObject(reply)) return undefined;
  const [[name, only] = ["", undefined], ...others] = Object.entries(reply);
  if (others.length > 0) return undefined;
  if (Array.isArray(only)) return only;
  // A single type whose properties are all objects looks like a wrapper: only the name distinguishes them.
  return isJsonObject(only) && /types$|^results$|^data$/i.test(name) ? only : undefined;
}
