/**
 * Draws shapes on a map of characters: footprints, an area and coasts, with the eight dots of a braille character or
 * with plain characters. The shapes are labelled with their row numbers.
 */
import { flatPolygons } from "../geo/antimeridian.ts";
import { boundsAround, type Bounds } from "../geo/bounds.ts";
import { KM_PER_DEGREE } from "../geo/earth.ts";
import type { Geometry, Position } from "../geo/geojson.ts";
import { singleParts } from "../geo/polygon.ts";
import { wrapLongitude } from "../geo/position.ts";
import { landPolygons } from "../places/land.ts";
import { DotCanvas, sampleOf, type Pen } from "./dot-canvas.ts";
import type { Paint, Style } from "./paint.ts";
import { safeText } from "./safe-text.ts";
import { displayWidth } from "./width.ts";
import { countText, groupedText } from "../counted.ts";

export interface MapShape {
  /** Written at the centre of the shape. */
  label: string;
  geometry: Geometry;
  style?: Style;
}

export interface MapDrawing {
  shapes: readonly MapShape[];
  /** The requested area: a dashed line, or a cross for a point. */
  area?: Geometry | undefined;
  /** The subject of the map, such as the requested place. */
  title?: string | undefined;
  /** Minimum visible degrees of latitude. */
  leastDegrees?: number;
}

export interface MapScreen {
  /** Characters. */
  width: number;
  height: number;
  isAscii: boolean;
  paint: Paint;
}

/** Returns the lines of the map, a caption, and a legend; undefined when no shape has a location. */
export function terminalMap(
  { shapes, area, title, leastDegrees = LEAST_DEGREES }: MapDrawing,
  screen: MapScreen,
): string | undefined {
  const placed = shapes.map((shape) => ({ ...shape, lines: linesOf(shape.geometry) }));
  const areaLines = area === undefined ? [] : linesOf(area);
  const all = [...placed.flatMap(({ lines }) => lines), ...areaLines].flat();
  if (all.length === 0) return undefined;
  const frame = frameAround(all, screen, leastDegrees);
  const canvas = new DotCanvas(screen);
  drawCoast(canvas, frame);
  const cross = crossOf(areaLines, frame);
  if (cross === undefined) for (const line of areaLines) drawLine(canvas, frame, line, { layer: "area" });
  for (const { lines, style } of placed)
    for (const line of lines) drawLine(canvas, frame, line, { layer: "shape", style });
  if (cross !== undefined) canvas.write(cross, "+", "bold");
  let leftOut = 0;
  for (const { lines, label, style } of placed) {
    const middle = middleOf(lines.flat().map((position) => nearest(position, frame.centre)));
    if (middle !== undefined && !canvas.write(frame.toDots(middle), label, style)) leftOut += 1;
  }
  const legend = [
    ...(canvas.shows("shape") ? [`${sampleOf("shape", screen.isAscii)} ${kindOf(shapes)}`] : []),
    ...(canvas.shows("area") ? [`${sampleOf("area", screen.isAscii)} area asked for`] : []),
    ...(cross === undefined ? [] : ["+ place asked for"]),
    ...(canvas.shows("coast") ? [`${sampleOf("coast", screen.isAscii)} coast`] : []),
    ...(leftOut > 0 ? [`no room for ${countText(leftOut, "number")}`] : []),
  ];
  const key = linesOfParts(legend, screen.width)
    .map((line) => screen.paint("dim", line))
    .join("\n");
  return `${canvas.toString()}\n${screen.paint("dim", captionOf(frame, screen, title))}\n${key}\n`;
}

/** Returns the cross of a point, or of an area so small that its line would be a dot. */
function crossOf(
  lines: readonly Position[][],
  { toDots, centre }: Frame,
): [x: number, y: number] | undefined {
  const places = lines.flat().map((position) => nearest(position, centre));
  const middle = middleOf(places);
  if (middle === undefined) return undefined;
  const [x, y] = toDots(middle);
  const isSmall = places.every((place) => {
    const [dotX, dotY] = toDots(place);
    return Math.hypot(dotX - x, dotY - y) < LEAST_AREA_DOTS;
  });
  return isSmall ? [x, y] : undefined;
}

/** A ring of a smaller radius is one or two characters. */
const LEAST_AREA_DOTS = 3;

/** Joins the parts that fit on one line. */
function linesOfParts(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1)}   ${part}`;
    if (lines.length > 0 && displayWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** Returns the kind of the shapes: lines are tracks below satellites. */
const kindOf = (shapes: readonly MapShape[]): string =>
  shapes.every(({ geometry }) => geometry.type === "LineString")
    ? "ground track"
    : shapes.every(({ geometry }) => geometry.type === "Point")
      ? "place"
      : "footprint";

/** Returns the lines of a geometry; longitudes may continue past 180. A point is a line of one position. */
function linesOf(geometry: Geometry): Position[][] {
  const lines: Position[][] = [];
  const rings: (readonly Position[])[] = [];
  for (const part of singleParts(geometry)) {
    if (part.type === "Point") lines.push([part.coordinates]);
    else if (part.type === "LineString") lines.push(part.coordinates);
    else rings.push(...flatPolygons(part).flatMap((polygon) => polygon.rings));
  }
  return [...lines, ...withoutSeams(rings)];
}

/** Removes the edges that two rings share: parts split at the antimeridian are one shape. */
function withoutSeams(rings: readonly (readonly Position[])[]): Position[][] {
  const keyOf = (ends: readonly Position[]): string =>
    ends
      .map(([x = 0, y = 0]) => `${Math.abs(wrapLongitude(x)) === 180 ? 180 : wrapLongitude(x)},${y}`)
      .toSorted()
      .join(" ");
  const counts = new Map<string, number>();
  const edges = rings.map((ring) => ring.slice(1).map((to, at) => [ring[at]!, to] as const));
  for (const edge of edges.flat()) counts.set(keyOf(edge), (counts.get(keyOf(edge)) ?? 0) + 1);
  return edges.flatMap((ring) => {
    const lines: Position[][] = [];
    let line: Position[] | undefined;
    for (const edge of ring) {
      if (counts.get(keyOf(edge)) !== 1) line = undefined;
      else if (line === undefined) lines.push((line = [...edge]));
      else line.push(edge[1]);
    }
    return lines;
  });
}

interface Frame {
  /** The central longitude, around which all others are drawn. */
  centre: number;
  isPolar: boolean;
  toDots: (position: Position) => [x: number, y: number];
  /** The visible bounds; only the latitudes of a polar map are meaningful. */
  bounds: Bounds;
  /** Kilometres from the left to the right, through the centre. */
  widthKm: number;
}

const RADIANS = Math.PI / 180;

/** Margin as a share of the size; and the minimum height, in degrees of latitude. */
const MARGIN = 0.15;
const LEAST_DEGREES = 0.02;

/** Latitude from which a flat map would distort everything, because the meridians converge. */
const POLAR_FROM = 68;
/** From this latitude on, a shape over a pole is seen from above. */
const AT_POLE = 89.999;
const POLAR_TO = 30;

function frameAround(positions: readonly Position[], screen: MapScreen, leastDegrees: number): Frame {
  const latitudes = positions.map(([, latitude = 0]) => latitude);
  const [south, north] = [least(latitudes), most(latitudes)];
  const holdsPole = (north > AT_POLE && south > POLAR_TO) || (south < -AT_POLE && north < -POLAR_TO);
  if (holdsPole || south > POLAR_FROM || north < -POLAR_FROM)
    return polarFrame(positions, screen, leastDegrees);
  const centre = middleLongitude(positions);
  const longitudes = positions.map((position) => nearest(position, centre)[0]!);
  const middle = [(least(longitudes) + most(longitudes)) / 2, (south + north) / 2] as const;
  // Degrees of longitude with the length of a degree of latitude at the centre.
  const squeeze = Math.max(0.2, Math.cos(middle[1] * RADIANS));
  const spread = [(most(longitudes) - least(longitudes)) * squeeze, north - south] as const;
  const scale = scaleFor(spread, screen, leastDegrees);
  const [dotsWide, dotsHigh] = DotCanvas.dots(screen);
  const [halfX, halfY] = [dotsWide / 2 / scale / squeeze, dotsHigh / 2 / scale];
  return {
    centre: middle[0],
    isPolar: false,
    toDots: ([x = 0, y = 0]) => [
      dotsWide / 2 + (x - middle[0]) * squeeze * scale,
      dotsHigh / 2 - (y - middle[1]) * scale,
    ],
    bounds: [
      middle[0] - halfX,
      Math.max(-90, middle[1] - halfY),
      middle[0] + halfX,
      Math.min(90, middle[1] + halfY),
    ],
    widthKm: Math.min(360, 2 * halfX) * KM_PER_DEGREE * Math.cos(middle[1] * RADIANS),
  };
}

/** Returns the frame seen from above the pole: distances from the pole are true. */
function polarFrame(positions: readonly Position[], screen: MapScreen, leastDegrees: number): Frame {
  const sign = positions[0]![1]! > 0 ? 1 : -1;
  const centre = middleLongitude(positions);
  const flat = ([longitude = 0, latitude = 0]: Position): [number, number] => {
    const [away, turn] = [90 - sign * latitude, (longitude - centre) * RADIANS];
    return [away * Math.sin(turn), sign * away * Math.cos(turn)];
  };
  const places = positions.map(flat);
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const middle = [(least(xs) + most(xs)) / 2, (least(ys) + most(ys)) / 2] as const;
  const scale = scaleFor([most(xs) - least(xs), most(ys) - least(ys)], screen, leastDegrees);
  const [dotsWide, dotsHigh] = DotCanvas.dots(screen);
  const farthest = Math.hypot(middle[0], middle[1]) + Math.hypot(dotsWide, dotsHigh) / 2 / scale;
  const edge = sign * Math.max(0, 90 - farthest);
  return {
    centre,
    isPolar: true,
    toDots: (position) => {
      const [x, y] = flat(position);
      return [dotsWide / 2 + (x - middle[0]) * scale, dotsHigh / 2 + (y - middle[1]) * scale];
    },
    bounds: [-180, Math.min(edge, sign * 90), 180, Math.max(edge, sign * 90)],
    widthKm: (dotsWide / scale) * KM_PER_DEGREE,
  };
}

/** Returns dots per degree, so that everything fits with a margin. */
function scaleFor(
  [width, height]: readonly [number, number],
  screen: MapScreen,
  leastDegrees: number,
): number {
  const [dotsWide, dotsHigh] = DotCanvas.dots(screen);
  const room = 1 + 2 * MARGIN;
  return Math.min(
    dotsWide / Math.max(width * room, leastDegrees),
    dotsHigh / Math.max(height * room, leastDegrees),
  );
}

const least = (numbers: readonly number[]): number =>
  numbers.reduce((low, one) => Math.min(low, one), Infinity);
const most = (numbers: readonly number[]): number =>
  numbers.reduce((high, one) => Math.max(high, one), -Infinity);

/** Returns the mean direction of the longitudes, so that 179 and -179 are neighbours. */
function middleLongitude(positions: readonly Position[]): number {
  let [x, y] = [0, 0];
  for (const [longitude = 0] of positions) {
    x += Math.cos(longitude * RADIANS);
    y += Math.sin(longitude * RADIANS);
  }
  return Math.hypot(x, y) < 1e-9 ? 0 : Math.atan2(y, x) / RADIANS;
}

/** Returns the position with its longitude shifted by whole turns to be nearest to another one. */
const nearest = ([longitude = 0, latitude = 0]: Position, centre: number): Position => [
  longitude - Math.round((longitude - centre) / 360) * 360,
  latitude,
];

function middleOf(positions: readonly Position[]): Position | undefined {
  if (positions.length === 0) return undefined;
  const longitudes = positions.map(([longitude = 0]) => longitude);
  const latitudes = positions.map(([, latitude = 0]) => latitude);
  return [(least(longitudes) + most(longitudes)) / 2, (least(latitudes) + most(latitudes)) / 2];
}

/** Edges are straight in longitude and latitude, which are curved around a pole. */
const STEP_DEGREES = 2;

function drawLine(canvas: DotCanvas, frame: Frame, line: readonly Position[], pen: Pen): void {
  const [first] = line;
  if (first === undefined) return;
  const shift = nearest(first, frame.centre)[0]! - first[0]!;
  const at = ([x = 0, y = 0]: Position): Position => [x + shift, y];
  let before = frame.toDots(at(first));
  if (line.length === 1) canvas.line(before, before, pen);
  for (let index = 1; index < line.length; index++) {
    const [from, to] = [at(line[index - 1]!), at(line[index]!)];
    const [dx, dy] = [to[0]! - from[0]!, to[1]! - from[1]!];
    const steps = frame.isPolar ? Math.max(1, Math.ceil(Math.hypot(dx, dy) / STEP_DEGREES)) : 1;
    for (let step = 1; step <= steps; step++) {
      const here = frame.toDots([from[0]! + (dx * step) / steps, from[1]! + (dy * step) / steps]);
      canvas.line(before, here, pen);
      before = here;
    }
  }
}

function drawCoast(canvas: DotCanvas, frame: Frame): void {
  const [west, south, east, north] = frame.bounds;
  for (const [ring] of landPolygons()) {
    if (ring === undefined) continue;
    const [ringWest, ringSouth, ringEast, ringNorth] = boundsAround(ring);
    if (ringNorth < south || ringSouth > north) continue;
    const first = frame.isPolar ? 0 : Math.ceil((west - ringEast) / 360);
    const last = frame.isPolar ? 0 : Math.floor((east - ringWest) / 360);
    for (let turn = first; turn <= last; turn++) drawRing(canvas, frame, ring, turn * 360);
  }
}

function drawRing(canvas: DotCanvas, frame: Frame, ring: readonly Position[], shift: number): void {
  const pen: Pen = { layer: "coast" };
  let before = frame.toDots([ring[0]![0]! + shift, ring[0]![1]!]);
  for (let at = 1; at < ring.length; at++) {
    const [[fromX = 0, fromY = 0], [x = 0, y = 0]] = [ring[at - 1]!, ring[at]!];
    const here = frame.toDots([x + shift, y]);
    // The outline of the Antarctic is closed along the pole and the antimeridian, which are not coasts.
    const isCoast = !(y < -85 && fromY < -85) && !(Math.abs(x) === 180 && fromX === x);
    if (isCoast) canvas.line(before, here, pen);
    before = here;
  }
}

/** Returns the part that fits on one line. */
function captionOf(
  { bounds, widthKm, isPolar, centre }: Frame,
  { width }: MapScreen,
  title: string | undefined,
): string {
  const [west, south, east, north] = bounds;
  const digits = north - south > 20 ? 0 : north - south > 2 ? 1 : 2;
  const across = (longitude: number): string => {
    const wrapped = wrapLongitude(longitude);
    return `${Math.abs(wrapped).toFixed(digits)}${wrapped < 0 ? "W" : "E"}`;
  };
  const up = (latitude: number): string => `${Math.abs(latitude).toFixed(digits)}${latitude < 0 ? "S" : "N"}`;
  const size = `${kmText(widthKm)} wide`;
  const coast = "coasts: Natural Earth 1:50m";
  const seen = isPolar
    ? `around the pole, ${across(centre)} ${north > 0 ? "below" : "above"}`
    : `${across(west)} to ${across(east)}, ${up(south)} to ${up(north)}`;
  const named = title === undefined ? [] : [safeText(title)];
  const captions = [
    [...named, seen, size, coast],
    [...named, seen, size],
    [...named, size],
    [seen, size],
    [size],
  ];
  const fits = (caption: string): boolean => displayWidth(caption) <= width;
  return captions.map((parts) => parts.join("; ")).find(fits) ?? size;
}

const kmText = (km: number): string =>
  km < 10 ? `${km.toFixed(1)} km` : `${groupedText(Math.round(km))} km`;
