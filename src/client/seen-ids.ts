import { createHash } from "node:crypto";

/** Number of remembered ids: more than any listing needs, in some tens of megabytes at most. */
const MAX_REMEMBERED = 100_000;
const MAX_KEY_LENGTH = 120;

/** Detects duplicate ids. Remembers at least the last `capacity`, at most twice as many. */
export function rememberIds(capacity: number = MAX_REMEMBERED): { isNew(id: string | undefined): boolean } {
  // Two generations, because a set that deletes its oldest id on each addition slows down with every deletion.
  let older = new Set<string>();
  let newer = new Set<string>();
  return {
    isNew: (id) => {
      // A record without an id cannot be a known duplicate.
      if (id === undefined) return true;
      const key = shortenKey(id);
      if (newer.has(key) || older.has(key)) return false;
      newer.add(key);
      if (newer.size >= capacity) [older, newer] = [newer, new Set()];
      return true;
    },
  };
}

/** Ids come from the service and may have any length. */
export const shortenKey = (text: string): string =>
  text.length <= MAX_KEY_LENGTH ? text : createHash("sha256").update(text).digest("base64");
