/** Searches of the archive: items, and the fewest or cheapest scenes that cover an area. */
import * as z from "zod";
import type { FindRequest } from "../../app/catalog/find-items.ts";
import type { FoundItem } from "../../app/catalog/found-items.ts";
import { buildSearch } from "../../app/catalog/search-body.ts";
import { readFootprint } from "../../contract/item-footprint.ts";
import { readVendorMember } from "../../contract/vendor-prefix.ts";
import { findCollectId, listItemProducts } from "../../domain/catalog/scene.ts";
import { findSearchedArea } from "../../domain/catalog/searched-area.ts";
import type { Collect, Stack } from "../../domain/catalog/stacks.ts";
import { parseArchiveItem, toArchiveItems } from "../../domain/orders/order-items.ts";
import { readCommaList } from "../../domain/readers.ts";
import { parseWhere, type WhereClause } from "../../domain/where.ts";
import { AppError, quoteText } from "../../errors.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { endOf, listAnswer, type Answer } from "../answer.ts";
import { defineTool, type CallContext } from "../call.ts";
import {
  areaInput,
  readInterval,
  pageInput,
  readAreaInput,
  timeInput,
  toItemId,
  makeUsage,
} from "../inputs.ts";

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
  ids: z.array(z.string()).max(100).optional().describe("ids of items or scenes, instead of other filters"),
  sort: z.string().optional().describe("datetime:desc (default), datetime, covers:desc, price"),
  price: z.boolean().optional().describe("read prices, by reviews that order nothing"),
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
  const interval = await readInterval(context, input);
  return buildSearch(context, {
    ...area,
    ...(interval && { datetime: interval.text }),
    ...(input.collections && { collections: input.collections }),
    ...(input.ids && { ids: await toItemIds(context, input.ids) }),
    where: readClauses(input.where),
    productTypes: listTypes(input.productType),
    ...(sortby && { sortby }),
  });
}

/** Returns the ids of items; a scene id stands for all items of the scene. Errors: ITEM_NOT_FOUND for an unknown one. */
async function toItemIds(context: CallContext, words: readonly string[]): Promise<string[]> {
  const [{ findItemsMeant }, { findItemsInFull }] = await Promise.all([
    import("../../app/ids/item-words.ts"),
    import("../../app/ids/find-scenes.ts"),
  ]);
  const bare = words.map((word) => parseArchiveItem(word)?.granuleId ?? word);
  const meant = await findItemsMeant(context, bare, { hasWholeIds: true });
  // An id of another form may be that of an item.
  const rest = bare.filter((_word, at) => meant[at] === undefined);
  const whole = rest.length === 0 ? [] : await findItemsInFull(context, rest);
  return [
    ...new Set(
      words.flatMap((word, at) => {
        const items = meant[at];
        if (items !== undefined && items.length > 0) return items.map(({ granuleId }) => granuleId);
        if (whole.some(({ granuleId }) => granuleId === bare[at])) return bare[at]!;
        throw new AppError(
          "service",
          "ITEM_NOT_FOUND",
          `${quoteText(word)} is not the id of an item or a scene`,
          {
            next: "Find items with the tool search, by place and time",
          },
        );
      }),
    ),
  ];
}

function listTypes(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const read = readCommaList(text);
  if (read.ok) return [read.value].flat();
  throw makeUsage(`productType ${read.rule}`);
}

function readClauses(texts: readonly string[] = []): WhereClause[] {
  return texts.map((text) => {
    const read = parseWhere(text);
    if (read.ok) return read.value;
    throw makeUsage(`the condition ${JSON.stringify(text)} ${read.rule}`, read.next);
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
    const area = findSearchedArea(asked.body);
    if (sort?.by === "covers" && area === undefined)
      throw makeUsage("a sort by covers needs an area with a surface");
    return answerFound(context, input, {
      area,
      isMeasured: area !== undefined,
      isPriced: input.price === true,
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
    "file, or a place with radius. One row per item. Costs nothing.",
  input: searchInput
    .omit({ ids: true, sort: true, price: true })
    .extend({ cheapest: z.boolean().optional().describe("by price instead of by number") }),
  run: async (context, input) => {
    const asked = await searchOf(context, input, undefined);
    const area = findSearchedArea(asked.body);
    if (area === undefined)
      throw makeUsage(
        "give an area with a surface: a bbox, a file, or a place with radius",
        input.radius === undefined && (input.place ?? input.point) !== undefined
          ? "Add radius '5km'"
          : undefined,
      );
    const choice = input.cheapest === true ? "cheapest" : "fewest";
    return answerFound(context, input, { area, isMeasured: true, choice, search: asked });
  },
});

/** Finds items with their marks, up to one more than the page shows. */
async function answerFound(
  context: CallContext,
  { owned, ...page }: Pick<z.output<typeof searchInput>, "limit" | "cursor" | "owned">,
  request: FindRequest,
): Promise<Answer> {
  const [{ findItems }, { gatherPages }, { filterOwned, markOwned }, rowOf] = await Promise.all([
    import("../../app/catalog/find-items.ts"),
    import("../../app/catalog/found-items.ts"),
    import("../../app/deliveries/owned.ts"),
    openRows(),
  ]);
  const kept = owned === "only" ? "owned" : "notOwned";
  const wanted = owned === undefined ? undefined : kept;
  const found = findItems(context, {
    ...request,
    search: { ...request.search, limit: endOf(page) + 1, isForOrder: true },
    ...(wanted && { filter: filterOwned(context, wanted) }),
  });
  const marked = wanted === undefined ? markOwned(context)(found) : found;
  const items = await gatherPages(marked);
  if (items.length === 0) await noteNothing(context, request.search.body.intersects);
  return listAnswer(items, page, rowOf);
}

/** Notes that nothing was found, and an area whose longitude and latitude look swapped. */
async function noteNothing({ events }: CallContext, area: unknown): Promise<void> {
  const { swapOf } = await import("../../places/describe-geometry.ts");
  const swapped = swapOf(area);
  events.note(
    swapped === undefined
      ? "Nothing found"
      : `Nothing found; longitude and latitude look swapped: ${swapped}`,
  );
}

// The row of a catalog item has the values for a choice, without assets and links.

export async function openRows(): Promise<(found: FoundItem) => Record<string, unknown>> {
  const { placeText } = await import("../../places/describe-geometry.ts");
  return ({ item, cover, price, owned }) => {
    const property = (name: string): unknown => item.properties?.[name];
    return {
      collection: item.collection,
      id: item.id,
      time: property("datetime"),
      product: property("sar:product_type"),
      scene: findCollectId(item),
      place: placeText(readFootprint(item)),
      satellite: property("platform"),
      mode: property("sar:instrument_mode"),
      orbit: property("sat:orbit_state"),
      look: property("sar:observation_direction"),
      incidence: property("view:incidence_angle"),
      squint: readVendorMember(item.properties, "squint_angle"),
      ...(cover && { coversPercent: Math.round(cover.share * 1000) / 10 }),
      ...(price && { price: price.text, ...price.amount }),
      ...(owned && { owned }),
    };
  };
}

export const stacks = defineTool({
  name: "stacks",
  title: "Group scenes of one geometry",
  description:
    "Groups the scenes over an area, or around an item, that were taken in the same geometry, for change detection. One row per stack. " +
    "Interferometric baselines are not considered. Costs nothing.",
  input: z.strictObject({
    ...areaInput,
    ...timeInput,
    item: z.string().optional().describe("only the stack of this item id"),
    productType: z.string().optional(),
    minScenes: z.number().int().min(2).optional().describe("smallest stack, default 2"),
    ...pageInput,
  }),
  run: async (context, input) => {
    const [{ findStacks, makeRequestAround }, { searchItems }, { USUAL_LIKENESS }] = await Promise.all([
      import("../../app/catalog/find-stacks.ts"),
      import("../../app/catalog/search-items.ts"),
      import("../../domain/catalog/stacks.ts"),
    ]);
    const { item, minScenes } = input;
    const asked = await searchOf(context, input, undefined);
    const { body } = asked;
    if (item === undefined && body.bbox === undefined && body.intersects === undefined)
      throw makeUsage("give an area or an item: the stacks of the whole archive are not searched");
    const request = { ...asked, limit: Infinity };
    const around =
      item === undefined
        ? { request, scene: item }
        : await makeRequestAround(context, request, await toItemId(context, item));
    const found = await findStacks(context, searchItems(context, around.request), {
      likeness: USUAL_LIKENESS,
      scene: around.scene,
      least: minScenes,
    });
    return listAnswer(found, input, toStackRow);
  },
});

/** Maximum number of listed scenes of a stack. */
const MAX_SCENES = 30;

const toStackRow = ({ reference, collects, medianGapDays }: Stack): Record<string, unknown> => ({
  reference: toScene(reference),
  scenes: collects.length,
  medianGapDays: Math.round(medianGapDays * 10) / 10,
  satellite: reference.satellite,
  orbit: reference.orbitState,
  look: reference.lookDirection,
  mode: reference.mode,
  polarization: reference.polarization,
  lookAngle: reference.lookAngle,
  incidence: reference.incidence,
  collects: collects.slice(0, MAX_SCENES).map(toScene),
});

const toScene = ({ id, items, timeMs }: Collect): Record<string, unknown> => ({
  scene: id,
  time: formatTimestamp(timeMs),
  products: listItemProducts(items),
  items: toArchiveItems(items).map(({ collectionId, granuleId }) => `${collectionId}/${granuleId}`),
});
