import { readArgument, usageError } from "../../cli/input/usage.ts";
import { Option, type Command } from "@commander-js/extra-typings";
import type { QueryRequest } from "../../app/exports/query-request.ts";
import type { FoundItem, Owned } from "../../app/catalog/found-items.ts";
import type { PairOrder } from "../../domain/catalog/pairs.ts";
import { findCommonProduct } from "../../domain/catalog/scene.ts";
import type { Collect, Stack } from "../../domain/catalog/stacks.ts";
import type { Context } from "../../cli/context.ts";
import type { SearchRequest } from "../../app/catalog/search-items.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { flag, repeatable, suggesting } from "../../cli/flags/flag.ts";
import { productTypesFlag } from "../../cli/flags/product-flags.ts";
import { addMapFlags } from "../../cli/flags/map-flags.ts";
import { isTableForPeople, choosePresentation } from "../../cli/output/presentation.ts";
import type { StacItem } from "../../contract/read-items.ts";
import {
  makeIntegerReader,
  makeWordReader,
  readCommaList,
  readPath,
  readNonEmpty,
  type Reader,
} from "../../domain/readers.ts";
import { parseWhere } from "../../domain/where.ts";
import { countText } from "../../counted.ts";
import type { BBox } from "../../geo/geojson.ts";
import { advice, swath, typed, type Hint } from "../../hint.ts";
import { addAreaFlags, notOwnedFlag, ownedFlag } from "./search-flags.ts";
import {
  formatPair,
  listItems,
  pairView,
  limitedPairView,
  shortenId,
  stackView,
  type PairRow,
  type StackRow,
} from "./stacks-view.ts";

/** Reads degrees from 0 to 90. */
const readTolerance: Reader<number> = (given) => {
  const value = /^\d+(?:\.\d+)?$/.test(given.trim()) ? Number(given) : Number.NaN;
  return value >= 0 && value <= 90
    ? { ok: true, value }
    : { ok: false, rule: "must be degrees from 0 to 90" };
};

/** Reads a share from 0 to 1. */
const readOverlap: Reader<number> = (given) => {
  const [, number = ""] = /^\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(given) ?? [];
  const percent = number === "" ? Number.NaN : Number(number);
  return percent >= 1 && percent <= 100
    ? { ok: true, value: percent / 100 }
    : { ok: false, rule: "must be a percentage from 1% to 100%, such as 60%" };
};

/** Reads days above 0. */
const readDays: Reader<number> = (given) => {
  const value = /^\d+(?:\.\d+)?$/.test(given.trim()) ? Number(given) : 0;
  return value > 0 ? { ok: true, value } : { ok: false, rule: "must be days, such as 24" };
};

/** One row per stack, or with --pairs one row per pair. */
type Rows = StackRow[] | PairRow[];

type Source = { search: SearchRequest } | { query: QueryRequest };

const PAIR_ORDERS = ["days", "look"] as const satisfies readonly PairOrder[];

/** Half a quarter of a year: the maximum distance of scenes of one season. */
const SEASON_DAYS = 45;

const addStackFlags = (command: Command) =>
  addMapFlags(
    addAreaFlags(command.argument("[file...]", "export files, or folders of them, instead of the catalog"))
      .optionsGroup("What:")
      .addOption(flag("--item <id>", "only the stack of this scene or item", readNonEmpty))
      .addOption(
        repeatable(
          "--collection <id>",
          "collection to search, or of the items of export files",
          readCommaList,
        ),
      )
      .addOption(productTypesFlag("--product-type <type>", "only items of this product type"))
      .addOption(
        repeatable("--where <condition>", 'condition on a property: "view:incidence_angle<30"', parseWhere),
      )
      .addOption(ownedFlag())
      .addOption(notOwnedFlag())
      .optionsGroup("How alike:")
      .addOption(
        flag("--look-tolerance <degrees>", "largest difference of look angles (default: 1)", readTolerance),
      )
      .addOption(
        flag(
          "--squint-tolerance <degrees>",
          "largest difference of squints or azimuths (default: 3)",
          readTolerance,
        ),
      )
      .addOption(
        flag("--min-overlap <percent>", "smallest overlap of two footprints (default: 60%)", readOverlap),
      )
      .addOption(flag("--min-scenes <n>", "smallest stack (default: 2)", makeIntegerReader(2)))
      .optionsGroup("Pairs:")
      .addOption(
        flag(
          "--pairs [n]",
          "one row per pair: n neighbours in time each way (default: 1)",
          makeIntegerReader(1),
        ),
      )
      .addOption(flag("--max-days <n>", "only pairs at most this many days apart", readDays))
      .addOption(
        suggesting(
          flag(
            "--sort <by>",
            "first pairs near in time, or in angles (default: days)",
            makeWordReader(PAIR_ORDERS),
          ),
          PAIR_ORDERS,
        ),
      )
      .addOption(
        new Option("--season", `only pairs of one season: up to ${SEASON_DAYS} days apart in the year`),
      )
      .optionsGroup("Map:"),
  );

type StackOptions = ReturnType<ReturnType<typeof addStackFlags>["opts"]>;

export const stacks = defineCommand({
  name: "stacks",
  summary: "Group scenes of one geometry, for change detection",
  description:
    "Scenes of one satellite and orbital plane, orbit direction, look side, mode and polarization, with look angles, squints and " +
    "footprints alike. Each scene of a stack is similar to its reference (SCENE); GAP is the median of the days between scenes. " +
    "With --pairs each scene is paired with the n alike scenes before and after it, which connects every stack. " +
    "The shortest interval comes first; the suggested pair is the shortest one whose look angles differ by at most 0.2 degrees. " +
    "Over an area, around an item, or offline in export files. --owned and --not-owned leave out other products, but not those of --item. " +
    "Interferometric baselines are not computed: they require orbits that the catalog does not have.",
  examples: [
    "swath catalog stacks --place Rotterdam --radius 100km --sandbox",
    "swath catalog stacks --place Rotterdam --product-type SLC --pairs --max-days 24 --sandbox",
    "swath catalog stacks --point -9.14,38.71 --pairs 3 --season --output csv",
    "swath catalog stacks footprints --point -9.14,38.71 --min-scenes 4",
  ],
  mostUsed: [
    "--point",
    "--place",
    "--file",
    "--from",
    "--item",
    "--pairs",
    "--max-days",
    "--season",
    "--min-scenes",
    "--product-type",
  ],
  syntax: addStackFlags,
  parse: async (context, options, given): Promise<Source> => {
    const { point, place, radius, bbox, file, datetime, from, to } = options;
    const placeAndTime = { point, place, radius, bbox, file, datetime, from, to };
    const { productType, where, collection } = options;
    const [{ readCatalogRequest, requireCollection }, { giveTitle, showSearched }] = await Promise.all([
      import("./catalog-request.ts"),
      import("./map-of-search.ts"),
    ]);
    await giveTitle(context, { place, point, radius, bbox: bbox as BBox | undefined, file }, "Stacks");
    const hasArea = [point, place, bbox, file].some((area) => area !== undefined);
    if (!hasArea && options.item === undefined && given.length === 0)
      throw usageError(
        "no area or item is given: stacks of the whole archive are not searched",
        "Add --place <name>",
      );
    for (const file of given) readArgument("<file>", file, readPath);
    if (given.length > 0) {
      const [{ readQueryRequest }, { expandPatterns }, { body: search }] = await Promise.all([
        import("../../app/exports/query-request.ts"),
        import("../../cli/input/path-patterns.ts"),
        readCatalogRequest(context, placeAndTime),
      ]);
      const files = await expandPatterns(context, "<file>", given);
      showSearched(context, { body: search });
      requireCollection(choosePresentation(context).format, collection?.[0]);
      const inFiles = { files, search, where, productTypes: productType, collection: collection?.[0] };
      return { query: await readQueryRequest(context, inFiles) };
    }
    const search = await readCatalogRequest(
      context,
      { ...placeAndTime, where, collection, productType, all: true },
      { columnsWithFlags: ["collection", "datetime", "time"] },
    );
    showSearched(context, search);
    return { search };
  },
  run: async (context, source, options): Promise<Rows> => {
    const { pairs } = options;
    const found = await findInSource(context, source, options);
    const isOffline = "query" in source;
    const how = choosePresentation(context);
    if (pairs === undefined && how.format !== "map")
      context.map.facts = ["A ticked stack orders one product of each scene; --product-type chooses it"];
    if (how.stdout.isTTY && !isOffline) {
      const { keepLastSearch } = await import("../../cli/ids/last-search.ts");
      context.outcome.afterShown.push(() =>
        keepLastSearch(
          context,
          found.flatMap(({ collects }) => toFoundItems(collects)),
        ),
      );
    }
    const [first] = found;
    if (first !== undefined && isTableForPeople(how))
      await hintAtNext(context, first, {
        isOffline,
        options,
        isAlone: found.length === 1,
      });
    const { openMarksOrWarn: openMarksOf } = await import("../../app/deliveries/owned.ts");
    const marksOf = await openMarksOf(context);
    const owned = (await marksOf?.(found.flatMap(listItems))) ?? new Map<StacItem, Owned>();
    const rows = found.map((stack, at) => ({ number: at + 1, owned, ...stack }));
    if (pairs === undefined) return rows;
    return rows.flatMap(({ number, pairs: alike }) => alike.map((pair) => ({ number, owned, ...pair })));
  },
  view: stackView,
  viewFor: ({ pairs, season, maxDays }) => {
    if (pairs === undefined) return undefined;
    return season === true || maxDays !== undefined ? limitedPairView : pairView;
  },
});

interface StackHint {
  options: StackOptions;
  /** Whether no other stack was found. */
  isAlone: boolean;
}

/** Suggests to order the first stack or its best pair, and to look for the next image in its geometry. */
async function hintAtNext(
  context: Context,
  stack: Stack,
  { isOffline, isAlone, options }: StackHint & { isOffline: boolean },
): Promise<void> {
  const [{ hintAtOrder }, { findBestPair, isInterferometric }] = await Promise.all([
    import("./order-hint.ts"),
    import("../../domain/catalog/pairs.ts"),
  ]);
  const pair = findBestPair(stack.pairs);
  if (options.pairs === undefined) {
    const title = `stack 1 (${countText(stack.collects.length, "scene")})`;
    const list = isOffline ? undefined : adviseList(stack, { title, isAlone, options });
    if (list === undefined)
      hintAtOrder(context, toFoundItems(stack.collects), { title, isListed: !isOffline });
    else context.notes.hint(list);
  } else if (pair !== undefined) {
    if (!isInterferometric(pair))
      context.notes.note(
        `the look angles of the most alike pair differ by ${pair.lookDegrees.toFixed(2)} deg`,
      );
    hintAtOrder(context, toFoundItems([pair.first, pair.second]), {
      title: `the pair ${formatPair(pair)}`,
      isListed: !isOffline,
      preferred: "SLC",
    });
  }
  const scene = shortenId(stack.reference);
  if (isOffline || scene === undefined) return;
  const { service, settings, notes } = context;
  const hasElements = service.isSandbox || settings.elements.value !== undefined;
  if (hasElements)
    notes.hint(advice`Next passes in the geometry of stack 1: ${swath`passes --like ${scene}`}`);
  else notes.hint(advice`Request the next image of stack 1: ${swath`task create --like ${scene}`}`);
}

/** Maximum number of scenes in a suggested order of a stack: two lines of a terminal. */
const MAX_TYPED = 6;

/**
 * Returns the next step that orders a stack of many scenes by the list of `order place`, which has what this run found. Undefined for a stack of
 * few scenes, and if no flag makes that list one product of each scene.
 */
function adviseList(
  { reference, collects }: Stack,
  { title, isAlone, options: { item, productType } }: StackHint & { title: string },
): Hint | undefined {
  const scene = shortenId(reference);
  const type = findCommonProduct(collects.map(({ items }) => items));
  if (collects.length <= MAX_TYPED || scene === undefined || type === undefined) return undefined;
  if (isAlone && collects.every(({ items }) => items.length === 1))
    return advice`Order ${title}: tick all of it in ${swath`order place`}`;
  const missing = [
    ...(item === undefined ? ["--item", scene] : []),
    ...(productType === undefined ? ["--product-type", type] : []),
  ];
  if (missing.length === 0) return undefined;
  return advice`Order ${title}: add ${typed(...missing)}, then tick all in ${swath`order place`}`;
}

async function findInSource(context: Context, source: Source, options: StackOptions): Promise<Stack[]> {
  const [{ findStacks }, { USUAL_LIKENESS }, { makeOwnedFilter }] = await Promise.all([
    import("../../app/catalog/find-stacks.ts"),
    import("../../domain/catalog/stacks.ts"),
    import("./owned-marks.ts"),
  ]);
  const filter = await makeOwnedFilter(context, options);
  const { pages, scene } = await openSource(context, source, options.item);
  return findStacks(context, pages, {
    scene,
    least: options.minScenes,
    likeness: {
      lookDegrees: options.lookTolerance ?? USUAL_LIKENESS.lookDegrees,
      squintDegrees: options.squintTolerance ?? USUAL_LIKENESS.squintDegrees,
      overlap: options.minOverlap ?? USUAL_LIKENESS.overlap,
      seasonDays: options.season === true ? SEASON_DAYS : undefined,
      maxDays: options.maxDays,
    },
    neighbours: options.pairs === true ? 1 : options.pairs,
    sort: options.sort,
    filter,
  });
}

/** Returns the pages of items, and the scene whose stack is requested: its product types may differ from those searched. */
async function openSource(
  context: Context,
  source: Source,
  word: string | undefined,
): Promise<{ pages: AsyncIterable<readonly StacItem[]>; scene?: string | undefined }> {
  if ("query" in source) {
    const { queryFiles } = await import("../../app/exports/query-files.ts");
    return { pages: queryFiles(context, source.query), scene: word };
  }
  const { searchItems } = await import("../../app/catalog/search-items.ts");
  if (word === undefined) return { pages: searchItems(context, source.search) };
  const [{ findItemIdsMeant }, { makeRequestAround }] = await Promise.all([
    import("../../cli/ids/items-on-screen.ts"),
    import("../../app/catalog/find-stacks.ts"),
  ]);
  const [item] = await findItemIdsMeant(context, [word]);
  const { request, scene } = await makeRequestAround(context, source.search, item!);
  return { pages: searchItems(context, request), scene };
}

const toFoundItems = (scenes: readonly Collect[]): FoundItem[] =>
  scenes.flatMap(({ items }) => items.map((item) => ({ item })));
