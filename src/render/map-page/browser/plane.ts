/** The plane of the map while the page is open: where a position lies, and which position lies there. */
import { PLANE_SCALE, type FlatRing } from "../flat-shape.ts";
import type { ChosenProjection, ProjectionKind } from "../projection.ts";

const RADIANS = Math.PI / 180;

/** Azimuthal maps end this far from their pole. */
const POLAR_REACH = 100 * RADIANS;

export class Plane {
  readonly kind: ProjectionKind;
  /** Longitude. */
  readonly middle: number;

  constructor({ kind, middle }: ChosenProjection) {
    this.kind = kind;
    this.middle = middle;
  }

  /** Not a number beyond the edge of the map. */
  project([longitude = 0, latitude = 0]: readonly number[]): [x: number, y: number] {
    const degrees = longitude - this.middle;
    const turn = Math.abs(degrees) <= 180 ? degrees : degrees - 360 * Math.round(degrees / 360);
    const [x, y] = FORMULAS[this.kind].project(turn * RADIANS, latitude * RADIANS);
    return [x * PLANE_SCALE, y * PLANE_SCALE];
  }

  /** Undefined beyond the edge of the map. */
  invert(x: number, y: number): [longitude: number, latitude: number] | undefined {
    const [turn, north] = FORMULAS[this.kind].invert(x / PLANE_SCALE, y / PLANE_SCALE);
    if (!(Math.abs(turn) <= Math.PI && Math.abs(north) <= Math.PI / 2)) return undefined;
    const longitude = this.middle + turn / RADIANS;
    return [longitude - 360 * Math.round(longitude / 360), north / RADIANS];
  }

  /** A line in pieces, cut where it leaves the map on one side and comes back on the other. */
  line(positions: readonly (readonly number[])[]): FlatRing[] {
    const pieces: number[][] = [[]];
    for (const position of positions) {
      const [x, y] = this.project(position);
      const [before] = pieces.at(-1)!.slice(-2);
      if (Number.isNaN(x) || Math.abs(x - (before ?? x)) > PLANE_SCALE) pieces.push([]);
      if (!Number.isNaN(x)) pieces.at(-1)!.push(x, y);
    }
    return pieces.filter(({ length }) => length > 2).map((piece) => Float64Array.from(piece));
  }
}

type Formula = (one: number, other: number) => [number, number];

/** In radians, y downwards: from longitude and latitude to x and y, and back. */
interface Formulas {
  project: Formula;
  invert: Formula;
}

/** Distances from the pole are true. From the north pole the middle longitude points down, from the south pole up. */
const azimuthal = (sign: 1 | -1): Formulas => ({
  project: (turn, north) => {
    const away = Math.PI / 2 - sign * north;
    if (away > POLAR_REACH) return [Number.NaN, Number.NaN];
    return [away * Math.sin(turn), sign * away * Math.cos(turn)];
  },
  invert: (x, y) => {
    const away = Math.hypot(x, y);
    return [Math.atan2(x, sign * y), away > POLAR_REACH ? Number.NaN : sign * (Math.PI / 2 - away)];
  },
});

/** Equal Earth, by Šavrič, Patterson and Jenny (2018). */
const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796] as const;
const M = Math.sqrt(3) / 2;
const heightAt = (angle: number): number =>
  angle * (A1 + A2 * angle ** 2 + A3 * angle ** 6 + A4 * angle ** 8);
const slopeAt = (angle: number): number =>
  A1 + 3 * A2 * angle ** 2 + 7 * A3 * angle ** 6 + 9 * A4 * angle ** 8;

const FORMULAS: Readonly<Record<ProjectionKind, Formulas>> = {
  "north-pole": azimuthal(1),
  "south-pole": azimuthal(-1),
  mercator: {
    project: (turn, north) => [turn, -Math.log(Math.tan(Math.PI / 4 + north / 2))],
    invert: (x, y) => [x, 2 * Math.atan(Math.exp(-y)) - Math.PI / 2],
  },
  world: {
    project: (turn, north) => {
      const angle = Math.asin(M * Math.sin(north));
      return [(turn * Math.cos(angle)) / (M * slopeAt(angle)), -heightAt(angle)];
    },
    invert: (x, y) => {
      let angle = -y;
      for (let step = 0; step < 12; step++) angle -= (heightAt(angle) + y) / slopeAt(angle);
      return [(M * x * slopeAt(angle)) / Math.cos(angle), Math.asin(Math.sin(angle) / M)];
    },
  },
};
