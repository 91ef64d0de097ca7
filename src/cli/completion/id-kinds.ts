/** Ids that a shell can complete. */
import { join } from "node:path";

/** Kinds found in results: the cache folder keeps them as plain lines. */
export type RememberedKind =
  | "task"
  | "taskName"
  | "repeat"
  | "repeatName"
  | "collect"
  | "item"
  | "granule"
  | "collection";

/** Kinds that are also in the spend journal and the settings. */
export type IdKind = RememberedKind | "order" | "intent" | "profile";

/**
 * Returns whether an id may be passed to a shell: no blanks, quotes or characters with a meaning in a shell, and no
 * signed URL. A granule is `collection/id`.
 */
export const isSafeId = (id: string): boolean => /^[A-Za-z0-9][\w.:-]{0,127}(?:\/[\w.:-]{1,128})?$/.test(id);

/** Returns the beginning of a name that stands for it as an id, up to the first character with a meaning in a shell. */
export const readSafeStart = (name: string): string => /^[A-Za-z0-9][\w.-]{0,127}/.exec(name)?.[0] ?? "";

/** Returns the file with the ids of one kind, one per line. */
export const toIdPath = (cacheDir: string, profile: string, kind: RememberedKind): string =>
  join(cacheDir, "ids", profile, kind);
