import type { Account } from "../../../../src/sandbox/accounts.ts";
import type { Answer, Bench } from "./open.ts";

export interface Found {
  collectionId: string;
  granuleId: string;
  collectId: string;
}

/** The first items of a catalog search, as an order names them. */
export async function findGranules({ ask }: Bench, body: object, as?: Account): Promise<Found[]> {
  const { json } = await ask("POST", "/catalog/search", { body, as });
  return json.features.map(
    (item: { collection: string; id: string; properties: Record<string, unknown> }) => ({
      collectionId: item.collection,
      granuleId: item.id,
      collectId: String(item.properties["vendor:collect_id"]),
    }),
  );
}

export const ofType = (productType: string, limit = 1) => ({
  limit,
  query: { "sar:product_type": { eq: productType } },
});

/** A collect that has not been delivered in that product type. */
export async function findCollectWithout(bench: Bench, productType: string): Promise<Found> {
  const all = await findGranules(bench, ofType("GEO", 50));
  const having = new Set(
    (await findGranules(bench, ofType(productType, 200))).map(({ collectId }) => collectId),
  );
  const found = all.find(({ collectId }) => !having.has(collectId));
  if (found === undefined) throw new Error(`every collect has ${productType}`);
  return found;
}

/** A granule as an element of an order. */
export const archiveItem = ({ collectionId, granuleId }: Found) => ({ collectionId, granuleId });

export const placeOrder = ({ ask }: Bench, items: object[], as?: Account): Promise<Answer> =>
  ask("POST", "/orders", { body: { items }, as });
