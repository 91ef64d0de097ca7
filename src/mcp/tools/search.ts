/** Searches of the archive: items, and the fewest or cheapest scenes that cover an area. */
import * as z from "zod";
import type { FindRequest } from "../../app/catalog/find-items.ts";
import { buildSearch } from "../../app/catalog/search-body.ts";
import { searchedArea } from "../../domain/catalog/searched-area.ts";
import { list } from "../../domain/readers.ts";
import { parseWhere, type WhereClause } from "../../domain/where.ts";
import { endOf, listAnswer, type Answer } from "../answer.ts";
import type { CallContext } from "../call.ts";
import { areaInput, intervalOf, pageInput, readAreaInput, timeInput, usage } from "../inputs.ts";
import { defineTool } from "../tool.ts";
import { openRows } from "./scene-row.ts";

const filterInput = {
  productType: z.string().optional().describe("GEO, GEC, SICD, SLC or CPHD; several as GEO,SLC"),
  collections: z.array(z.string()).max(20).optional(),
  where: z
    .array(z.string())
    .max(20)
    .optional()
    .describe("conditions on properties, such as 'view:incidence_angle<30' or 'sat:orbit_state=ascending'"),
};

const searchInput = z.strictObject({
  ...areaInput,
  ...timeInput,
  ...filterInput,
  ids: z.array(z.string()).max(100).optional().describe("item ids, instead of other filters"),
  sort: z.string().optional().describe("datetime:desc (default), datetime, covers:desc, price"),
  withPrices: z.boolean().optional().describe("read prices, by reviews that order nothing"),
  owned: z.enum(["only", "without"]).optional().describe("only what was bought before, or without it"),
  ...pageInput,
});

/** Reads a search from the arguments that all searches have. */
export async function searchOf(
  context: CallContext,
  input: z.output<typeof searchInput>,
  sortby: readonly string[] | undefined,
) {
  const area = await readAreaInput(context, input);
  const interval = await intervalOf(context, input);
  return buildSearch(context, {
    ...area,
    ...(interval && { datetime: interval.text }),
    ...(input.collections && { collections: input.collections }),
    ...(input.ids && { ids: input.ids }),
    where: clausesOf(input.where),
    productTypes: typesOf(input.productType),
    ...(sortby && { sortby }),
  });
}

function typesOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const read = list(text);
  if (read.ok) return [read.value].flat();
  throw usage(`productType ${read.rule}`);
}

function clausesOf(texts: readonly string[] = []): WhereClause[] {
  return texts.map((text) => {
    const read = parseWhere(text);
    if (read.ok) return read.value;
    throw usage(`the condition ${JSON.stringify(text)} ${read.rule}`);
  });
}

export const search = defineTool({
  name: "search",
  title: "Search the archive",
  description:
    "Searches the archive of SAR imagery by place, time and property. One row per item (a product of a scene); items of one scene " +
    "share `scene`. `price` and `quote` take `collection` and `id`. Costs nothing.",
  input: searchInput,
  run: async (context, input) => {
    const { readFoundSort } = await import("../../app/catalog/choose-found.ts");
    const { sort: order = "datetime:desc" } = input;
    const sort = readFoundSort(order);
    const asked = await searchOf(context, input, sort === undefined ? [order] : undefined);
    const area = searchedArea(asked.body);
    if (sort?.by === "covers" && area === undefined)
      throw usage("a sort by covers needs an area with a surface");
    return foundAnswer(context, input, {
      area,
      isMeasured: area !== undefined,
      isPriced: input.withPrices === true,
      sort,
      search: asked,
    });
  },
});

export const cover = defineTool({
  name: "cover",
  title: "Cover an area",
  description:
    "Chooses the fewest scenes, or with `cheapest` the cheapest ones, that cover an area together. The area needs a surface: a bbox, a " +
    "file, or a place with radiusKm. One row per item. Costs nothing.",
  input: searchInput
    .omit({ ids: true, sort: true, withPrices: true })
    .extend({ cheapest: z.boolean().optional().describe("by price instead of by number") }),
  run: async (context, input) => {
    const asked = await searchOf(context, input, undefined);
    const area = searchedArea(asked.body);
    if (area === undefined)
      throw usage("give an area with a surface: a bbox, a file, or a place with radiusKm");
    const choice = input.cheapest === true ? "cheapest" : "fewest";
    return foundAnswer(context, input, { area, isMeasured: true, choice, search: asked });
  },
});

/** Finds items with their marks, up to one more than the page shows. */
async function foundAnswer(
  context: CallContext,
  { owned, ...page }: Pick<z.output<typeof searchInput>, "limit" | "cursor" | "owned">,
  request: FindRequest,
): Promise<Answer> {
  const [{ findItems }, { gathered }, { ownedItems, ownedMarks }, rowOf] = await Promise.all([
    import("../../app/catalog/find-items.ts"),
    import("../../app/catalog/found-items.ts"),
    import("../../app/deliveries/owned.ts"),
    openRows(),
  ]);
  const wanted = owned === undefined ? undefined : owned === "only" ? "owned" : "notOwned";
  const found = findItems(context, {
    ...request,
    search: { ...request.search, limit: endOf(page) + 1, isForOrder: true },
    ...(wanted && { filter: ownedItems(context, wanted) }),
  });
  const marked = wanted === undefined ? ownedMarks(context)(found) : found;
  return listAnswer(await gathered(marked), page, rowOf);
}
