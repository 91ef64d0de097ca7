import { escapeHtml } from "../../escape-html.ts";
import type { Vector } from "../../orbit/ellipsoid.ts";
import type { ImageCorners, RadarPlane } from "./radar-plane.ts";
import { OVERSAMPLING, type Scene, type Polynomial, type Trajectory } from "./view-geometry.ts";

/** An element's content: text, or children by name; `@name` is an attribute, `#` the text beside attributes. */
export type Xml = string | number | boolean | { readonly [name: string]: Xml | readonly Xml[] | undefined };

/** Returns one element as XML. A list repeats its element; undefined values are skipped. */
export function toXml(name: string, content: Xml): string {
  if (typeof content !== "object") return `<${name}>${escapeHtml(String(content))}</${name}>`;
  let attributes = "";
  let inner = "";
  for (const [key, value] of Object.entries(content)) {
    if (value === undefined) continue;
    if (typeof value === "object") {
      inner += (isList(value) ? value : [value]).map((each) => toXml(key, each)).join("");
    } else if (key.startsWith("@")) {
      attributes += ` ${key.slice(1)}="${escapeHtml(String(value))}"`;
    } else {
      inner += key === "#" ? escapeHtml(String(value)) : toXml(key, value);
    }
  }
  return `<${name}${attributes}>${inner}</${name}>`;
}

const isList = (value: Xml | readonly Xml[]): value is readonly Xml[] => Array.isArray(value);

/** Adds a prefix to the name of every element. */
export function prefixElements(prefix: string, content: Xml): Xml {
  if (typeof content !== "object") return content;
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      if (value === undefined || /^[@#]/u.test(name)) return [name, value];
      const inner = isList(value)
        ? value.map((each) => prefixElements(prefix, each))
        : prefixElements(prefix, value);
      return [`${prefix}:${name}`, inner];
    }),
  );
}

/** Parts that SICD, SIDD and CPHD documents share. */

export const LIGHT_METRES_PER_SECOND = 299_792_458;

/** Centre of the radar's band (X), hertz. */
export const CENTRE_HERTZ = 9.65e9;

/** Half-power width of a point's response (a sinc) under a uniformly weighted band, in units of 1 / bandwidth. */
export const LOBE = 0.885892941;

/** The name of the software that made a product. */
export const APPLICATION = "swath sandbox (simulated imagery)";

export const writeXyz = ({ x, y, z }: Vector): Xml => ({ X: x, Y: y, Z: z });

export const writeLatLon = ([longitude, latitude]: readonly [number, number]): {
  Lat: number;
  Lon: number;
} => ({
  Lat: latitude,
  Lon: longitude,
});

export const writePolynomial = (coefficients: Polynomial): Xml => ({
  "@order1": coefficients.length - 1,
  Coef: coefficients.map((coefficient, power) => ({ "@exponent1": power, "#": coefficient })),
});

/** Returns a polynomial of two variables with a constant value. */
export const writeConstant = (value: number): Xml => ({
  "@order1": 0,
  "@order2": 0,
  Coef: { "@exponent1": 0, "@exponent2": 0, "#": value },
});

/** Returns the time of a sample: linear along the columns, metres from the scene's centre. */
export const formatApertureTime = (seconds: number, { image }: RadarPlane): Xml =>
  image.secondsPerKm === 0
    ? writeConstant(seconds)
    : {
        "@order1": 0,
        "@order2": 1,
        Coef: [seconds, image.secondsPerKm / 1000].map((coefficient, power) => ({
          "@exponent1": 0,
          "@exponent2": power,
          "#": coefficient,
        })),
      };

export const writeTrajectory = ({ x, y, z }: Trajectory): Xml => ({
  X: writePolynomial(x),
  Y: writePolynomial(y),
  Z: writePolynomial(z),
});

const CORNER_NAMES = ["1:FRFC", "2:FRLC", "3:LRLC", "4:LRFC"];

export const writeNamedCorners = (corners: ImageCorners): Xml[] =>
  corners.map((corner, at) => ({ "@index": CORNER_NAMES[at], ...writeLatLon(corner) }));

/** Returns corners as the vertices of a closed, clockwise outline. */
export const writeVertices = (places: readonly Xml[]): Xml => ({
  "@size": places.length,
  Vertex: places.map((place, at) => ({ "@index": at + 1, ...(place as object) })),
});

/** Returns the rows and columns of the corners, clockwise from the first sample. */
export function sampleCorners({ rangeCount, azimuthCount }: RadarPlane): Xml[] {
  const [bottom, right] = [rangeCount - 1, azimuthCount - 1];
  return [
    { Row: 0, Col: 0 },
    { Row: 0, Col: right },
    { Row: bottom, Col: right },
    { Row: bottom, Col: 0 },
  ];
}

/** The modes in the terms of the formats. A sliding spotlight has a moving centre of aperture. */
const MODE_TYPES: Readonly<Record<Scene["type"]["collectMode"], string>> = {
  spotlight: "SPOTLIGHT",
  sliding_spotlight: "DYNAMIC STRIPMAP",
  stripmap: "STRIPMAP",
};

export const readMode = ({ type }: Scene): Xml => ({
  ModeType: MODE_TYPES[type.collectMode],
  ModeID: type.name,
});

/** Returns the bandwidth for a slant range resolution, hertz. */
export const computeBandwidthHertz = (resolutionMetres: number): number =>
  (LOBE * LIGHT_METRES_PER_SECOND) / (2 * resolutionMetres);

/** Returns the resolution of samples at a spacing, metres: never finer than the radar's. */
export const computeResolvedMetres = (spacing: number, finest: number): number =>
  Math.max(finest, spacing * OVERSAMPLING);

/** Returns a time with microseconds, as the formats write times. */
export const formatXmlTime = (ms: number): string => new Date(ms).toISOString().replace("Z", "000Z");
