/** Handles an order whose downloads have expired: the journal has its items, so they can be ordered again. */
import type { AppError } from "../../errors.ts";
import { EXPIRED, orderedItemsOf, type OrderedItem } from "../../ledger/intent-details.ts";
import type { AppContext } from "../context.ts";

/** A longer order is repeated from its body. */
const MOST_ITEMS = 5;

/** Returns the service's refusal with the step that orders the same items again, if this machine knows them. */
export async function expiredOrder(
  { service }: Pick<AppContext, "service">,
  orderId: string,
  error: AppError,
): Promise<AppError> {
  // The person must see the refusal: an unreadable journal must not hide it.
  const noted = await service
    .journal()
    .then((journal) => journal.note(orderId, { orderStatus: EXPIRED }))
    .catch(() => undefined);
  if (noted === undefined) return error;
  const { kind, body, path } = noted.record;
  const taskId = kind === "orderTask" ? decodeURIComponent(path.split("/").at(-1) ?? "") : undefined;
  return error.restated(error.message, {
    next: { do: "orderAgain", orderId, taskId, items: plainItems(body, MOST_ITEMS) },
  });
}

/** Returns the items of a short order; undefined when ids cannot express its body. */
export function plainItems(body: unknown, most: number): readonly OrderedItem[] | undefined {
  const items = orderedItemsOf(body) ?? [];
  const isPlain = Object.keys(body ?? {}).every((name) => name === "items");
  if (!isPlain || items.length === 0 || items.length > most) return undefined;
  const raw = (body as { items: readonly object[] }).items;
  const isWhole = raw.every(
    (item, index) => Object.keys(item).length === Object.keys(items[index] ?? {}).length,
  );
  return isWhole && items.every(isNamed) ? items : undefined;
}

const isNamed = ({ collectionId, granuleId, productType, collectIds }: OrderedItem): boolean =>
  (collectionId !== undefined && granuleId !== undefined) ||
  (productType !== undefined && collectIds !== undefined);
