/** Ids that are remembered between runs so that a shell can complete them. */

/** Kinds that results carry, remembered in the cache folder. */
export const REMEMBERED_KINDS = ["task", "repeat", "collect", "item", "granule", "collection"] as const;
export type RememberedKind = (typeof REMEMBERED_KINDS)[number];

/** Further kinds that stand elsewhere on this machine: in the spend journal and in the settings. */
export const ID_KINDS = [...REMEMBERED_KINDS, "order", "intent", "profile"] as const;
export type IdKind = (typeof ID_KINDS)[number];

/**
 * What a shell may be handed: no blanks, quotes or signs that it would act on, and nothing that could be a signed URL.
 * A granule is `collection/id`.
 */
export const isSafeId = (id: string): boolean => /^[A-Za-z0-9][\w.:-]{0,127}(?:\/[\w.:-]{1,128})?$/.test(id);
