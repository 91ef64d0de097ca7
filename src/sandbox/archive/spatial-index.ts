import Flatbush from "flatbush";
import type { Bounds } from "../../geo/bounds.ts";
import { EQUATOR_KM, RADIANS } from "../../orbit/ellipsoid.ts";
import type { CollectView } from "./collect-view.ts";
import type { Collect } from "./collect.ts";

/** Returns one box, or two for a box across the antimeridian (west is larger than east). */
export function flatBoxes([west, south, east, north]: Readonly<Bounds>): Readonly<Bounds>[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

/** Rows by location. A footprint across the antimeridian has two entries, one on each side. */
export class SpatialIndex {
  readonly #tree: Flatbush;
  /** Rows by entry. */
  readonly #rows: Uint32Array;

  constructor(view: CollectView) {
    const { size } = view.columns;
    const boxes = new Float64Array(size * 4);
    let halves = 0;
    for (let row = 0; row < size; row++) {
      view.row = row;
      const box = roughBox(view);
      boxes.set(box, row * 4);
      halves += box[0] > box[2] ? 2 : 1;
    }
    this.#tree = new Flatbush(Math.max(1, halves));
    this.#rows = new Uint32Array(halves);
    for (let row = 0, half = 0; row < size; row++) {
      const whole = boxes.subarray(row * 4, row * 4 + 4) as unknown as Readonly<Bounds>;
      for (const box of flatBoxes(whole)) {
        this.#tree.add(...box);
        this.#rows[half++] = row;
      }
    }
    // Flatbush refuses an empty index, so it gets a box outside the map that no query intersects.
    if (halves === 0) this.#tree.add(999, 999, 999, 999);
    this.#tree.finish();
  }

  /** Returns the rows whose footprint may intersect one of the boxes, each once, oldest first. */
  rowsIn(boxes: readonly Readonly<Bounds>[], fromRow: number, toRow: number): Uint32Array {
    const found = boxes.flatMap((box) => this.#tree.search(...box));
    const hits = Uint32Array.from(found, (at) => this.#rows[at] ?? toRow).sort();
    return hits.filter((row, at) => row >= fromRow && row < toRow && row !== hits[at - 1]);
  }
}

/** Shorter than any degree on the ellipsoid, so that a box in degrees is never too small. */
const SHORT_DEGREE_KM = EQUATOR_KM * RADIANS * 0.99;
/** Above this latitude, meridians converge too fast for a rough box. */
const ROUGH_LATITUDE = 78;

/** Approximate angle between a strip's image and the azimuth, as a share of its length. */
const TURN_SHARE = 0.006;

/** Returns the size of a rectangle around the image, which is larger than its scene, mostly at steep angles. */
function roughSize({ type, incidenceAngleDegrees }: CollectView): [widthKm: number, lengthKm: number] {
  const { widthKm, lengthKm } = type;
  const steep = 1 / Math.tan(incidenceAngleDegrees * RADIANS);
  const bent =
    ((lengthKm * lengthKm) / 4 / EQUATOR_KM + (widthKm * widthKm * (1 + steep * steep)) / 2000) * steep;
  return [widthKm + bent + lengthKm * TURN_SHARE, lengthKm * (1 + TURN_SHARE) + bent / 4];
}

/** Returns a box a few per cent larger than the footprint's own box, without computing the outline. */
export function roughBox(view: CollectView): Collect["bbox"] {
  const [longitude, latitude] = view.center;
  if (Math.abs(latitude) > ROUGH_LATITUDE) return view.bbox;
  const [widthKm, lengthKm] = roughSize(view);
  // A squinted image is rotated relative to the satellite's direction: a square contains it at any angle.
  const turn = Math.abs(view.squintAngleDegrees) < 1 ? view.azimuthDegrees * RADIANS : Math.PI / 4;
  const sin = Math.abs(Math.sin(turn));
  const cos = Math.abs(Math.cos(turn));
  const eastKm = (widthKm * sin + lengthKm * cos) / 2;
  // A straight line east on the ground bends towards the equator.
  const bendKm = (eastKm ** 2 * Math.tan(Math.abs(latitude) * RADIANS)) / EQUATOR_KM;
  const high = ((widthKm * cos + lengthKm * sin) / 2 + bendKm) / SHORT_DEGREE_KM;
  const farthest = (Math.abs(latitude) + high) * RADIANS;
  const wide = eastKm / (SHORT_DEGREE_KM * Math.cos(farthest));
  const west = longitude - wide;
  const east = longitude + wide;
  return [west < -180 ? west + 360 : west, latitude - high, east > 180 ? east - 360 : east, latitude + high];
}
