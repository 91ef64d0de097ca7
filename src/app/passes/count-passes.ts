/** Counts the pass windows that a request's constraints leave over its centre, which is the target of the request. */
import type { AppContext } from "../context.ts";
import type { PassCount } from "../../domain/tasking/explain-request.ts";
import { readPassConstraints } from "../../domain/tasking/pass-limits.ts";
import { computeCentroid } from "../../geo/centroid.ts";
import type { SimpleGeometry } from "../../geo/geojson.ts";
import { passRemarks } from "../../render/pass-remarks.ts";
import { type ElementsSource, predictPasses } from "./predict-passes.ts";

export async function countPasses(
  context: AppContext,
  body: unknown,
  elements: ElementsSource,
  timeZone?: string,
): Promise<PassCount> {
  const { geometry, properties } = body as { geometry: SimpleGeometry; properties: Record<string, unknown> };
  const [fromMs, toMs] = [properties["windowOpen"], properties["windowClose"]].map((time) =>
    Date.parse(String(time)),
  ) as [number, number];
  const { passes, basis } = await predictPasses(context, {
    geometry: { type: "Point", coordinates: computeCentroid(geometry) },
    fromMs,
    toMs,
    constraints: readPassConstraints(properties["collectConstraints"]),
    elements,
    timeZone,
  });
  const [first, last] = [passes[0], passes.at(-1)];
  return {
    windows: passes.length,
    satellites: new Set(passes.map(({ satellite }) => satellite)).size,
    ofSatellites: basis.satellites,
    ...(first !== undefined && { first: first.start }),
    ...(last !== undefined && { last: last.start }),
    remarks: passRemarks(basis).map((remark) => `${remark}.`),
  };
}
