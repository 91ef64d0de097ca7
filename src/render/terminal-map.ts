/**
 * Draws shapes on a map of characters: footprints, an area and coasts, with the eight dots of a braille character or
 * with plain characters. The shapes are labelled with the beginnings of their ids. The plane is that of the map page.
 */
import { geoIdentity, geoPath, type GeoPath } from "d3-geo";
import { countText, groupedText } from "../counted.ts";
import { measureBounds, doBoundsMeet, type Bounds } from "../geo/bounds.ts";
import type { Geometry } from "../geo/geojson.ts";
import { EARTH_RADIUS_KM, KM_PER_DEGREE } from "../geo/great-circle.ts";
import { wrapLongitude } from "../geo/position.ts";
import { loadLandPolygons } from "../places/land.ts";
import { DotCanvas, sampleOf, type Pen } from "./dot-canvas.ts";
import {
  joinBoxes,
  Plane,
  toBounds,
  chooseProjection,
  type Box,
  type FlatShape,
  type Point,
} from "./map-page/plane.ts";
import { listShapePositions, shapeOf } from "./map-page/shape.ts";
import type { Paint, Style } from "./paint.ts";
import { escapeText } from "./safe-text.ts";
import { measureWidth } from "./width.ts";

export interface MapShape {
  /** Text at the centre of the shape. */
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
  /** Width in characters. */
  width: number;
  height: number;
  isAscii: boolean;
  paint: Paint;
}

/** Returns the lines of the map, a caption, and a legend; undefined when no shape has a location. */
export function drawTerminalMap(
  { shapes, area, title, leastDegrees = MIN_DEGREES }: MapDrawing,
  screen: MapScreen,
): string | undefined {
  const placed = shapes.map((shape) => ({ ...shape, shape: shapeOf(shape.geometry) }));
  const areaShape = shapeOf(area);
  const positions = [...placed.map(({ shape }) => shape), areaShape].flatMap(listShapePositions);
  if (positions.length === 0) return undefined;
  const plane = new Plane(chooseProjection(toBounds(positions)));
  const flats = placed.map(({ label, style, shape }) => ({ label, style, flat: plane.flatten(shape) }));
  const areaFlat = plane.flatten(areaShape);
  const frame = computeFrame(
    plane,
    joinBoxes([...flats.map(({ flat }) => flat.box), areaFlat.box]),
    screen,
    leastDegrees,
  );
  const canvas = new DotCanvas(screen);
  drawCoast(canvas, frame);
  const hasArea = isOnMap(areaFlat);
  const hasCross = hasArea && isSmall(areaFlat, frame);
  if (hasArea && !hasCross) drawShape(canvas, frame, areaFlat, { layer: "area" });
  for (const { flat, style } of flats) drawShape(canvas, frame, flat, { layer: "shape", style });
  if (hasCross) canvas.write(frame.toDots(findMiddle(areaFlat.box)), "+", "bold");
  let unlabelled = 0;
  for (const { flat, label, style } of flats)
    if (isOnMap(flat) && !canvas.write(frame.toDots(findMiddle(flat.box)), label, style)) unlabelled += 1;
  const legend = [
    ...(canvas.shows("shape") ? [`${sampleOf("shape", screen.isAscii)} ${readKind(shapes)}`] : []),
    ...(canvas.shows("area") ? [`${sampleOf("area", screen.isAscii)} area asked for`] : []),
    ...(hasCross ? ["+ place asked for"] : []),
    ...(canvas.shows("coast") ? [`${sampleOf("coast", screen.isAscii)} coast`] : []),
    ...(unlabelled > 0 ? [`no room for ${countText(unlabelled, "label")}`] : []),
  ];
  const key = linesOfParts(legend, screen.width)
    .map((line) => screen.paint("dim", line))
    .join("\n");
  return `${canvas.toString()}\n${screen.paint("dim", writeCaption(frame, screen, title))}\n${key}\n`;
}

/** Joins the parts that fit on one line. */
function linesOfParts(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1)}   ${part}`;
    if (lines.length > 0 && measureWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** Returns the kind of the shapes: lines are tracks below satellites. */
function readKind(shapes: readonly MapShape[]): string {
  if (shapes.every(({ geometry }) => geometry.type === "LineString")) return "ground track";
  return shapes.every(({ geometry }) => geometry.type === "Point") ? "place" : "footprint";
}

/** The visible part of the plane. */
interface Frame {
  plane: Plane;
  toDots: (point: Point) => Point;
  /** Draws lines of the plane, cut at the edges of the screen, with the current pen. */
  path: (canvas: DotCanvas, pen: Pen) => GeoPath;
  /** Dots per unit of the plane. */
  scale: number;
  /** The visible degrees. */
  bounds: Bounds;
  /** Kilometres from the left to the right, through the centre. */
  widthKm: number;
}

/** Margin around the shapes, as a share of their size. */
const MARGIN = 0.15;
/** Minimum extent of the map, in degrees of latitude. */
const MIN_DEGREES = 0.02;

function computeFrame(plane: Plane, box: Box, screen: MapScreen, leastDegrees: number): Frame {
  const [x, y] = findMiddle(box);
  const [wide, high] = DotCanvas.dots(screen);
  const kmPerUnit = plane.kmPerUnit(x, y);
  const least = (leastDegrees * KM_PER_DEGREE) / kmPerUnit;
  const room = 1 + 2 * MARGIN;
  const scale = Math.min(
    wide / Math.max((box.right - box.left) * room, least),
    high / Math.max((box.bottom - box.top) * room, least),
  );
  const [halfX, halfY] = [wide / 2 / scale, high / 2 / scale];
  const view = { left: x - halfX, top: y - halfY, right: x + halfX, bottom: y + halfY };
  const toScreen = geoIdentity()
    .scale(scale)
    .translate([wide / 2 - x * scale, high / 2 - y * scale])
    .clipExtent([
      [0, 0],
      [wide - 1e-9, high - 1e-9],
    ]);
  return {
    plane,
    toDots: ([toX, toY]) => [wide / 2 + (toX - x) * scale, high / 2 + (toY - y) * scale],
    path: (canvas, pen) => {
      let last: Point = [0, 0];
      return geoPath(toScreen, {
        beginPath: () => {},
        moveTo: (...point) => void (last = point),
        lineTo: (...point) => {
          canvas.line(last, point, pen);
          last = point;
        },
        arc: () => {},
        closePath: () => {},
      });
    },
    scale,
    bounds: plane.degreesIn(view) ?? [-180, -90, 180, 90],
    widthKm: Math.min((wide / scale) * kmPerUnit, 2 * Math.PI * EARTH_RADIUS_KM),
  };
}

const findMiddle = ({ left, right, top, bottom }: Box): Point => [(left + right) / 2, (top + bottom) / 2];

/** Reports whether a shape is on the map. An azimuthal map lacks the other side of the globe. */
const isOnMap = ({ box }: FlatShape): boolean => box.left <= box.right;

/** Minimum size of a drawn area: a smaller one would fill one or two characters. */
const MIN_AREA_DOTS = 6;

/** Reports whether an area is so small that a cross is drawn in its place. */
const isSmall = ({ box }: FlatShape, { scale }: Frame): boolean =>
  Math.hypot(box.right - box.left, box.bottom - box.top) * scale < MIN_AREA_DOTS;

function drawShape(
  canvas: DotCanvas,
  frame: Frame,
  { areas, outline = areas.flat(), lines, points }: FlatShape,
  pen: Pen,
): void {
  // Each line has its own dashes.
  for (const line of [...outline, ...lines])
    frame.path(canvas, { ...pen })({ type: "LineString", coordinates: line });
  for (const point of points.map(frame.toDots)) canvas.line(point, point, { ...pen });
}

function drawCoast(canvas: DotCanvas, frame: Frame): void {
  const [west, south, east, north] = frame.bounds;
  for (const coordinates of loadLandPolygons()) {
    const own = measureBounds(coordinates[0]!);
    const isSeen = [-360, 0, 360].some((turn) => doBoundsMeet(own, [west + turn, south, east + turn, north]));
    if (!isSeen) continue;
    const [outside = []] = coordinates;
    const flat = frame.plane.flatten(shapeOf({ type: "Polygon", coordinates: [[...outside]] }));
    drawShape(canvas, frame, flat, { layer: "coast" });
  }
}

/** Returns the decimals of a coordinate on a map that shows so many degrees. */
function chooseDigits(shownDegrees: number): number {
  if (shownDegrees > 20) return 0;
  return shownDegrees > 2 ? 1 : 2;
}

/** Returns as much of the caption as fits on one line. */
function writeCaption(
  { bounds, widthKm, plane: { kind, middle } }: Frame,
  { width }: MapScreen,
  title: string | undefined,
): string {
  const [west, south, east, north] = bounds;
  const digits = chooseDigits(north - south);
  const across = (longitude: number): string => {
    const wrapped = wrapLongitude(longitude);
    return `${Math.abs(wrapped).toFixed(digits)}${wrapped < 0 ? "W" : "E"}`;
  };
  const up = (latitude: number): string => `${Math.abs(latitude).toFixed(digits)}${latitude < 0 ? "S" : "N"}`;
  const size = `${formatKm(widthKm)} wide`;
  const coast = "coasts: Natural Earth 1:50m";
  const isPolar = kind === "north-pole" || kind === "south-pole";
  const seen = isPolar
    ? `around the pole, ${across(middle)} ${kind === "north-pole" ? "below" : "above"}`
    : `${across(west)} to ${across(east)}, ${up(south)} to ${up(north)}`;
  const named = title === undefined ? [] : [escapeText(title)];
  const captions = [
    [...named, seen, size, coast],
    [...named, seen, size],
    [...named, size],
    [seen, size],
    [size],
  ];
  const fits = (caption: string): boolean => measureWidth(caption) <= width;
  return captions.map((parts) => parts.join("; ")).find(fits) ?? size;
}

const formatKm = (km: number): string =>
  km < 10 ? `${km.toFixed(1)} km` : `${groupedText(Math.round(km))} km`;
