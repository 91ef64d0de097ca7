/** Names the item to request from the catalog, or the collect from which a product is generated. */
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
