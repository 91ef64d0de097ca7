import type { Context } from "../../cli/context.ts";
import { filterSources } from "../../transfer/filter-sources.ts";
import type { TransferSource } from "../../transfer/transfer-source.ts";
import { namingFilters, type FilterOptions } from "../../commands/order/download-flags.ts";
import { filtersOf } from "./prepare-download.ts";
import { inProgress, lookAtOrder } from "./order-readiness.ts";
import { isLink, sourcesOf } from "./order-sources.ts";

export async function linksOfOrder(
  context: Context,
  orderId: string,
  options: FilterOptions,
): Promise<TransferSource[]> {
  const found = await lookAtOrder(context, orderId);
  if (!found.ready) throw inProgress(context, orderId, found);
  const links = sourcesOf(found.items).filter(({ href }) => isLink(href));
  return namingFilters(() => [...filterSources(links, filtersOf(options))]);
}
