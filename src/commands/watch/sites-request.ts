/** Reads the sites of a watch: each feature is a place, with its filters as properties. Everything is checked before anything is sent. */
import { createHash } from "node:crypto";
import type { Option } from "@commander-js/extra-typings";
import { withEvents, type Events } from "../../app/surroundings.ts";
import type { Site } from "../../app/watching/watch-request.ts";
import { readFlag } from "../../cli/flags/flag.ts";
import { gatherFaults, readArgument, refuse, usageFault } from "../../cli/input/usage.ts";
import type { Context } from "../../cli/context.ts";
import type { HeldLine } from "../../cli/world.ts";
import { countText, groupedText, listText } from "../../counted.ts";
import { findClosest } from "../../domain/closest.ts";
import { checkGeometry } from "../../contract/geometry-rules.ts";
import { formatPath } from "../../contract/json-path.ts";
import { findSearchedArea } from "../../domain/catalog/searched-area.ts";
import { findNameKey } from "../../domain/tasking/map-feature.ts";
import { readPath } from "../../domain/readers.ts";
import type { WhereClause } from "../../domain/where.ts";
import type { Fault } from "../../errors.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { listSingleParts } from "../../geo/polygon.ts";
import { findGeometryFault } from "../../geo/sound-geometry.ts";
import type { GivenFeature } from "../../geo/read-area.ts";
import { advice, typed } from "../../hint.ts";
import { readCatalogRequest } from "../catalog/catalog-request.ts";
import {
  collectionFlag,
  EQUALS_OPTIONS,
  instrumentModeFlag,
  minCoverFlag,
  orbitStateFlag,
  platformFlag,
  productTypeFlag,
  whereFlag,
  type SearchOptions,
} from "../catalog/search-flags.ts";

/** The filters of a site, by the names of their flags. */
const FILTERS = {
  collection: collectionFlag,
  "product-type": productTypeFlag,
  "instrument-mode": instrumentModeFlag,
  "orbit-state": orbitStateFlag,
  platform: platformFlag,
  where: whereFlag,
  "min-cover": minCoverFlag,
} as const satisfies Record<string, () => Option>;

type FilterName = keyof typeof FILTERS;

/** A column heading of a search that is a filter under a longer name. */
const ALIASES: Readonly<Record<string, FilterName>> = { mode: "instrument-mode" };

type Filters = Pick<
  SearchOptions,
  "collection" | "productType" | "instrumentMode" | "orbitState" | "platform" | "where" | "minCover"
>;

export interface SiteOptions extends Filters {
  name?: string | undefined;
  nameProperty?: string | undefined;
  ignoreUnknown?: true | undefined;
  exports?: string | undefined;
}

const MAX_SITES = 10_000;

/** Errors: INPUT_NOT_GEOJSON, and all faults of all features. Nothing was sent. */
export async function readSites(context: Context, file: string, options: SiteOptions): Promise<Site[]> {
  const [{ locateAreas }, { readFeatures }] = await Promise.all([
    import("../../cli/input/read-value.ts"),
    import("../../footprints/read-areas.ts"),
  ]);
  const input = await locateAreas(context, readArgument("<file>", file, readPath), "<file>");
  const { features, format, notes } = await readFeatures({ ...input, name: file === "-" ? "stdin" : file });
  const isKml = format === "KML";
  for (const note of notes) context.notes.note(`${file}: ${note}`);
  const isLenient = options.ignoreUnknown === true || isKml;
  refuse([
    features.length === 0 &&
      usageFault(
        "",
        `${file} has no sites: ${isKml ? "it has no placemarks" : "its list of features is empty"}`,
      ),
    features.length > MAX_SITES &&
      usageFault(
        "",
        `${file} has ${groupedText(features.length)} sites, and at most ${groupedText(MAX_SITES)} are watched`,
        { next: "Split the file, and watch each part with its own state" },
      ),
    options.name !== undefined &&
      features.length > 1 &&
      usageFault("--name", `--name is for a single geometry, and ${file} has ${features.length} features`, {
        next: "Name each feature by its name property",
      }),
  ]);
  const faults: Fault[] = [];
  const withoutSurface: string[] = [];
  const held: HeldLine[] = [];
  const quiet = holdNotes(context, held);
  const sites: Site[] = [];
  const names = new Map<string, number>();
  for (const [at, feature] of features.entries()) {
    const inFeature: Fault[] = [];
    const name = readSiteName(feature, options, inFeature);
    const earlier = name === undefined ? undefined : names.get(name);
    if (earlier !== undefined)
      inFeature.push(
        makeSiteFault(`has the name of feature ${earlier + 1}, and each site needs its own`, {
          path: "properties",
        }),
      );
    if (name !== undefined) names.set(name, earlier ?? at);
    const place = `feature ${at + 1}${name === undefined ? "" : ` (${JSON.stringify(name)})`}`;
    const own = readFeatureFilters(
      feature,
      { ...options, isLenient, system: context.world.platform },
      inFeature,
    );
    const filters = { ...listFlagFilters(options), ...own };
    const site = await readSite(quiet, { feature, name: name ?? "", filters, options }, inFeature);
    if (site !== undefined) sites.push(site);
    if (site?.least !== undefined && site.area === undefined) {
      if (own.minCover === undefined) withoutSurface.push(place);
      else inFeature.push(makeSiteFault(`min-cover ${NEEDS_SURFACE}`, { path: "properties.min-cover" }));
    }
    faults.push(...inFeature.map((one) => placeFault(one, place, feature.path)));
  }
  for (const [note, { length }] of Map.groupBy(held, ({ message }) => message))
    context.notes.note(length === 1 ? note : `${note} (${length} sites)`);
  if (withoutSurface.length > 0)
    faults.push(
      usageFault(
        "--min-cover",
        `--min-cover ${NEEDS_SURFACE}, which ${countText(withoutSurface.length, "site")} ${withoutSurface.length === 1 ? "does" : "do"} not have: ${listText(withoutSurface, MAX_NAMED)}`,
        { next: "Leave it out, or give the sites with a surface the property min-cover" },
      ),
    );
  refuse(faults);
  return sites;
}

const NEEDS_SURFACE = "needs a geometry with a surface";

/** Maximum number of sites in one message. */
const MAX_NAMED = 3;

const makeSiteFault = (message: string, more: Partial<Fault> = {}): Fault => ({
  code: "USAGE",
  path: "",
  message,
  ...more,
});

/** Returns the fault with its feature, and the position in the document. A flag stays only if it gave the value. */
function placeFault({ flag: _flag, ...one }: Fault, place: string, path: string): Fault {
  const inside = one.path.replace(/^intersects/, "geometry");
  return {
    ...one,
    path: [path, inside].filter((part) => part !== "").join("."),
    message: `${place}: ${one.message}`,
  };
}

function readSiteName(
  { properties }: GivenFeature,
  { name: given, nameProperty = findNameKey(properties) }: SiteOptions,
  faults: Fault[],
): string | undefined {
  const value = given ?? properties[nameProperty];
  const name = typeof value === "number" ? String(value) : value;
  if (typeof name === "string" && name.trim() !== "") return name;
  faults.push(
    makeSiteFault(
      `has no name: its property ${JSON.stringify(nameProperty)} is ${JSON.stringify(value) ?? "missing"}`,
      {
        path: `properties.${nameProperty}`,
        next: advice`Give the property that has it with ${typed("--name-property", "<property>")}`,
      },
    ),
  );
  return undefined;
}

/** Returns the filters of the flags, which are the defaults of all sites. */
function listFlagFilters(options: SiteOptions): Filters {
  const { collection, productType, instrumentMode, orbitState, platform, where, minCover } = options;
  const all = { collection, productType, instrumentMode, orbitState, platform, where, minCover };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Reads the properties of a feature that are filters, as the flags are read. */
function readFeatureFilters(
  { properties }: GivenFeature,
  {
    name,
    nameProperty = findNameKey(properties),
    isLenient,
    system,
  }: SiteOptions & { isLenient: boolean; system: string },
  faults: Fault[],
): Filters {
  const filters: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(properties)) {
    const isName = property === nameProperty && name === undefined;
    if (value === null || isName || property === findNameKey(properties)) continue;
    const filter = ALIASES[property] ?? property;
    if (!isFilter(filter)) {
      if (!isLenient) faults.push(makeUnknownFilterFault(property));
      continue;
    }
    const option: Option = FILTERS[filter]();
    const values = Array.isArray(value) ? value : [value];
    if (!values.every((one) => typeof one === "string" || typeof one === "number")) {
      faults.push(
        makeSiteFault(`${property} is ${JSON.stringify(value)}, not a text`, {
          path: `properties.${property}`,
          value,
        }),
      );
      continue;
    }
    const reading = readFlag(option, values.map(String), system);
    for (const one of reading.faults)
      faults.push({
        ...one,
        path: `properties.${property}`,
        message: one.message.replace(/^--\S+/, property),
      });
    if (reading.value !== undefined) filters[option.attributeName()] = reading.value;
  }
  return filters;
}

const isFilter = (name: string): name is FilterName => Object.hasOwn(FILTERS, name);

function makeUnknownFilterFault(property: string): Fault {
  const meant = findClosest(property, [...Object.keys(FILTERS), ...Object.keys(ALIASES)]);
  return makeSiteFault(`the property ${JSON.stringify(property)} is not a filter`, {
    code: "FILTER_UNKNOWN",
    path: `properties.${property}`,
    value: property,
    rule: `one of name, ${Object.keys(FILTERS).join(", ")}`,
    next:
      meant === undefined
        ? advice`Add ${typed("--ignore-unknown")} if the property is for other programs`
        : `Did you mean ${meant}?`,
  });
}

interface GivenSite {
  feature: GivenFeature;
  name: string;
  filters: Filters;
  options: SiteOptions;
}

/** Returns the site, or adds the faults of its geometry and filters. */
async function readSite(
  context: Context,
  { feature: { geometry }, name, filters, options }: GivenSite,
  faults: Fault[],
): Promise<Site | undefined> {
  const shape = findGeometryFault(geometry, "geometry");
  if (shape !== undefined) {
    faults.push(shape);
    return undefined;
  }
  const { minCover, ...conditions } = filters;
  const asked = { ...(conditions as SearchOptions), file: JSON.stringify(geometry) };
  const search = await gatherFaults(faults, () => readCatalogRequest(context, asked));
  if (search === undefined) return undefined;
  const { body, query, productTypes } = search;
  const area = findSearchedArea(body, query);
  faults.push(...findCrossingFaults(body.intersects!));
  const { exports: folder } = options;
  const inFiles = folder === undefined ? { where: [] } : listFileConditions(filters, faults);
  return {
    name,
    key: computeSiteKey(body.intersects, filters, folder !== undefined),
    geometry: body.intersects!,
    search: { body, ...(query !== undefined && { query }), productTypes },
    area,
    least: minCover,
    ...inFiles,
  };
}

/** Returns the faults of rings that cross themselves: a search accepts them, but such a site is a mistake. */
const findCrossingFaults = (geometry: Geometry): Fault[] =>
  listSingleParts(geometry)
    .flatMap((part) => [...checkGeometry(part, { types: [part.type], isTarget: true })])
    .filter(({ code }) => code === "GEOMETRY_SELF_INTERSECTING")
    .map(({ code, message = "the ring crosses itself", path = [] }) => ({
      code,
      message,
      path: formatPath(["geometry", ...path]),
    }));

/** Returns the conditions that export files can answer. */
function listFileConditions(filters: Filters, faults: Fault[]): Pick<Site, "where" | "productTypes"> {
  if (filters.platform !== undefined)
    faults.push(makeSiteFault("platform is not in export files", { path: "properties.platform" }));
  const equal = Object.entries(EQUALS_OPTIONS).flatMap(([name, option]): WhereClause[] => {
    const value = option === "instrumentMode" || option === "orbitState" ? filters[option] : undefined;
    return value === undefined ? [] : [{ name, operator: "=", value }];
  });
  return {
    where: [...equal, ...(filters.where ?? [])],
    ...(filters.productType !== undefined && { productTypes: filters.productType }),
  };
}

/** The filters count as typed: a relative time stays the same condition. */
function computeSiteKey(geometry: unknown, filters: Filters, isFromFiles: boolean): string {
  const sorted = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([geometry, sorted, isFromFiles ? "exports" : "catalog"]))
    .digest("hex")
    .slice(0, 16);
}

/** Returns the context whose notes and warnings are kept in `held`, since many sites have the same ones. */
function holdNotes(context: Context, held: HeldLine[]): Context {
  const notes = context.notes.holdIn(held);
  const note: Events["note"] = (message, next) => notes.note(message, next);
  const warn: Events["warn"] = (message, next) => notes.warn(message, next);
  return withEvents({ ...context, notes }, { note, warn });
}
