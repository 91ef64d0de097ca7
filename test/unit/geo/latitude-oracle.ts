// The area that two polygons have in common, computed in another way than in src/geo: point by point along parallels,
// with a point inside if a path from it to the north pole crosses the outline an odd number of times.
import type { Position } from "../../../src/geo/geojson.ts";

type Rings = readonly (readonly Position[])[];

interface Edge {
  west: number;
  width: number;
  from: number;
  to: number;
}

interface Shape {
  edges: Edge[];
  /** Whether the north pole is inside. */
  holdsNorth: boolean;
}

const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** Edges with the shorter way round; a ring once round the globe contains the pole that is nearer to its mean latitude. */
function shapeOf(rings: Rings): Shape {
  const edges: Edge[] = [];
  let holdsNorth = false;
  for (const ring of rings) {
    let around = 0;
    let sum = 0;
    for (let at = 1; at < ring.length; at++) {
      const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [ring[at - 1]!, ring[at]!];
      let dx = x2 - x1;
      if (Math.abs(dx) < 360) dx = turned(dx + 180) - 180;
      around += dx;
      sum += y2;
      if (dx > 0) edges.push({ west: x1, width: dx, from: y1, to: y2 });
      if (dx < 0) edges.push({ west: x2, width: -dx, from: y2, to: y1 });
    }
    if (Math.abs(around) > 180 && sum >= 0) holdsNorth = !holdsNorth;
  }
  return { edges, holdsNorth };
}

function isInside({ edges, holdsNorth }: Shape, longitude: number, latitude: number): boolean {
  let inside = holdsNorth;
  for (const { west, width, from, to } of edges) {
    const along = turned(longitude - west);
    if (along < width && from + ((to - from) * along) / width > latitude) inside = !inside;
  }
  return inside;
}

/** Latitudes between which no edge begins, ends or meets another one. */
function breaks(shapes: readonly Shape[]): number[] {
  const edges = shapes.flatMap((shape) => shape.edges);
  const found = [-90, 90, ...edges.flatMap(({ from, to }) => [from, to])];
  for (const [at, one] of edges.entries()) {
    for (const other of edges.slice(at + 1)) {
      for (const shift of [-360, 0, 360]) {
        const start = other.west + shift - one.west;
        const [slope, otherSlope] = [(one.to - one.from) / one.width, (other.to - other.from) / other.width];
        const x = (other.from - otherSlope * start - one.from) / (slope - otherSlope);
        if (x > 0 && x < one.width && x > start && x < start + other.width) found.push(one.from + slope * x);
      }
    }
  }
  return [...new Set(found)].sort((a, b) => a - b);
}

function commonWidth(shapes: readonly Shape[], latitude: number): number {
  const crossings = shapes.flatMap(({ edges }) =>
    edges
      .filter(({ from, to }) => from < latitude !== to < latitude)
      .map(({ west, width, from, to }) => turned(west + ((latitude - from) / (to - from)) * width)),
  );
  const meridians = [0, ...crossings, 360].sort((a, b) => a - b);
  let width = 0;
  for (let at = 1; at < meridians.length; at++) {
    const [from, to] = [meridians[at - 1]!, meridians[at]!];
    if (shapes.every((shape) => isInside(shape, (from + to) / 2, latitude))) width += to - from;
  }
  return width;
}

const NODES = [0.0694318442029737, 0.3300094782075719, 0.6699905217924281, 0.9305681557970263];
const WEIGHTS = [0.1739274225687269, 0.3260725774312731, 0.3260725774312731, 0.1739274225687269];
const E2 = 0.0066943799901413165;
const RADIANS = Math.PI / 180;

/** Square kilometres that the polygons have in common; the area of a single one. */
export function commonKm2(...polygons: readonly Rings[]): number {
  const shapes = polygons.map(shapeOf);
  const latitudes = breaks(shapes);
  let total = 0;
  for (let at = 1; at < latitudes.length; at++) {
    const [south, north] = [latitudes[at - 1]!, latitudes[at]!];
    const steps = Math.ceil((north - south) / 10);
    for (let step = 0; step < steps; step++) {
      for (const [place, node] of NODES.entries()) {
        const latitude = south + ((north - south) * (step + node)) / steps;
        const bend = 1 - E2 * Math.sin(latitude * RADIANS) ** 2;
        const km2PerRadian = (6378.137 ** 2 * (1 - E2) * Math.cos(latitude * RADIANS)) / bend ** 2;
        const height = (((north - south) * RADIANS) / steps) * WEIGHTS[place]!;
        total += km2PerRadian * height * commonWidth(shapes, latitude) * RADIANS;
      }
    }
  }
  return total;
}
