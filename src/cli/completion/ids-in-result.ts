/** Finds the ids in what a command printed, by the names that the interface gives them. */
import { isMembers, membersOf } from "../../contract/members.ts";
import { isSafeId, type RememberedKind } from "./id-kinds.ts";

export type FoundIds = Map<RememberedKind, Set<string>>;

/** Ids of one kind that one run adds: the first rows, which are the ones that a person looks at. */
const MOST_A_RUN = 100;

const KEYS: readonly (readonly [pattern: RegExp, kind: RememberedKind])[] = [
  [/^tasking_?request_?id$/i, "task"],
  [/^repeat_?request_?id$/i, "repeat"],
  [/^([\w-]+:)?collect_?id$/i, "collect"],
];

/** Adds the ids of one row: its own members and those of its `properties`, no deeper. */
export function addIdsOf(row: unknown, found: FoundIds): void {
  if (!isMembers(row)) return;
  const { properties, id, collection } = row;
  for (const members of [row, membersOf(properties)]) {
    for (const [key, value] of Object.entries(members)) {
      const kind = KEYS.find(([pattern]) => pattern.test(key))?.[1];
      if (kind !== undefined) add(found, kind, value);
    }
  }
  // Only items of the catalog stand in a collection.
  if (row["type"] !== "Feature" || typeof id !== "string" || typeof collection !== "string") return;
  add(found, "item", id);
  add(found, "collection", collection);
  add(found, "granule", `${collection}/${id}`);
}

function add(found: FoundIds, kind: RememberedKind, value: unknown): void {
  if (typeof value !== "string" || !isSafeId(value)) return;
  const ids = found.get(kind) ?? new Set();
  if (ids.size < MOST_A_RUN) found.set(kind, ids.add(value));
}
