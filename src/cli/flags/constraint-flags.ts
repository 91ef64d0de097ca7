/** The imaging constraints, identical for single and repeat requests. */
import type { Command, Option, OptionValues } from "@commander-js/extra-typings";
import {
  LOCAL_TIME_NAMES,
  LOOK_DIRECTIONS,
  ORBIT_DIRECTIONS,
  ORBITAL_PLANES,
  SQUINTS,
} from "../../contract/vocabulary.ts";
import { parseLocalTime, type LocalTime } from "../../domain/tasking/local-time.ts";
import type { CONSTRAINT_FIELDS } from "../../domain/tasking/constraint-fields.ts";
import { flag, repeatable, suggesting } from "./flag.ts";
import { readNumber, readNonEmpty, type Reader } from "../../domain/readers.ts";

const localTime: Reader<LocalTime> = (given) => {
  const parsed = parseLocalTime(given);
  return parsed.ok ? parsed : { ok: false, code: "LOCAL_TIME_INVALID", rule: parsed.reason };
};

const planes: Reader<number | number[]> = (given) => {
  const values = given.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  return values.every(Number.isFinite)
    ? { ok: true, value: values }
    : { ok: false, code: "ORBITAL_PLANE_INVALID", rule: `must be of ${ORBITAL_PLANES.join(", ")}` };
};

const words = <F extends string>(flags: F, description: string, values: readonly string[]) =>
  suggesting(flag(flags, `${description} (${values.join(", ")})`, readNonEmpty), values);

const flags = () =>
  ({
    lookDirection: words("--look-direction <side>", "side the radar looks to", LOOK_DIRECTIONS),
    orbitState: words("--orbit-state <direction>", "direction of the orbit", ORBIT_DIRECTIONS),
    orbitalPlane: suggesting(
      repeatable("--orbital-plane <degrees>", `orbital plane (${ORBITAL_PLANES.join(", ")})`, planes),
      ORBITAL_PLANES.map(String),
    ),
    offNadirMin: flag("--off-nadir-min <degrees>", "smallest off-nadir angle", readNumber),
    offNadirMax: flag("--off-nadir-max <degrees>", "largest off-nadir angle", readNumber),
    azimuthMin: flag(
      "--azimuth-min <degrees>",
      "azimuth from target to satellite, clockwise from North",
      readNumber,
    ),
    azimuthMax: flag(
      "--azimuth-max <degrees>",
      "the other end; below --azimuth-min it wraps through North",
      readNumber,
    ),
    localTime: suggesting(
      flag(
        "--local-time <when>",
        "local time at the target: day (06:00-18:00), night (18:00-06:00), anytime, HH:MM-HH:MM, or start,end in seconds",
        localTime,
      ),
      LOCAL_TIME_NAMES,
    ),
    squint: words("--squint <how>", "squint for stripmap types", SQUINTS),
    maxSquintAngle: flag(
      "--max-squint-angle <degrees>",
      "maximum squint, 35 for stripmap types; forward with 30 considers angles greater than 0, 15 and 30",
      readNumber,
    ),
    grazingMin: flag("--grazing-min <degrees>", "smallest grazing angle", readNumber),
    grazingMax: flag("--grazing-max <degrees>", "largest grazing angle", readNumber),
    polarization: flag("--polarization <code>", "polarization, sent as typed", readNonEmpty),
  }) satisfies Record<keyof typeof CONSTRAINT_FIELDS, Option>;

export type ConstraintOptions = {
  lookDirection?: string;
  orbitState?: string;
  orbitalPlane?: number[];
  offNadirMin?: number;
  offNadirMax?: number;
  azimuthMin?: number;
  azimuthMax?: number;
  localTime?: LocalTime;
  squint?: string;
  maxSquintAngle?: number;
  grazingMin?: number;
  grazingMax?: number;
  polarization?: string;
};

/** Adds every constraint flag; the options are `ConstraintOptions`. */
export function addConstraintFlags<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
): Command<A, O & ConstraintOptions, G> {
  const grouped = command.optionsGroup("Constraints (default: the service's):");
  for (const option of Object.values(flags())) grouped.addOption(option);
  return grouped;
}

/** The constraints on the geometry of a pass: all but the polarization. */
export type GeometryOptions = Omit<ConstraintOptions, "polarization">;

export function addGeometryFlags<A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
): Command<A, O & GeometryOptions, G> {
  const grouped = command.optionsGroup("Constraints (as of task create):");
  for (const [name, option] of Object.entries(flags()))
    if (name !== "polarization") grouped.addOption(option);
  return grouped;
}
