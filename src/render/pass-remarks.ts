/** Writes the notes below a list of passes: the source of the elements, and the possible error. */
import { countText, groupedText } from "../counted.ts";

type Range = readonly [least: number, most: number];

/** The source of the passes. */
export interface PassBasis {
  satellites: number;
  /** The element sets of a file; absent for the sandbox, which flies exactly its elements. */
  file?: {
    name: string;
    setsRead: number;
    /** Days from the epochs of the elements to the two times; absent without a satellite. */
    ages?: ElementAges;
  };
  offNadir: Range;
  squint: Range;
  /** Number of places that represent the area. */
  places: number;
}

export interface ElementAges {
  nearestToStart: number;
  farthestFromStart: number;
  farthestFromEnd: number;
}

/** Returns notes of one or more sentences, without the final full stop. */
export function passRemarks(basis: PassBasis): string[] {
  const { offNadir, squint, places } = basis;
  return [
    ...describeElements(basis),
    `Geometry only, not availability; off-nadir ${formatRange(offNadir)} and squint ${formatRange(squint)} degrees`,
    ...(places === 1
      ? []
      : [
          `A window is open while a part of the area can be imaged; the share is estimated from ${places} places`,
        ]),
  ];
}

const formatRange = ([least, most]: Range): string => `${least} to ${most}`;

/** Lowest and highest usual error of SGP4 along the track, per day from the epoch. */
const DRIFT_KM_A_DAY = [1, 3] as const;
const GROUND_KM_A_SECOND = 7.5;
const OLD_DAYS = 30;

function describeElements({ satellites, file }: PassBasis): string[] {
  const count = countText(satellites, "satellite");
  if (file === undefined) return [`${count} of the sandbox, which flies exactly these elements`];
  const { name, setsRead, ages } = file;
  if (ages === undefined) return [`The chosen planes and satellites exclude every satellite of ${name}`];
  const read = setsRead === satellites ? "" : ` (${groupedText(setsRead)} element sets read)`;
  const [least, most] = [ages.nearestToStart, ages.farthestFromStart].map((days) => days.toFixed(1));
  const age = least === most ? least : `${least} to ${most}`;
  const remarks = [
    `${count} of ${name}${read}. The elements are ${age} days from the start of the search. SGP4 drifts ` +
      `${DRIFT_KM_A_DAY.join(" to ")} km per day along the track: expect ${describeError(ages.farthestFromStart)} at the start and ` +
      `${describeError(ages.farthestFromEnd)} at the end`,
  ];
  if (ages.farthestFromStart > OLD_DAYS)
    remarks.push("Elements this old are good only for a rough plan: get newer ones");
  return remarks;
}

function describeError(days: number): string {
  const km = days * DRIFT_KM_A_DAY[1];
  return `up to ${km.toFixed(0)} km (${(km / GROUND_KM_A_SECOND).toFixed(1)} s)`;
}
