import { nameItem, type Quote } from "../../domain/quotes/quote.ts";
import { listItemNames } from "../../domain/catalog/item-name.ts";
import { AppError } from "../../errors.ts";
import { removeSignatures } from "../../money/record.ts";
import { findPictureAsset } from "../catalog/item-pictures.ts";
import { findInCatalog } from "../catalog/item-places.ts";
import type { AppContext } from "../context.ts";

/**
 * Returns links to the pictures of the items of an order, by the names of the items. A link that a signature protects is left
 * out: it would be public in a pull request. If the catalog cannot be read, there are no pictures.
 */
export async function findPictures(context: AppContext, { order }: Quote): Promise<Map<string, string>> {
  const pictures = new Map<string, string>();
  const items = order?.items ?? [];
  try {
    const find = await findInCatalog(context, items.flatMap(listItemNames));
    for (const item of items) {
      const found = listItemNames(item)
        .map(find)
        .find((one) => one !== undefined);
      const href = found && findPictureAsset(found)?.href;
      if (href?.startsWith("https://") === true && removeSignatures(href) === href)
        pictures.set(nameItem(item), href);
    }
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    context.events.warn(`the pictures were not looked up: ${error.message}`);
  }
  return pictures;
}
