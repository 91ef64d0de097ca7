import { createHash } from "node:crypto";
import type { StacItem } from "../contract/read-items.ts";

/** Ids that are remembered: far more than anybody pages through, and some tens of megabytes at most. */
const MAX_REMEMBERED = 100_000;
const MAX_KEY_LENGTH = 120;

/** Remembers items by collection and id; the oldest are forgotten when there are too many. */
export function seenItems(capacity: number = MAX_REMEMBERED): { isNew(item: StacItem): boolean } {
  const ids = seenIds(capacity);
  // An item without an id cannot be a known one.
  return {
    isNew: ({ collection, id }) => id === undefined || ids.isNew(JSON.stringify([collection, id])),
  };
}

/** The same for plain ids: at least the last `capacity` of them, at most twice as many. */
export function seenIds(capacity: number = MAX_REMEMBERED): { isNew(id: string): boolean } {
  // Two generations: a set that loses its oldest id each time slows down with every one that it has lost.
  let older = new Set<string>();
  let newer = new Set<string>();
  return {
    isNew: (id) => {
      const key = compact(id);
      if (newer.has(key) || older.has(key)) return false;
      newer.add(key);
      if (newer.size >= capacity) [older, newer] = [newer, new Set()];
      return true;
    },
  };
}

/** Ids come from outside and may be of any length. */
export const compact = (text: string): string =>
  text.length <= MAX_KEY_LENGTH ? text : createHash("sha256").update(text).digest("base64");
