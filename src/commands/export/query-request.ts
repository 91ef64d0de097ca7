/** Flags -> what is looked for in which files. */
import { resolve } from "node:path";
import { readAreaFlags, type AreaOptions } from "../../cli/area-flags.ts";
import type { Context } from "../../cli/context.ts";
import { gatherFaults } from "../../cli/gather-faults.ts";
import type { WhereClause } from "../../domain/where.ts";
import { inputError, type Fault } from "../../errors.ts";
import type { FootprintQuery } from "../../footprints/match-footprint.ts";
import { splitAtAntimeridian } from "../../geo/antimeridian.ts";
import { checkBBox } from "../../geo/bbox.ts";
import type { BBox, Geometry, SimpleGeometry } from "../../geo/geojson.ts";
import { findGeometryFault } from "../../geo/geometry-fault.ts";
import { parseInterval } from "../../time/interval.ts";
import { searchInterval, type TimeOptions } from "../catalog/search-time.ts";
import { inAttributes } from "./attribute-names.ts";

export interface QueryOptions extends AreaOptions, TimeOptions {
  bbox?: number[];
  productType?: string[];
  where?: WhereClause[];
  collection?: string;
  limit?: number;
}

export interface QueryRequest {
  /** As named, and as found. */
  files: { name: string; path: string }[];
  query: FootprintQuery;
  productTypes: string[] | undefined;
  collection: string | undefined;
  limit: number;
}

export async function queryRequest(
  context: Context,
  options: QueryOptions,
  files: readonly string[],
): Promise<QueryRequest> {
  const faults: Fault[] = [];
  const area = await gatherFaults(faults, () => readAreaFlags(context, options), "--intersects");
  const text = searchInterval(context, options, faults);
  const interval = text === undefined ? undefined : parseInterval(text);
  const bbox = checkedBox(options.bbox, faults);
  if (bbox !== undefined && area !== undefined)
    faults.push(
      fault("CATALOG_SPATIAL_CONFLICT", "--bbox", "a box and an area both say where", "Give one of them"),
    );
  const wrong = area && findGeometryFault(area, "intersects");
  if (wrong !== undefined)
    faults.push({ ...fault(wrong.code, "--intersects", wrong.message), path: wrong.path });
  // Spec silent: export files do not name the collection that an order item needs. We ask for it instead of guessing.
  if (context.options.output === "order-items" && options.collection === undefined)
    faults.push(
      fault(
        "USAGE",
        "--collection",
        "order items need their collection, which export files do not name",
        "--collection <id>, as `swath catalog search` shows it",
      ),
    );
  if (faults.length > 0) throw inputError(faults);
  return {
    files: files.map((name) => ({ name, path: resolve(context.world.cwd, name) })),
    query: {
      bbox,
      area: area && cut(area),
      startMs: interval?.ok === true ? interval.startMs : undefined,
      endMs: interval?.ok === true ? interval.endMs : undefined,
      where: inAttributes(options.where ?? []),
    },
    productTypes: options.productType?.map((type) => type.toUpperCase()),
    collection: options.collection,
    limit: options.limit ?? Number.POSITIVE_INFINITY,
  };
}

function checkedBox(given: number[] | undefined, faults: Fault[]): BBox | undefined {
  if (given === undefined) return undefined;
  const checked = checkBBox(given);
  if (checked.ok) return checked.bbox;
  faults.push(fault("BBOX_INVALID", "--bbox", `--bbox ${given.join(",")} ${checked.reason}`));
  return undefined;
}

const fault = (code: Fault["code"], flag: string, message: string, hint?: string): Fault => ({
  code,
  path: "",
  flag,
  message,
  ...(hint !== undefined && { hint }),
});

/** A ring that steps over the antimeridian as two, one on each side. */
function cut(geometry: Geometry): SimpleGeometry {
  const isPlain = geometry.type === "Polygon" && geometry.coordinates.length === 1;
  return isPlain ? splitAtAntimeridian(geometry.coordinates[0]!) : (geometry as SimpleGeometry);
}
