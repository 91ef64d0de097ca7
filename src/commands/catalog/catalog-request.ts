/**
 * Converts flags, files and stdin to the validated request of a catalog search; `export query` parses area and time
 * in the same way.
 */
import { usageFault } from "../../cli/input/usage.ts";
import type { MeantSearch, SearchRequest } from "../../app/catalog/search-items.ts";
import { readAreaFlags } from "../../cli/flags/area-flags.ts";
import { baseBody, bodySources, withAssignments } from "../../cli/flags/body-flags.ts";
import { checkRequest, type FlagOfPath } from "../../cli/input/check-request.ts";
import type { Context } from "../../cli/context.ts";
import { gatherFaults } from "../../cli/input/gather-faults.ts";
import { idsInFull, idsFromStdin } from "../../cli/ids/ids-argument.ts";
import { readFilter } from "../../cli/input/read-filter.ts";
import { bracketPath } from "../../contract/json-path.ts";
import { catalogSearch } from "../../domain/catalog/catalog-search.ts";
import { checkBody } from "../../contract/parse.ts";
import type { Fault } from "../../errors.ts";
import type { Polygon } from "../../geo/geojson.ts";
import { partsOf } from "../../geo/polygon.ts";
import { EQUALS_FLAGS, SEARCH_EXAMPLES, SEARCH_FLAGS, type SearchOptions } from "./search-flags.ts";
import { searchInterval } from "../../cli/flags/interval-flags.ts";
import { momentFor } from "../../cli/flags/window-flags.ts";
import { wrapLongitude } from "../../geo/position.ts";
import { keepOne } from "../../hint.ts";

/**
 * `takesParts` allows an area with several parts, which are checked and not sent. `columnsWithFlags` lists the
 * columns for which this command has flags, if it does not have all flags of `catalog search`.
 */
export async function catalogRequest(
  context: Context,
  options: SearchOptions,
  {
    takesParts = false,
    columnsWithFlags,
  }: { takesParts?: boolean; columnsWithFlags?: readonly string[] } = {},
): Promise<SearchRequest & { parts?: readonly Polygon[] }> {
  const { events, dialect, notes } = context;
  const values = (options.where ?? []).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  const nowMs = await momentFor(context, [options.datetime, options.from, options.to, ...values]);
  const faults: Fault[] = contradictions(options);
  const base = withAssignments(
    (await gatherFaults(faults, () => baseBody(context, options), "--data")) ?? {},
    options,
  );
  const filter = await gatherFaults(
    faults,
    () => readFilter(context, options.filter, "properties", SEARCH_EXAMPLES["--filter"]),
    "--filter",
  );
  const productType = options.productType?.toUpperCase();
  if (productType !== options.productType)
    events.note(`--product-type: ${options.productType} was taken as ${productType}`);
  const area = await gatherFaults(faults, () => readAreaFlags(context, options), areaFlag(options));
  const parts = takesParts && area?.type === "MultiPolygon" ? partsOf(area) : [];
  for (const [index, part] of parts.entries()) {
    const checked = index === 0 ? undefined : await checkBody("searchCatalog", { intersects: part });
    if (checked?.ok !== false) continue;
    faults.push(
      ...checked.faults.map((fault) => ({ ...fault, message: `part ${index + 1}: ${fault.message}` })),
    );
  }
  const [collectId] =
    options.collectId === undefined ? [] : await idsInFull(context, "collect", [options.collectId]);
  const draft = catalogSearch(
    {
      bbox: options.bbox,
      bboxCrs: options.bboxCrs,
      bboxCrsIn: dialect.bboxCrsIn,
      intersects: parts[0] ?? area,
      datetime: searchInterval({ nowMs, notes }, options, faults),
      collections: options.collection,
      ids: await gatherFaults(faults, () => idsFromStdin(context, options.id, "itemId"), "--id"),
      where: options.where,
      equals: {
        "sar:product_type": productType,
        "sar:instrument_mode": options.instrumentMode,
        "sat:orbit_state": options.orbitState,
        platform: options.platform,
        "vendor:collect_id": collectId,
      },
      filter,
      vendorPrefix: dialect.vendorPrefix,
      nowMs,
      columnsWithFlags,
      sortby: options.sort,
      sortbyText: options.sortbyString,
      pageSize: options.pageSize,
    },
    base,
  );
  for (const note of draft.notes) events.note(note);
  const body = await checkRequest(
    context,
    "searchCatalog",
    {
      ...draft,
      faults: [...faults, ...draft.faults],
    },
    { ...SEARCH_FLAGS, ...bodySources(base, options), ...flagsGiven(options, filter ?? {}) },
    { ...SEARCH_EXAMPLES, ...boxMeant(options) },
  );
  const { bbox } = options;
  if (bbox?.length === 4 && bbox[0]! > bbox[2]!)
    events.detail(`--bbox ${bbox.join(",")} spans the antimeridian: its west lies east of its east`);
  return {
    body,
    query: dialect.bboxCrsIn === "body" ? {} : draft.query,
    limit: options.limit ?? (options.all === true ? Number.POSITIVE_INFINITY : undefined),
    ifEmpty: async () => {
      const { swappedSearch } = await import("../../domain/swap-warning.ts");
      const swapped = swappedSearch(body);
      // A script must not send extra requests, so only known places can suggest a swap there.
      const isWatched = context.world.stderr.isTTY;
      const perhaps = swapped && { ...swapped, body: isWatched ? swapped.body : undefined };
      const wider = isWatched
        ? [...(await aroundPoint(body, options)), ...withoutConditions(body, options)]
        : [];
      return [...(perhaps ? [perhaps] : []), ...wider];
    },
    ...(parts.length > 0 && { parts }),
  };
}

/** Radii to try around a point without results, in kilometres. */
const WIDER_KM = [20, 100, 400];

/** Searches in discs around a lone point. */
async function aroundPoint(
  body: SearchRequest["body"],
  { point, place, radius }: SearchOptions,
): Promise<MeantSearch[]> {
  const { intersects, ids } = body;
  const isPoint = (point !== undefined || place !== undefined) && radius === undefined;
  if (!isPoint || intersects?.type !== "Point" || ids !== undefined) return [];
  const { discAround } = await import("../../geo/great-circle.ts");
  return WIDER_KM.map((km, at) => ({
    body: { ...body, intersects: discAround(intersects, km) } as SearchRequest["body"],
    ifFound: `no scene contains this point; with --radius ${km}km the same search finds some`,
    ifNot: at === WIDER_KM.length - 1 ? `nor does it find anything within ${km} km` : undefined,
  }));
}

/** Flags that filter scenes, with their options. */
const CONDITIONS = [
  ["--where", "where"],
  ["--filter", "filter"],
  ["--product-type", "productType"],
  ["--instrument-mode", "instrumentMode"],
  ["--orbit-state", "orbitState"],
  ["--platform", "platform"],
  ["--collect-id", "collectId"],
  ["--collection", "collection"],
] as const;

const TIMES = [
  ["--from", "from"],
  ["--to", "to"],
  ["--datetime", "datetime"],
] as const;

/** Returns the search without filters of scenes and times. */
function withoutConditions(body: SearchRequest["body"], options: SearchOptions): MeantSearch[] {
  const { query: _query, collections: _collections, ...anyScene } = body;
  const { datetime: _datetime, ...anyTime } = body;
  const searches = [
    { flags: CONDITIONS, body: anyScene },
    { flags: TIMES, body: anyTime },
  ];
  return searches.flatMap(({ flags, body: other }) => {
    const given = flags.flatMap(([flag, option]) => (options[option] === undefined ? [] : [flag]));
    if (given.length === 0 || body.ids !== undefined) return [];
    const names = given.join(" and ");
    return {
      body: other,
      ifFound: `without ${names} the same search finds some`,
    };
  });
}

/** Returns the flags that add an area to the search; undefined if no flag can. */
export function flagsToCover({
  point,
  place,
  radius,
  bbox,
  id,
}: Pick<SearchOptions, "point" | "place" | "radius" | "bbox" | "id">): readonly string[] | undefined {
  if (id !== undefined) return undefined;
  if (bbox !== undefined || radius !== undefined) return [];
  if (point !== undefined || place !== undefined) return ["--radius", "20km"];
  return ["--place", "Lisbon", "--radius", "20km"];
}

/** Returns the intended box, if latitudes are in the wrong order or longitudes exceed 180. */
function boxMeant({ bbox, bboxCrs }: Pick<SearchOptions, "bbox" | "bboxCrs">): Record<string, string> {
  if (bbox?.length !== 4 || bboxCrs !== undefined) return {};
  const [west = 0, south = 0, east = 0, north = 0] = bbox;
  const isBox =
    Math.abs(east - west) < 360 &&
    bbox.every((degrees, at) => Math.abs(degrees) <= (at % 2 === 0 ? 360 : 90));
  const meant = [wrapLongitude(west), Math.min(south, north), wrapLongitude(east), Math.max(south, north)];
  if (!isBox || meant.every((degrees, at) => degrees === bbox[at])) return {};
  return { "--bbox": `Did you mean ${meant.join(",")}?` };
}

/** Returns pairs of flags with the same meaning: either could be meant. */
function contradictions({
  bbox,
  point,
  place,
  file,
  intersects,
  limit,
  all,
  sort,
  sortbyString,
  like,
  id,
}: SearchOptions): Fault[] {
  const faults: Fault[] = [];
  const area = areaFlag({ point, place, file, intersects });
  if (bbox !== undefined && area !== undefined) {
    const message = `--bbox and ${area} both give a place`;
    const rule = "one of bbox and intersects";
    faults.push({
      code: "CATALOG_SPATIAL_CONFLICT",
      path: "intersects",
      flag: area,
      rule,
      message,
      hint: keepOne(area, "--bbox"),
    });
  }
  const pairs = [
    ["--like", like, "--id", id],
    ["--limit", limit, "--all", all],
    ["--sort", sort, "--sortby-string", sortbyString],
  ] as const;
  for (const [one, first, other, second] of pairs) {
    if (first === undefined || second === undefined) continue;
    const message = `${one} and ${other} contradict each other`;
    faults.push(usageFault(one, message, { rule: `${one} or ${other}`, hint: keepOne(one, other) }));
  }
  return faults;
}

const areaFlag = ({
  point,
  place,
  file,
  intersects,
}: Pick<SearchOptions, "point" | "place" | "file" | "intersects">) =>
  point !== undefined
    ? "--point"
    : place !== undefined
      ? "--place"
      : file !== undefined
        ? "--file"
        : intersects !== undefined
          ? "--intersects"
          : undefined;

/** Returns the flag of each property of the body. */
function flagsGiven(options: SearchOptions, filter: Readonly<Record<string, unknown>>): FlagOfPath {
  const given: Record<string, string> = {};
  for (const name of Object.keys(filter)) given[bracketPath(["query", name])] = "--filter";
  for (const { name } of options.where ?? []) given[bracketPath(["query", name])] = "--where";
  for (const [name, [option, flagName]] of Object.entries(EQUALS_FLAGS)) {
    if (options[option] !== undefined) given[bracketPath(["query", name])] = flagName;
  }
  const members = {
    bbox: options.bbox && "--bbox",
    intersects: areaFlag(options),
    datetime: options.datetime === undefined ? undefined : "--datetime",
    collections: options.collection && "--collection",
    ids: options.id && "--id",
    sortby: options.sortbyString === undefined ? options.sort && "--sort" : "--sortby-string",
    limit: options.pageSize === undefined ? undefined : "--page-size",
  };
  for (const [member, flagName] of Object.entries(members)) if (flagName) given[member] = flagName;
  return given;
}
