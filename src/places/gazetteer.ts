/**
 * The places that swath can find by name: cities of 15,000 people and more, large airports, and landmarks. The data is half a megabyte: import
 * this module lazily.
 */
import { AIRPORTS } from "./data/airports.generated.ts";
import { CITIES } from "./data/cities.generated.ts";
import { DIGIT_VALUES } from "./data/digits.ts";
import { LANDMARKS } from "./landmarks.ts";

export interface Place {
  name: string;
  kind: "city" | "airport" | "landmark";
  /** ISO 3166 code; absent for a strait. */
  country?: string | undefined;
  /** State, in the United States. */
  state?: string | undefined;
  /** IATA code of an airport. */
  code?: string;
  /** Population of a city, to about 6 percent. */
  population?: number;
  longitude: number;
  latitude: number;
}

export type City = Place & { population: number };

/** Minimum population of a place that is a city. Towns below it often share their name with another place. */
export const MIN_CITY_POPULATION = 100_000;

/** Returns `Setubal (PT)`, `Springfield (US-MO)`, `Dover Strait`. */
export function placeName({ name, country, state }: Place): string {
  if (country === undefined) return name;
  return `${name} (${state === undefined ? country : `${country}-${state}`})`;
}

let towns: City[] | undefined;

/** Cities and towns. The first call takes some tens of milliseconds. */
export const loadCities = (): readonly City[] => (towns ??= readCities());

/** Reads a name, a digit for the population in twentieths of a power of ten, and six digits for the position. */
const readCities = (): City[] =>
  readEntries(CITIES, (text, { country, state }) => {
    const digit = DIGIT_VALUES[text.charCodeAt(text.length - 7)]!;
    const population = Math.round(10 ** ((digit + 55) / 20));
    const { longitude, latitude } = decodePosition(text);
    return { name: text.slice(0, -7), kind: "city", country, state, population, longitude, latitude };
  });

let others: Place[] | undefined;

/** Returns landmarks, then airports. */
export const loadLandmarksAndAirports = (): readonly Place[] =>
  (others ??= [...loadLandmarks(), ...loadAirports()]);

const loadLandmarks = (): Place[] =>
  LANDMARKS.split("\n").map((line) => {
    const [name = "", where = "", at = ""] = line.split("|");
    const [longitude = Number.NaN, latitude = Number.NaN] = at.split(",").map(Number);
    return { name, kind: "landmark", ...readCountry(where), longitude, latitude };
  });

/** Reads a name, the three letters of its IATA code, and six digits for the position. */
const loadAirports = (): Place[] =>
  readEntries(AIRPORTS, (text, where) => {
    const [name, code] = [text.slice(0, -9), text.slice(-9, -6)];
    return { name, kind: "airport", ...where, code, ...decodePosition(text) };
  });

/** Reads one country per line, followed by its entries. */
function readEntries<P extends Place>(
  data: string,
  read: (text: string, where: Pick<Place, "country" | "state">) => P,
): P[] {
  return data.split("\n").flatMap((line) => {
    const [where = "", ...entries] = line.split(";");
    const country = readCountry(where);
    return entries.map((text) => read(text, country));
  });
}

function readCountry(where: string): Pick<Place, "country" | "state"> {
  const [country, state] = where.split("-");
  return { ...(country && { country }), ...(state !== undefined && { state }) };
}

/** Decodes the last six digits: longitude and latitude to a thousandth of a degree. */
function decodePosition(text: string): { longitude: number; latitude: number } {
  let number = 0;
  for (let at = text.length - 6; at < text.length; at++)
    number = number * 90 + DIGIT_VALUES[text.charCodeAt(at)]!;
  const latitude = number % 180_001;
  return {
    longitude: (Math.round((number - latitude) / 180_001) - 180_000) / 1000,
    latitude: (latitude - 90_000) / 1000,
  };
}
