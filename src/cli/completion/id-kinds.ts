/** Ids that a shell can complete. */

/** Kinds found in results: stored in the cache folder as plain lines, which the shell reads directly. */
export const REMEMBERED_KINDS = ["task", "repeat", "collect", "item", "granule", "collection"] as const;
export type RememberedKind = (typeof REMEMBERED_KINDS)[number];

/** Kinds found in the spend journal and the settings: the shell calls `swath __complete` for them. */
export const LISTED_KINDS = ["order", "intent", "profile"] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

export type IdKind = RememberedKind | ListedKind;

/**
 * Whether an id may be passed to a shell: no blanks, quotes or characters with a meaning in a shell, and no signed
 * URL. A granule is `collection/id`.
 */
export const isSafeId = (id: string): boolean => /^[A-Za-z0-9][\w.:-]{0,127}(?:\/[\w.:-]{1,128})?$/.test(id);
