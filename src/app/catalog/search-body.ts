/** Builds the body of a catalog search for a front end without flags, and checks areas with several parts. */
import { checkBody } from "../../contract/parse.ts";
import { groupedText } from "../../counted.ts";
import { isRefusalOfIn } from "../../domain/catalog/catalog-query.ts";
import {
  draftCatalogSearch,
  type CatalogQuestion,
  type CatalogRequest,
} from "../../domain/catalog/catalog-search.ts";
import { splitSearch } from "../../domain/catalog/searched-area.ts";
import { inputError, type Fault } from "../../errors.ts";
import { measureGeometryBounds } from "../../geo/bounds.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { findGeometryFault } from "../../geo/sound-geometry.ts";
import { advice, typed } from "../../hint.ts";
import type { AppContext } from "../context.ts";
import type { SearchRequest } from "./search-items.ts";

/** Returns the body with the members of `given`, such as a raw query. Throws all faults at once. */
export async function buildSearch(
  { dialect, events, clock }: AppContext,
  question: Omit<CatalogQuestion, "nowMs" | "vendorPrefix">,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Pick<SearchRequest, "body" | "productTypes">> {
  const { vendorPrefix, queryIn } = dialect;
  const whole = draftCatalogSearch({ ...question, vendorPrefix, queryIn, nowMs: clock.now() }, given);
  const { draft, intersects, partFaults } = await checkParts(whole);
  const { body, productTypes, faults, warnings } = draft;
  const checked = await checkBody("searchCatalog", body);
  const refused = checked.ok ? [] : checked.faults.filter((fault) => !isRefusalOfIn(fault));
  const all = [...faults, ...partFaults, ...refused];
  if (all.length > 0) throw inputError(all);
  for (const { message } of warnings) events.warn(message);
  return {
    body: { ...body, ...(intersects !== undefined && { intersects }) },
    ...(productTypes && { productTypes }),
  };
}

/** Maximum number of parts of an area: each is a request for every page. */
const MAX_PARTS = 50;

interface CheckedParts {
  /** The draft with the first part of its area, by which the rules of a body check it. */
  draft: CatalogRequest;
  /** The whole area, if it has several parts. */
  intersects?: Geometry;
  /** The faults of the other parts. */
  partFaults: Fault[];
}

/** Checks the area of a search part by part, because one request takes one part. */
export async function checkParts(whole: CatalogRequest): Promise<CheckedParts> {
  const given: unknown = whole.body.intersects;
  const [first, ...others] = isSound(given) ? splitSearch({ ...whole.body, intersects: given }) : [];
  if (first === undefined || others.length === 0) return { draft: whole, partFaults: [] };
  const draft = { ...whole, body: first };
  if (others.length >= MAX_PARTS)
    return { draft, partFaults: [makeTooManyParts(given as Geometry, others.length + 1)] };
  const partFaults: Fault[] = [];
  for (const [index, { intersects: part }] of others.entries()) {
    const checked = await checkBody("searchCatalog", { intersects: part });
    if (checked.ok) continue;
    partFaults.push(
      ...checked.faults.map((fault) => ({ ...fault, message: `part ${index + 2}: ${fault.message}` })),
    );
  }
  return { draft, intersects: given as Geometry, partFaults };
}

/** Reports whether the area of a body has the shape of a geometry. The rules report any other value. */
const isSound = (given: unknown): given is Geometry =>
  given !== undefined && findGeometryFault(given, "") === undefined;

function makeTooManyParts(area: Geometry, count: number): Fault {
  const box = area.type === "GeometryCollection" ? undefined : measureGeometryBounds(area).join(",");
  return {
    code: "GEOMETRY_TYPE_UNSUPPORTED",
    path: "intersects",
    message: `the area has ${groupedText(count)} parts, and a search takes at most ${MAX_PARTS}`,
    next:
      box === undefined ? "Give an area with fewer parts" : advice`Search its box: ${typed("--bbox", box)}`,
  };
}
