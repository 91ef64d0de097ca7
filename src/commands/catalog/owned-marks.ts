/** Marks owned items in a list, or filters by them. */
import type { FoundFilter, FoundPages } from "../../app/catalog/found-items.ts";
import { makeContradiction, refuse } from "../../cli/input/usage.ts";
import type { Context } from "../../cli/context.ts";
import { choosePresentation } from "../../cli/output/presentation.ts";
import type { Format } from "../../domain/output-formats.ts";

/** Returns the filter that the flags ask for. Throws USAGE for both. */
export async function makeOwnedFilter(
  context: Context,
  { owned, notOwned }: { owned?: true; notOwned?: true },
): Promise<FoundFilter | undefined> {
  if (owned !== true && notOwned !== true) return undefined;
  refuse([owned === true && notOwned === true && makeContradiction("--owned", "--not-owned")]);
  const { filterOwned } = await import("../../app/deliveries/owned.ts");
  return filterOwned(context, owned === true ? "owned" : "notOwned");
}

/** Formats without a place for marks. */
const UNMARKED: ReadonlySet<Format> = new Set(["id", "order-items", "geojson", "geoparquet"]);

/** Returns the items with marks, if the format shows them. */
export async function addMarks(context: Context, pages: FoundPages): Promise<FoundPages> {
  if (UNMARKED.has(choosePresentation(context).format)) return pages;
  const { markOwned } = await import("../../app/deliveries/owned.ts");
  return markOwned(context)(pages);
}
