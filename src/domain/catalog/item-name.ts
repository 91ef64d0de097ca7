/** The name for a catalog request: an item, or a collect from which a product is generated. */
export type ItemName = { id: string; collection?: string | undefined } | { collectId: string };

/** Returns the names in an item of an order. */
export const listItemNames = ({
  granuleId,
  collectionId,
  collectIds = [],
}: {
  granuleId?: string;
  collectionId?: string;
  collectIds?: readonly string[];
}): ItemName[] =>
  granuleId === undefined
    ? collectIds.map((collectId) => ({ collectId }))
    : [{ id: granuleId, collection: collectionId }];
