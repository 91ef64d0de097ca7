/**
 * Schemas of geometries in bodies, with the allowed types. Positions, rings and intersections are checked in `geo/`.
 */
import * as z from "zod/mini";
import type { LineString, Point, Polygon } from "../../geo/geojson.ts";
import { checkGeometry } from "../geometry-rules.ts";
import { withExpectation, makeRule } from "./rule.ts";

const shape = () => z.looseObject({});

/** A Point, or a Polygon with one closed ring that does not intersect itself. */
export const TaskGeometry = withExpectation(
  shape().check(makeRule((value) => checkGeometry(value, { types: ["Point", "Polygon"], isTarget: true }))),
  { code: "GEOMETRY_TYPE_UNSUPPORTED", expected: "a Point or a Polygon" },
) as unknown as z.ZodMiniType<Point | Polygon>;

/** A Point only. */
export const RepeatGeometry = withExpectation(
  shape().check(
    makeRule((value) => checkGeometry(value, { types: ["Point"], typeCode: "REPEAT_GEOMETRY_NOT_POINT" })),
  ),
  { code: "REPEAT_GEOMETRY_NOT_POINT", expected: "a Point" },
) as unknown as z.ZodMiniType<Point>;

export type SearchGeometry = Point | LineString | Polygon;

// Spec silent: a Feature in `intersects`. We accept it and use its geometry.
export const IntersectsGeometry = withExpectation(
  shape().check(
    makeRule(function* (value) {
      const feature = value as { type?: unknown; geometry?: unknown } | null;
      const isFeature = feature?.type === "Feature";
      const geometry = isFeature ? feature?.geometry : value;
      const findings = checkGeometry(geometry, { types: ["Point", "LineString", "Polygon"] });
      for (const finding of findings) {
        yield isFeature ? { ...finding, path: ["geometry", ...(finding.path ?? [])] } : finding;
      }
    }),
  ),
  { code: "GEOMETRY_TYPE_UNSUPPORTED", expected: "a Point, LineString or Polygon" },
) as unknown as z.ZodMiniType<SearchGeometry>;
