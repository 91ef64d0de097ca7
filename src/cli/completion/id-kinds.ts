/** Ids that a shell can complete. */

/** Kinds that results carry: kept in the cache folder as plain lines, which a shell reads by itself. */
export const REMEMBERED_KINDS = ["task", "repeat", "collect", "item", "granule", "collection"] as const;
export type RememberedKind = (typeof REMEMBERED_KINDS)[number];

/** Kinds that stand in the spend journal and in the settings: a shell asks `swath __complete` for them. */
export const LISTED_KINDS = ["order", "intent", "profile"] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

export type IdKind = RememberedKind | ListedKind;

/**
 * What a shell may be handed: no blanks, quotes or signs that it would act on, and nothing that could be a signed URL.
 * A granule is `collection/id`.
 */
export const isSafeId = (id: string): boolean => /^[A-Za-z0-9][\w.:-]{0,127}(?:\/[\w.:-]{1,128})?$/.test(id);
