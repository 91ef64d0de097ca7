/** Finds a task's collects, and their items in the catalog. */
import pLimit from "p-limit";
import { toWireName } from "../../contract/vendor-prefix.ts";
import { fromStac } from "../../domain/orders/order-items.ts";
import type { AppContext } from "../context.ts";
import type { OrderBody } from "./order-items.ts";

/** Exceeds the number of products of a collect. */
const ITEMS_OF_COLLECT = 100;

export interface TaskContents {
  collectIds: readonly string[];
  /** Empty when the task's record or the catalog does not list all of them. */
  items: OrderBody["items"];
}

export async function contentsOfTask(
  { service, dialect, settings, events }: Pick<AppContext, "service" | "dialect" | "settings" | "events">,
  taskId: string,
): Promise<TaskContents> {
  const { collectIds = [] } = await service.client.getTask({ params: { taskingrequestId: taskId } });
  const name = toWireName("vendor:collect_id", dialect.vendorPrefix);
  const found = await pLimit(settings.concurrency.value).map(collectIds, async (collectId) => {
    const page = await service.client.searchCatalog({
      body: { query: { [name]: { eq: collectId } }, limit: ITEMS_OF_COLLECT },
    });
    // A page that is not all makes a price too low.
    if (page.next !== undefined || page.skipped !== undefined) return [];
    return page.items.flatMap(({ id, collection }) =>
      id && collection ? [fromStac({ id, collection })] : [],
    );
  });
  const missing = collectIds.filter((_id, index) => found[index]?.length === 0);
  if (missing.length === 0) return { collectIds, items: found.flat() };
  events.note(
    `The catalog does not list all items of collect ${missing.join(", ")}, so the price of the task is not known`,
  );
  return { collectIds, items: [] };
}
