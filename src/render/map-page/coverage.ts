/**
 * The share that rows cover together, of the area asked for or of the ground. Node measures each row, the page the
 * ticked ones.
 */
import { boxToPolygon } from "../../geo/bbox.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { MeasuredArea } from "../../geo/overlay.ts";
import { isRegion } from "../../geo/polygon.ts";
import { roundedPercent } from "../quantity-text.ts";

/** Measures coverage of the area, or of the ground where no area was asked for. */
export class Coverage {
  readonly isOfArea: boolean;
  private readonly frame: MeasuredArea;

  constructor(area: Geometry | undefined) {
    const frame = isRegion(area) ? new MeasuredArea(area) : undefined;
    this.isOfArea = frame !== undefined && frame.km2 > 0;
    this.frame = this.isOfArea ? frame! : new MeasuredArea(boxToPolygon([-180, -90, 180, 90]));
  }

  together(geometries: readonly (Geometry | null)[]): { percent?: number; km2?: number } {
    const ground = this.frame.covered(geometries.filter((geometry) => geometry !== null));
    return this.isOfArea
      ? { percent: roundedPercent(this.frame.coverOf(ground).share) }
      : { km2: ground.km2 };
  }
}
