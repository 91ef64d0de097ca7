import type { Bounds } from "../../geo/bounds.ts";
import { loadCities } from "../../places/gazetteer.ts";
import { loadCoastEdges, isLand } from "../../places/land.ts";
import { Recent } from "../recent.ts";
import type { MapFrame } from "./map-frame.ts";

/** A square of a map in metres, given by its upper left corner. */
export interface MapSquare {
  frame: MapFrame;
  originX: number;
  originY: number;
  sideMetres: number;
}

/** Land, sea and cities at the places of a square; x and y are shares of its side, y down. */
export interface LandMask {
  /** Metres from the nearest coast, negative at sea. Values beyond `REACH_METRES` are not exact. */
  inland: (x: number, y: number) => number;
  /** 1 at the centre of a city, 0 from its edge on. */
  town: (x: number, y: number) => number;
}

const CELLS = 64;
const SIDE = CELLS + 1;
/** At larger distances the mask only distinguishes land from sea. */
const REACH_METRES = 4000;
/** Longer edges are curved on the map and are split into pieces of this length. */
const PIECE_DEGREES = 0.1;

const masks = new Recent<LandMask>(48);

/**
 * Returns the land of Natural Earth and the cities of the gazetteer in a square of a map. The mask is rasterised on
 * first use and kept: it takes about 10 ms near a coast, and all products and sizes of a collect share a square.
 */
export function makeLandMask(square: MapSquare): LandMask {
  const key = [square.frame.epsg, square.originX, square.originY, square.sideMetres].join(" ");
  return masks.get(key, () => rasterise(square));
}

function rasterise(square: MapSquare): LandMask {
  const { frame, originX, originY, sideMetres } = square;
  const step = sideMetres / CELLS;
  const degreesAt = (column: number, row: number): [number, number] =>
    frame.toDegrees(originX + column * step, originY - row * step);
  const bounds = measureBounds(degreesAt);
  const town = rasteriseTowns(square, bounds);
  const pieces = loadCoastEdges(...bounds).flatMap(([from, to]) => cut(from as Degrees, to as Degrees));
  const isLandAt = (column: number, row: number): boolean => isLand(...degreesAt(column, row));
  const away = new Float32Array(SIDE * SIDE).fill(REACH_METRES);
  let isNear = false;
  for (const [from, to] of pieces) {
    const [fromX, fromY] = onGrid(frame.toMap(...from));
    const [toX, toY] = onGrid(frame.toMap(...to));
    isNear = measure(away, [fromX, fromY, toX, toY], step) || isNear;
  }
  if (!isNear) {
    const whole = isLandAt(CELLS / 2, CELLS / 2) ? REACH_METRES : -REACH_METRES;
    return { inland: () => whole, town };
  }
  for (let row = 0; row < SIDE; row += 1) {
    for (let column = 0; column < SIDE; column += 1) {
      if (!isLandAt(column, row)) away[row * SIDE + column]! *= -1;
    }
  }
  return { inland: (x, y) => interpolate(away, x * CELLS, y * CELLS), town };

  function onGrid([x, y]: readonly [number, number]): [column: number, row: number] {
    return [(x - originX) / step, (originY - y) / step];
  }
}

type Degrees = [longitude: number, latitude: number];

/** Returns the bounds of the square plus the mask's reach; above 180 across the antimeridian. */
function measureBounds(degreesAt: (column: number, row: number) => Degrees): Bounds {
  const [middle] = degreesAt(CELLS / 2, CELLS / 2);
  const rim = [0, CELLS / 2, CELLS].flatMap((row) =>
    [0, CELLS / 2, CELLS].map((column): Degrees => {
      const [longitude, latitude] = degreesAt(column, row);
      return [middle + ((((longitude - middle + 180) % 360) + 360) % 360) - 180, latitude];
    }),
  );
  const latitudes = rim.map(([, latitude]) => latitude);
  const margin = REACH_METRES / 110_000;
  const south = Math.min(...latitudes) - margin;
  const north = Math.max(...latitudes) + margin;
  const farthest = Math.max(Math.abs(south), Math.abs(north));
  // A square near a pole covers all longitudes.
  if (farthest > 84) return [-180, south, 180, north];
  const widening = margin / Math.cos((farthest * Math.PI) / 180);
  const longitudes = rim.map(([longitude]) => longitude);
  return [Math.min(...longitudes) - widening, south, Math.max(...longitudes) + widening, north];
}

function cut(from: Degrees, to: Degrees): [Degrees, Degrees][] {
  const count = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / PIECE_DEGREES);
  const at = (share: number): Degrees => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
  ];
  return Array.from({ length: count }, (_, piece) => [at(piece / count), at((piece + 1) / count)]);
}

/** Lowers the distances of the nodes near an edge. Returns whether there are any. */
function measure(
  away: Float32Array,
  [fromX, fromY, toX, toY]: readonly [number, number, number, number],
  step: number,
): boolean {
  const reach = REACH_METRES / step;
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const left = Math.max(0, Math.ceil(Math.min(fromX, toX) - reach));
  const right = Math.min(CELLS, Math.floor(Math.max(fromX, toX) + reach));
  const bottom = Math.min(CELLS, Math.floor(Math.max(fromY, toY) + reach));
  let isNear = false;
  for (let row = Math.max(0, Math.ceil(Math.min(fromY, toY) - reach)); row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const along = length === 0 ? 0 : ((column - fromX) * dx + (row - fromY) * dy) / length;
      const share = Math.max(0, Math.min(1, along));
      const metres = Math.hypot(fromX + share * dx - column, fromY + share * dy - row) * step;
      if (metres < away[row * SIDE + column]!) {
        away[row * SIDE + column] = metres;
        isNear = true;
      }
    }
  }
  return isNear;
}

/** Returns the radius of a city: 1 km for 15,000 people, 6 km for a million. */
const estimateCityMetres = (people: number): number => 1000 * (Math.min(people, MAX_PEOPLE) / 15_000) ** 0.43;
/** Larger cities are drawn at the size of this one: 10 ** 6.4 people. */
const MAX_PEOPLE = 2_511_886;

function rasteriseTowns(
  { frame, originX, originY, sideMetres }: MapSquare,
  [west, south, east, north]: Bounds,
): LandMask["town"] {
  const step = sideMetres / CELLS;
  const towns = new Float32Array(SIDE * SIDE);
  // Only very large cities extend beyond the margin of the coasts.
  const [least, most] = [Math.floor(south), Math.floor(north) + 1];
  for (const { longitude, latitude, population } of loadCities()) {
    if (latitude < least || latitude >= most) continue;
    if (![-360, 0, 360].some((shift) => longitude + shift >= west && longitude + shift <= east)) continue;
    const [mapX, mapY] = frame.toMap(longitude, latitude);
    const [x, y] = [(mapX - originX) / step, (originY - mapY) / step];
    const radius = estimateCityMetres(population) / step;
    for (let row = Math.max(0, Math.ceil(y - radius)); row <= Math.min(CELLS, y + radius); row += 1) {
      for (
        let column = Math.max(0, Math.ceil(x - radius));
        column <= Math.min(CELLS, x + radius);
        column += 1
      ) {
        const share = 1 - Math.hypot(column - x, row - y) / radius;
        towns[row * SIDE + column] = Math.max(towns[row * SIDE + column]!, share);
      }
    }
  }
  return (x, y) => interpolate(towns, x * CELLS, y * CELLS);
}

function interpolate(nodes: Float32Array, x: number, y: number): number {
  const [column, row] = [
    Math.max(0, Math.min(CELLS - 1, Math.floor(x))),
    Math.max(0, Math.min(CELLS - 1, Math.floor(y))),
  ];
  const [u, v] = [Math.max(0, Math.min(1, x - column)), Math.max(0, Math.min(1, y - row))];
  const at = row * SIDE + column;
  const upper = nodes[at]! * (1 - u) + nodes[at + 1]! * u;
  const lower = nodes[at + SIDE]! * (1 - u) + nodes[at + SIDE + 1]! * u;
  return upper * (1 - v) + lower * v;
}
