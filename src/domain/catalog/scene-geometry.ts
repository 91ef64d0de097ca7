/**
 * The geometry of a scene as the constraints of a request, within the tolerances of a stack: an image that meets them, by the same
 * satellite, is in one stack with the scene.
 */
import { readVendorMember } from "../../contract/vendor-prefix.ts";
import { isStripmap, LIMITS, ORBITAL_PLANES } from "../../contract/vocabulary.ts";
import { computeCentroid } from "../../geo/centroid.ts";
import type { Point } from "../../geo/geojson.ts";
import type { PassLimits } from "../../orbit/pass-windows.ts";
import { listUnknownAngles, USUAL_LIKENESS, type Collect } from "./stacks.ts";

/** Values of the options of `task create`, by their names. */
export interface SceneConstraints {
  lookDirection?: "left" | "right";
  orbitState?: "ascending" | "descending";
  orbitalPlane?: number[];
  offNadirMin?: number;
  offNadirMax?: number;
  azimuthMin?: number;
  azimuthMax?: number;
  grazingMin?: number;
  grazingMax?: number;
  squint?: "forward" | "backward";
  maxSquintAngle?: number;
  polarization?: string;
}

export interface SceneGeometry {
  /** Centre of the footprint. */
  centre: Point;
  constraints: SceneConstraints;
  /** Collection type, if the catalog has it. */
  type?: string;
  /** Squints within the tolerance. A request cannot ask for them, but passes are computed for them. */
  squint?: PassLimits["squint"];
  satellite?: string;
  /** Angles of the scene in degrees, with which passes are compared. */
  angles: { offNadir?: number | undefined; incidence?: number | undefined };
  /** Properties of the geometry that a request cannot ask for, such as `satellite vendor-06`. */
  unasked: string[];
  /** Properties of the scene that the catalog does not have: any are accepted. */
  unknown: string[];
}

export function readSceneGeometry(scene: Collect): SceneGeometry {
  const { satellite, plane, squint, polarization, footprint } = scene;
  const { properties } = scene.items[0] ?? {};
  const given = readVendorMember(properties, "collection_type");
  const type = typeof given === "string" && given !== "" ? given : undefined;
  // Not view:azimuth, which has its vertex below the satellite.
  const azimuth = readVendorMember(properties, "target_azimuth_angle");
  const hasPlane = ORBITAL_PLANES.some((known) => known === plane);
  const isSingle = /^[A-Z]+$/i.test(polarization);
  const [longitude, latitude] = computeCentroid(footprint).map(roundToMicro);
  return {
    centre: { type: "Point", coordinates: [longitude!, latitude!] },
    constraints: {
      ...readDirections(scene),
      ...(hasPlane && { orbitalPlane: [plane!] }),
      ...limitLookAngle(scene),
      ...(typeof azimuth === "number" && limitAzimuth(azimuth)),
      ...(squint !== undefined && type !== undefined && isStripmap(type) && askForSquint(squint)),
      ...(isSingle && { polarization }),
    },
    ...(type !== undefined && { type }),
    ...(squint !== undefined && {
      squint: [squint - USUAL_LIKENESS.squintDegrees, squint + USUAL_LIKENESS.squintDegrees] as const,
    }),
    ...(satellite !== undefined && { satellite }),
    angles: { offNadir: scene.lookAngle, incidence: scene.incidence },
    unasked: [
      ...(satellite === undefined ? [] : [`satellite ${satellite}`]),
      ...(plane === undefined || hasPlane ? [] : [`orbital plane ${plane}`]),
      ...(squint === undefined || typeof azimuth === "number" ? [] : [`squint ${squint}`]),
      ...(isSingle || polarization === "" ? [] : [`polarizations ${polarization}`]),
    ],
    unknown: [
      ...(plane === undefined ? ["orbital plane"] : []),
      ...listUnknownAngles(scene),
      ...(type === undefined ? ["collection type"] : []),
    ],
  };
}

/**
 * Returns the constraints of a scene on the geometry of a pass. A squint that is known is computed, and needs no
 * azimuth in its place.
 */
export function listPassConstraints({ constraints, squint }: SceneGeometry): SceneConstraints {
  const { polarization: _polarization, squint: _squint, maxSquintAngle: _most, ...others } = constraints;
  const { azimuthMin: _min, azimuthMax: _max, ...rest } = others;
  return squint === undefined ? others : rest;
}

function readDirections({ lookDirection: side, orbitState }: Collect): SceneConstraints {
  return {
    ...((side === "left" || side === "right") && { lookDirection: side }),
    ...((orbitState === "ascending" || orbitState === "descending") && { orbitState }),
  };
}

/** Returns the off-nadir angles within the tolerance; without one, the grazing angles of the incidence. */
function limitLookAngle({ lookAngle, incidence }: Collect): SceneConstraints {
  const { lookDegrees } = USUAL_LIKENESS;
  const limit = (angle: number): [number, number] => [
    roundToHundredths(Math.max(0, angle - lookDegrees)),
    roundToHundredths(Math.min(90, angle + lookDegrees)),
  ];
  if (lookAngle !== undefined) {
    const [offNadirMin, offNadirMax] = limit(lookAngle);
    return { offNadirMin, offNadirMax };
  }
  if (incidence === undefined) return {};
  const [grazingMin, grazingMax] = limit(90 - incidence);
  return { grazingMin, grazingMax };
}

/** Returns the azimuths within the tolerance of squints: on one track, both turn together. */
function limitAzimuth(azimuth: number): SceneConstraints {
  const turn = (degrees: number): number => roundToHundredths((degrees + 360) % 360);
  return {
    azimuthMin: turn(azimuth - USUAL_LIKENESS.squintDegrees),
    azimuthMax: turn(azimuth + USUAL_LIKENESS.squintDegrees),
  };
}

/** Stripmap types squint only if asked. */
function askForSquint(squint: number): SceneConstraints {
  const degrees = Math.abs(squint);
  if (degrees <= USUAL_LIKENESS.squintDegrees || degrees > LIMITS.maxSquintAngleDegrees) return {};
  return { squint: squint > 0 ? "forward" : "backward", maxSquintAngle: Math.ceil(degrees) };
}

const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;
const roundToMicro = (value: number): number => Math.round(value * 1e6) / 1e6;
