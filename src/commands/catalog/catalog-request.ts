/**
 * Converts flags, files and stdin to the validated request of a catalog search; `export query` parses area and time
 * in the same way.
 */
import { checkParts } from "../../app/catalog/search-body.ts";
import type { MeantSearch, SearchRequest } from "../../app/catalog/search-items.ts";
import { readAreaFlags } from "../../cli/flags/area-flags.ts";
import { listBodySources, searchBase } from "../../cli/flags/body-flags.ts";
import {
  listFlagsOfFields,
  requireValidRequest,
  type FlagOfPath,
} from "../../cli/input/require-valid-request.ts";
import type { Context } from "../../cli/context.ts";
import { expandIds, readIdsFromStdin } from "../../cli/ids/ids-argument.ts";
import { formatPath } from "../../contract/json-path.ts";
import { draftCatalogSearch, type CatalogQuestion } from "../../domain/catalog/catalog-search.ts";
import { checkProductType } from "../../domain/tasking/product-types.ts";
import { NOTHING_FOUND } from "../../cli/output/view.ts";
import { isRefusalOfIn } from "../../domain/catalog/catalog-query.ts";
import type { Format } from "../../domain/output-formats.ts";
import { inputError, type Fault } from "../../errors.ts";
import { EQUALS_OPTIONS, SEARCH_EXAMPLES, type SearchOptions } from "./search-flags.ts";
import { searchInterval } from "../../cli/flags/interval-flags.ts";
import { chooseMoment } from "../../cli/flags/window-flags.ts";
import { wrapLongitude } from "../../geo/position.ts";
import { advice, flagName, keepOne, swath } from "../../hint.ts";
import { gatherFaults, makeContradiction, usageFault } from "../../cli/input/usage.ts";

/** `columnsWithFlags` lists the columns for which this command has flags, if it does not have all flags of `catalog search`. */
export async function readCatalogRequest(
  context: Context,
  options: SearchOptions,
  { columnsWithFlags }: { columnsWithFlags?: readonly string[] } = {},
): Promise<SearchRequest> {
  const { events, dialect } = context;
  const values = (options.where ?? []).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  const nowMs = await chooseMoment(context, [options.datetime, options.from, options.to, ...values]);
  const faults: Fault[] = findContradictions(options);
  const base = await searchBase(context, options, faults);
  noteUpperCase(context, options.productType);
  const area = await gatherFaults(faults, () => readAreaFlags(context, options), findAreaFlag(options));
  const question = await readQuestion(context, options, nowMs, faults);
  const whole = draftCatalogSearch({ ...question, intersects: area, columnsWithFlags }, base);
  const { draft, intersects, partFaults } = await checkParts(whole);
  faults.push(...partFaults);
  for (const note of draft.notes) events.note(note);
  // The draft has a note about an operator that only some services take.
  const checked = { ...draft, faults: [...faults, ...draft.faults], isConsequence: isRefusalOfIn };
  const examples = { ...SEARCH_EXAMPLES, ...suggestBox(options) };
  const valid = await requireValidRequest(
    context,
    "searchCatalog",
    checked,
    listCatalogFlags(base, options),
    examples,
  );
  noteBox(context, options.bbox);
  const body = { ...valid, ...(intersects !== undefined && { intersects }) };
  return {
    body,
    ...(draft.productTypes && { productTypes: draft.productTypes }),
    query: dialect.bboxCrsIn === "body" ? {} : draft.query,
    limit: options.limit ?? (options.all === true ? Infinity : undefined),
    ...(options.id !== undefined && { typedIds: body.ids }),
    ifEmpty: async () => {
      context.notes.note(NOTHING_FOUND);
      context.outcome.isEmptyNoted = true;
      return suggestSearches(context, body, options);
    },
  };
}

/** Returns the search of the flags, without its area. */
async function readQuestion(
  context: Context,
  options: SearchOptions,
  nowMs: number,
  faults: Fault[],
): Promise<CatalogQuestion> {
  const { dialect, notes } = context;
  const [collectId] =
    options.collectId === undefined ? [] : await expandIds(context, "collect", [options.collectId]);
  return {
    bbox: options.bbox,
    bboxCrs: options.bboxCrs,
    bboxCrsIn: dialect.bboxCrsIn,
    datetime: searchInterval({ nowMs, notes }, options, faults),
    collections: options.collection,
    ids: await gatherFaults(faults, () => readItemIds(context, options.id), "--id"),
    where: options.where,
    equals: {
      "sar:instrument_mode": options.instrumentMode,
      "sat:orbit_state": options.orbitState,
      platform: options.platform,
      "vendor:collect_id": collectId,
    },
    productTypes: options.productType,
    queryIn: dialect.queryIn,
    vendorPrefix: dialect.vendorPrefix,
    nowMs,
    sortby: options.sort,
    pageSize: options.pageSize,
  };
}

/** Returns the ids of --id; the id of a scene, or its beginning, means all its items. */
async function readItemIds(
  context: Context,
  given: readonly string[] | undefined,
): Promise<string[] | undefined> {
  const words = await readIdsFromStdin(context, given, "itemId");
  if (words === undefined) return undefined;
  const [{ findAllItemIds }, { looksLikeScene }] = await Promise.all([
    import("../../cli/ids/items-on-screen.ts"),
    import("../../app/ids/item-words.ts"),
  ]);
  const scene = words.find(looksLikeScene);
  if (context.service.isDryRun && scene !== undefined)
    context.events.note(`A dry run looks up no scenes: ${scene} is shown as typed`);
  return findAllItemIds(context, words);
}

function noteUpperCase({ events }: Context, types: readonly string[] | undefined): void {
  const isRefused = (type: string): boolean => checkProductType(type.toUpperCase(), "").fault !== undefined;
  if (types?.some(isRefused) === true) return;
  const given = types?.join(",");
  const taken = given?.toUpperCase();
  if (taken !== given) events.note(`--product-type: ${given} was taken as ${taken}`);
}

/** Explains a box that may be misread. */
function noteBox({ events }: Context, bbox: readonly number[] | undefined): void {
  if (bbox?.length === 4 && bbox[0]! > bbox[2]!)
    events.detail(`--bbox ${bbox.join(",")} spans the antimeridian: its west lies east of its east`);
  // Fewer numbers with decimal commas also look like six.
  if (bbox?.length === 6) {
    const [west, south, lowest, east, north, highest] = bbox;
    events.note(
      `--bbox: 6 numbers are west ${west}, south ${south}, east ${east} and north ${north}, with heights from ${lowest} to ${highest}`,
    );
  }
}

/** Returns searches that may find something where this one found nothing. */
async function suggestSearches(
  context: Context,
  body: SearchRequest["body"],
  options: SearchOptions,
): Promise<MeantSearch[]> {
  const { swapSearchAxes } = await import("../../domain/swap-warning.ts");
  const swapped = swapSearchAxes(body);
  // A script must not send extra requests, so only known places can suggest a swap there.
  if (!context.world.stderr.isTTY)
    return [...(swapped ? [{ ...swapped, body: undefined }] : []), ...describePlatform(options)];
  const wider = [
    ...(await widenPoint(body, options)),
    ...listPlatforms(body, options),
    ...dropConditions(body, options),
  ];
  return swapped ? [swapped, ...wider] : wider;
}

/** Radii to try around a point without results, in kilometres. */
const WIDER_KM = [20, 100, 400];

/** Searches in discs around a lone point. */
async function widenPoint(
  body: SearchRequest["body"],
  { point, place, radius }: SearchOptions,
): Promise<MeantSearch[]> {
  const { intersects, ids } = body;
  const isPoint = (point !== undefined || place !== undefined) && radius === undefined;
  if (!isPoint || intersects?.type !== "Point" || ids !== undefined) return [];
  const { makeDisc } = await import("../../geo/great-circle.ts");
  return WIDER_KM.map((km, at) => ({
    body: { ...body, intersects: makeDisc(intersects, km) } as SearchRequest["body"],
    ifFound: `no scene contains this point; with --radius ${km}km the same search finds some`,
    ifNot: at === WIDER_KM.length - 1 ? `nothing within ${km} km of this point either` : undefined,
  }));
}

/** Options that filter scenes. */
const CONDITIONS = [
  "where",
  "productType",
  "instrumentMode",
  "orbitState",
  "platform",
  "collectId",
  "collection",
] as const;

/** Satellites have the service's names, which no list here has. */
const describePlatform = ({ platform, id }: SearchOptions): MeantSearch[] =>
  platform === undefined || id !== undefined
    ? []
    : [
        {
          body: undefined,
          ifFound: "",
          ifNot: `--platform ${platform} must equal a name in the column platform of a search without it`,
        },
      ];

/** Returns the search without --platform, whose satellites are listed. */
function listPlatforms(body: SearchRequest["body"], { platform }: SearchOptions): MeantSearch[] {
  if (platform === undefined || body.ids !== undefined) return [];
  const { platform: _platform, ...query } = body.query ?? {};
  const { query: _query, ...others } = body;
  return [
    {
      body: { ...others, ...(Object.keys(query).length > 0 && { query }) },
      readWord: ({ properties = {} }) => properties["platform"],
      ifFound: "without --platform the same search finds scenes of these satellites",
    },
  ];
}

/** Returns the search without filters of scenes, and without times. */
function dropConditions(body: SearchRequest["body"], options: SearchOptions): MeantSearch[] {
  const { query: _query, collections: _collections, ...anyScene } = body;
  const { datetime: _datetime, ...anyTime } = body;
  const searches = [
    { names: CONDITIONS, body: anyScene },
    { names: ["from", "to", "datetime"] as const, body: anyTime },
  ];
  return searches.flatMap(({ names, body: other }) => {
    const given = names.filter((name) => options[name] !== undefined).map(flagName);
    if (given.length === 0 || body.ids !== undefined) return [];
    return {
      body: other,
      hasAnyType: names === CONDITIONS,
      ifFound: `without ${given.join(" and ")} the same search finds some`,
    };
  });
}

/** Returns the intended box, if latitudes are in the wrong order or longitudes exceed 180. */
function suggestBox({ bbox, bboxCrs }: Pick<SearchOptions, "bbox" | "bboxCrs">): Record<string, string> {
  if (bbox?.length !== 4 || bboxCrs !== undefined) return {};
  const [west = 0, south = 0, east = 0, north = 0] = bbox;
  const isBox =
    Math.abs(east - west) < 360 &&
    bbox.every((degrees, at) => Math.abs(degrees) <= (at % 2 === 0 ? 360 : 90));
  const meant = [wrapLongitude(west), Math.min(south, north), wrapLongitude(east), Math.max(south, north)];
  if (!isBox || meant.every((degrees, at) => degrees === bbox[at])) return {};
  return { "--bbox": `Did you mean ${meant.join(",")}?` };
}

/** Returns the faults of flags with the same meaning: either could be meant. */
function findContradictions(options: SearchOptions): Fault[] {
  const { bbox, like, id, limit, all } = options;
  const area = findAreaFlag(options);
  const faults = [
    like !== undefined && id !== undefined && makeContradiction("--like", "--id"),
    limit !== undefined && all !== undefined && makeContradiction("--limit", "--all"),
  ].filter((fault) => fault !== false);
  if (bbox === undefined || area === undefined) return faults;
  const conflict: Fault = {
    code: "CATALOG_SPATIAL_CONFLICT",
    path: "intersects",
    flag: area,
    rule: "one of bbox and intersects",
    message: `--bbox and ${area} both give a place`,
    next: keepOne(area, "--bbox"),
  };
  return [conflict, ...faults];
}

const findAreaOption = (options: SearchOptions) =>
  (["point", "place", "file"] as const).find((name) => options[name] !== undefined);

function findAreaFlag(options: SearchOptions): string | undefined {
  const area = findAreaOption(options);
  return area && flagName(area);
}

/** Returns the flag of each property of the body. */
function listCatalogFlags(base: object, options: SearchOptions): FlagOfPath {
  const inQuery = (name: string): string => formatPath(["query", name]);
  const fields = {
    bbox: "bbox",
    bboxCrs: "bbox-crs",
    [findAreaOption(options) ?? "file"]: "intersects",
    datetime: "datetime",
    collection: "collections",
    id: "ids",
    sort: "sortby",
    pageSize: "limit",
  };
  const equals = Object.entries(EQUALS_OPTIONS).flatMap(([name, option]) =>
    options[option] === undefined ? [] : [[inQuery(name), flagName(option)] as const],
  );
  return {
    query: "--where",
    ...listBodySources(base, options),
    ...listFlagsOfFields(base, options, fields),
    ...Object.fromEntries((options.where ?? []).map(({ name }) => [inQuery(name), "--where"])),
    ...Object.fromEntries(equals),
  };
}

// Spec silent: the collection of a scene in an export file. We ask for it: an order item needs one, and export files do
// not contain it.
export function requireCollection(format: Format, collection: string | undefined): void {
  if (format !== "order-items" || collection !== undefined) return;
  const message = "--collection: order items need their collection, which export files do not contain";
  const hint = advice`Add --collection <id>, as this shows it: ${swath`catalog search`}`;
  throw inputError([usageFault("--collection", message, { next: hint })]);
}
