import { checkBBox, checkBBoxNumbers } from "../../geo/bbox.ts";
import type { Finding } from "./rule.ts";

const WGS84 = new Set(["crs84", "ogc:crs84", "http://www.opengis.net/def/crs/ogc/1.3/crs84"]);

/** A box in longitude and latitude unless `bbox-crs` names another reference system, whose ranges we do not know. */
export function* bboxFindings(bbox: unknown, crs: unknown): Generator<Finding> {
  if (!Array.isArray(bbox)) return;
  const isWgs84 = crs === undefined || (typeof crs === "string" && WGS84.has(crs.toLowerCase()));
  const result = isWgs84 ? checkBBox(bbox) : checkBBoxNumbers(bbox);
  const reason = result.ok ? isWgs84 && longitudeFault(bbox as number[]) : result.reason;
  if (!reason) return;
  yield {
    code: "BBOX_INVALID",
    path: ["bbox"],
    says: reason,
    rule: "4 or 6 numbers, lower-left then upper-right corner, in degrees unless bbox-crs says otherwise",
  };
}

/** West and east may stand in either order (the antimeridian lies between them), but they are longitudes. */
function longitudeFault(bbox: readonly number[]): string | undefined {
  const beyond = [bbox[0], bbox[bbox.length / 2]].find((longitude) => Math.abs(longitude as number) > 180);
  return beyond === undefined ? undefined : `has longitude ${beyond} outside -180..180`;
}
