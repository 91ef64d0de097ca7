/**
 * The image projection of SICD (Volume 3, Image Projections Description Document), written from its text for the grid type of
 * our products, and independent of our code: the input is a document, the output places on the ellipsoid.
 */

type Vector = readonly [x: number, y: number, z: number];

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a: Vector, b: Vector, factor = 1): Vector => [
  a[0] + b[0] * factor,
  a[1] + b[1] * factor,
  a[2] + b[2] * factor,
];
const minus = (a: Vector, b: Vector): Vector => plus(a, b, -1);
const length = (a: Vector): number => Math.hypot(...a);
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const A = 6_378_137;
const E2 = 0.00669437999014;

/** Earth-fixed metres of a place on WGS84. */
export function onEllipsoid(longitude: number, latitude: number): Vector {
  const [lon, lat] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
  const radius = A / Math.sqrt(1 - E2 * Math.sin(lat) ** 2);
  const p = radius * Math.cos(lat);
  return [p * Math.cos(lon), p * Math.sin(lon), radius * (1 - E2) * Math.sin(lat)];
}

/** Degrees and height, by iteration of the latitude. */
export function geodetic([x, y, z]: Vector): [longitude: number, latitude: number, height: number] {
  const p = Math.hypot(x, y);
  let lat = Math.atan2(z, p * (1 - E2));
  let height = 0;
  for (let round = 0; round < 10; round += 1) {
    const radius = A / Math.sqrt(1 - E2 * Math.sin(lat) ** 2);
    // Also valid at the poles, where p is 0.
    height = p * Math.cos(lat) + z * Math.sin(lat) - A * Math.sqrt(1 - E2 * Math.sin(lat) ** 2);
    lat = Math.atan2(z, p * (1 - (E2 * radius) / (radius + height)));
  }
  return [(Math.atan2(y, x) * 180) / Math.PI, (lat * 180) / Math.PI, height];
}

const upAt = (place: Vector): Vector => {
  const [lon, lat] = geodetic(place).map((degrees) => (degrees * Math.PI) / 180) as [number, number];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
};

/** An element's content, by the names of its parents. */
function content(xml: string, ...names: readonly string[]): string {
  return names.reduce((text, name) => {
    const found = new RegExp(`<${name}(?: [^>]*)?>([^]*?)</${name}>`, "u").exec(text);
    if (found === null) throw new Error(`no ${names.join("/")}`);
    return found[1]!;
  }, xml);
}

const number = (xml: string, ...names: readonly string[]): number => Number(content(xml, ...names));
const vector = (xml: string, ...names: readonly string[]): Vector => {
  const text = content(xml, ...names);
  return [number(text, "X"), number(text, "Y"), number(text, "Z")];
};

/** Value of a polynomial of two variables. */
function valueOf(xml: string, x: number, y: number): number {
  const terms = [...xml.matchAll(/<Coef exponent1="(\d+)" exponent2="(\d+)">([^<]+)</gu)];
  return terms.reduce((sum, [, i, j, value]) => sum + Number(value) * x ** Number(i) * y ** Number(j), 0);
}

/** Value and derivative of a polynomial of time. */
function flown(xml: string, t: number): [value: number, derivative: number] {
  const terms = [...xml.matchAll(/<Coef exponent1="(\d+)">([^<]+)</gu)].map(
    ([, power, value]) => [Number(power), Number(value)] as const,
  );
  return [
    terms.reduce((sum, [power, value]) => sum + value * t ** power, 0),
    terms.reduce((sum, [power, value]) => sum + (power === 0 ? 0 : power * value * t ** (power - 1)), 0),
  ];
}

export interface SicdImage {
  rows: number;
  columns: number;
  /** Corners in the document: first row first column, then clockwise. */
  corners: [longitude: number, latitude: number][];
  /** Seconds since the start at which a pixel is seen. */
  apertureTime: (row: number, column: number) => number;
  collectSeconds: number;
  /** Earth-fixed metres of the place at height 0 that a pixel shows. */
  project: (row: number, column: number) => Vector;
}

/** Reads a SICD document. */
export function readSicd(xml: string): SicdImage {
  const scp = vector(xml, "GeoData", "SCP", "ECF");
  if (content(xml, "Grid", "Type") !== "PLANE") throw new Error("another grid type");
  const grid = content(xml, "Grid");
  const [rowUnit, columnUnit] = [vector(grid, "Row", "UVectECF"), vector(grid, "Col", "UVectECF")];
  const rowSpacing = number(content(grid, "Row"), "SS");
  const columnSpacing = number(content(grid, "Col"), "SS");
  const data = content(xml, "ImageData");
  const pixel = content(data, "SCPPixel");
  return sensorModel({
    rows: number(data, "NumRows"),
    columns: number(data, "NumCols"),
    corners: [...content(xml, "ImageCorners").matchAll(/<Lat>([^<]+)<\/Lat><Lon>([^<]+)</gu)].map(
      ([, lat, lon]) => [Number(lon), Number(lat)],
    ),
    collectSeconds: number(xml, "CollectDuration"),
    scp,
    rowUnit,
    columnUnit,
    rowSpacing,
    columnSpacing,
    scpRow: number(pixel, "Row"),
    scpColumn: number(pixel, "Col"),
    timePolynomial: content(grid, "TimeCOAPoly"),
    flight: content(xml, "ARPPoly"),
    isLeft: content(xml, "SideOfTrack") === "L",
  });
}

interface SensorModel extends Omit<SicdImage, "apertureTime" | "project"> {
  scp: Vector;
  rowUnit: Vector;
  columnUnit: Vector;
  rowSpacing: number;
  columnSpacing: number;
  scpRow: number;
  scpColumn: number;
  timePolynomial: string;
  flight: string;
  isLeft: boolean;
}

function sensorModel(model: SensorModel): SicdImage {
  const { rows, columns, corners, collectSeconds, scp } = model;
  // 2.2: image grid coordinates.
  const coordinates = (row: number, column: number): [x: number, y: number] => [
    (row - model.scpRow) * model.rowSpacing,
    (column - model.scpColumn) * model.columnSpacing,
  ];
  // 2.5: centre of aperture.
  const apertureTime = (row: number, column: number): number =>
    valueOf(model.timePolynomial, ...coordinates(row, column));
  const project = (row: number, column: number): Vector => {
    const [x, y] = coordinates(row, column);
    const time = apertureTime(row, column);
    const axes = ["X", "Y", "Z"].map((axis) => flown(content(model.flight, axis), time));
    const arp = axes.map(([value]) => value) as unknown as Vector;
    const velocity = axes.map(([, derivative]) => derivative) as unknown as Vector;
    // 4.6: range and range rate of a pixel of a planar grid.
    const pixelPlace = plus(plus(scp, model.rowUnit, x), model.columnUnit, y);
    const range = length(minus(arp, pixelPlace));
    const rate = dot(velocity, minus(arp, pixelPlace)) / range;
    return toEllipsoid(scp, arp, velocity, range, rate, model.isLeft ? 1 : -1);
  };
  return { rows, columns, corners, collectSeconds, apertureTime, project };
}

/** 9: from range and range rate to a surface of constant height, by ground planes that come closer to it. */
function toEllipsoid(
  scp: Vector,
  arp: Vector,
  velocity: Vector,
  range: number,
  rate: number,
  look: 1 | -1,
): Vector {
  let reference = scp;
  for (let round = 0; round < 12; round += 1) {
    const up = upAt(reference);
    const place = toGroundPlane(reference, up, arp, velocity, range, rate, look);
    const [, , height] = geodetic(place);
    if (Math.abs(height) < 1e-4) return place;
    reference = plus(place, upAt(place), -height);
  }
  throw new Error("no place at that height");
}

/** 5: from range and range rate to a ground plane. */
function toGroundPlane(
  reference: Vector,
  up: Vector,
  arp: Vector,
  velocity: Vector,
  range: number,
  rate: number,
  look: 1 | -1,
): Vector {
  const arpHeight = dot(minus(arp, reference), up);
  const nadir = plus(arp, up, -arpHeight);
  const groundRange = Math.sqrt(range ** 2 - arpHeight ** 2);
  const [cosGraze, sinGraze] = [groundRange / range, arpHeight / range];
  const climb = dot(velocity, up);
  const level = plus(velocity, up, -climb);
  const speed = length(level);
  const ahead: Vector = [level[0] / speed, level[1] / speed, level[2] / speed];
  const left = cross(up, ahead);
  const cosAzimuth = (-rate + climb * sinGraze) / (speed * cosGraze);
  if (!(Math.abs(cosAzimuth) <= 1)) throw new Error("no such range rate on the ground");
  const sinAzimuth = look * Math.sqrt(1 - cosAzimuth ** 2);
  return plus(plus(nadir, ahead, groundRange * cosAzimuth), left, groundRange * sinAzimuth);
}
