import { json2satrec, type SatRec } from "satellite.js";
import { formatTimestamp } from "../time/timestamp.ts";

/** Mean elements of an orbit for SGP4, angles in degrees. */
export interface Elements {
  name: string;
  /** The number in the catalog of space objects; absent for a set without one. */
  catalogNumber?: number;
  /** May have a fraction: elements have microseconds. */
  epochMs: number;
  revolutionsPerDay: number;
  eccentricity: number;
  inclination: number;
  /** Right ascension of the ascending node. */
  ascendingNode: number;
  argumentOfPerigee: number;
  meanAnomaly: number;
  /** The drag term; 0 when absent. */
  bstar?: number;
}

/** A fault in a file of element sets. */
export interface ElementsFault {
  /** The place in the file, counted from 1: `line 3`; in JSON, which may be one line, `entry 2`. */
  place: string;
  /** A clause with the value, such as `MEAN_MOTION "fast" is not a number`. */
  says: string;
}

export interface ElementsRead {
  sets: Elements[];
  faults: ElementsFault[];
}

/** A satellite whose positions can be computed. */
export interface Satellite {
  /** Position in its fleet, from 0. */
  readonly index: number;
  readonly epochMs: number;
  readonly satrec: SatRec;
}

export function makeSatellite(index: number, elements: Elements): Satellite {
  return {
    index,
    epochMs: elements.epochMs,
    satrec: json2satrec({
      OBJECT_NAME: elements.name,
      OBJECT_ID: "2025-000A",
      EPOCH: formatTimestamp(Math.round(elements.epochMs)),
      MEAN_MOTION: elements.revolutionsPerDay,
      ECCENTRICITY: elements.eccentricity,
      INCLINATION: elements.inclination,
      RA_OF_ASC_NODE: elements.ascendingNode,
      ARG_OF_PERICENTER: elements.argumentOfPerigee,
      MEAN_ANOMALY: elements.meanAnomaly,
      NORAD_CAT_ID: elements.catalogNumber ?? 0,
      ELEMENT_SET_NO: 1,
      BSTAR: elements.bstar ?? 0,
      MEAN_MOTION_DOT: 0,
      MEAN_MOTION_DDOT: 0,
    }),
  };
}
