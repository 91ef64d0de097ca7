/** What the catalog is asked for by its name: an item, or a collect of which a product is generated. */
export type ItemName = { id: string; collection?: string | undefined } | { collectId: string };

/** What an item of an order names. */
export const namesInOrder = ({
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
