import type { Context } from "../../cli/context.ts";
import { timeLimit } from "../../domain/readers.ts";
import { placesOf, type Origin, type Place } from "../../settings/settings.ts";
import { formatDuration } from "../../time/duration.ts";
import type { KeyRow } from "./config-keys.ts";

/** One key and one place that gives it a value. */
export interface KeyPlace {
  key: string;
  /** Null when nothing gives a value. */
  value: string | number | boolean | null;
  origin: Origin;
  /** The flag, variable or profile. */
  source: string;
}

type Reads = Pick<Context, "options" | "world" | "profile" | "profileName">;

/** Every place that gives the key a value, the one that wins first; one row without value when none does. */
export function keyPlaces({ options, world, profile, profileName }: Reads, row: KeyRow): KeyPlace[] {
  const key = row.profileKey;
  const places = placesOf(row, options, world.env, profile).map((place): KeyPlace => ({
    key,
    value: shownValue(row, place),
    origin: place.origin,
    source: place.origin === "profile" ? `profile ${profileName}` : place.source,
  }));
  return places.length > 0 ? places : [{ key, value: null, origin: "none", source: "" }];
}

/** The value as it could be typed again: `config set timeout $(swath config get timeout)` changes nothing. */
function shownValue({ read }: KeyRow, { given, origin }: Place): KeyPlace["value"] {
  if (read === timeLimit) return typeof given === "number" ? formatDuration(given) : String(given);
  const reading = typeof given === "string" && origin !== "default" ? read(given) : undefined;
  const value = reading?.ok === true ? reading.value : given;
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}
