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
  country?: string;
  /** State, in the United States. */
  state?: string;
  /** IATA code of an airport. */
  code?: string;
  /** Population of a city, to about 6 percent. */
  population?: number;
  longitude: number;
  latitude: number;
}

/** A smaller town may be anywhere, and may share the name of another one. */
export const CITY_PEOPLE = 100_000;

/** `Setubal (PT)`, `Springfield (US-MO)`, `Dover Strait`. */
export function placeName({ name, country, state }: Place): string {
  if (country === undefined) return name;
  return `${name} (${state === undefined ? country : `${country}-${state}`})`;
}

/** Cities in columns: an object for each of 23,000 would take 20 ms in every run that needs a place. */
export interface Cities {
  size: number;
  longitudes: Float64Array;
  latitudes: Float64Array;
  /** Twentieths of a power of ten, starting at 562 people. */
  people: Uint8Array;
  /** Start and end of the name in the text. */
  starts: Int32Array;
  ends: Int32Array;
  /** Start of the country's line. */
  countries: Int32Array;
  /** Numbers of the cities per whole degree of latitude, from -90. */
  bands: readonly (readonly number[])[];
}

/** One digit for the population, six for the position. */
const TAIL = 7;
const SEMICOLON = 0x3b;
const NEWLINE = 0x0a;

let columns: Cities | undefined;

export const cities = (): Cities => (columns ??= readCities());

function readCities(): Cities {
  const most = Math.ceil(CITIES.length / (TAIL + 2));
  const bands: number[][] = Array.from({ length: 181 }, () => []);
  const read: Cities = {
    size: 0,
    longitudes: new Float64Array(most),
    latitudes: new Float64Array(most),
    people: new Uint8Array(most),
    starts: new Int32Array(most),
    ends: new Int32Array(most),
    countries: new Int32Array(most),
    bands,
  };
  let [line, start] = [0, -1];
  for (let at = 0; at <= CITIES.length; at++) {
    const char = at === CITIES.length ? NEWLINE : CITIES.charCodeAt(at);
    if (char !== SEMICOLON && char !== NEWLINE) continue;
    // The first entry of a line is the country.
    if (start >= 0) {
      const position = decodePosition(CITIES, at - 6);
      read.longitudes[read.size] = position.longitude;
      read.latitudes[read.size] = position.latitude;
      read.people[read.size] = DIGIT_VALUES[CITIES.charCodeAt(at - TAIL)]!;
      read.starts[read.size] = start;
      read.ends[read.size] = at - TAIL;
      read.countries[read.size] = line;
      bands[Math.floor(position.latitude) + 90]!.push(read.size);
      read.size += 1;
    }
    start = at + 1;
    if (char === NEWLINE) [line, start] = [at + 1, -1];
  }
  return read;
}

export const cityName = (at: number): string => CITIES.slice(cities().starts[at], cities().ends[at]);

export const peopleOf = (at: number): number => Math.round(10 ** ((cities().people[at]! + 55) / 20));

export function cityAt(at: number): Place {
  const { longitudes, latitudes, countries } = cities();
  const line = countries[at]!;
  return {
    name: cityName(at),
    kind: "city",
    ...countryOf(CITIES.slice(line, CITIES.indexOf(";", line))),
    population: peopleOf(at),
    longitude: longitudes[at]!,
    latitude: latitudes[at]!,
  };
}

let others: Place[] | undefined;

/** Landmarks, then airports. */
export const landmarksAndAirports = (): readonly Place[] => (others ??= [...landmarks(), ...airports()]);

const landmarks = (): Place[] =>
  LANDMARKS.split("\n").map((line) => {
    const [name = "", where = "", at = ""] = line.split("|");
    const [longitude = Number.NaN, latitude = Number.NaN] = at.split(",").map(Number);
    return { name, kind: "landmark", ...countryOf(where), longitude, latitude };
  });

/** Reads a name, the three letters of its IATA code, and six digits for the position. */
const airports = (): Place[] =>
  AIRPORTS.split("\n").flatMap((line) => {
    const [where = "", ...entries] = line.split(";");
    return entries.map((text): Place => {
      const [name, code] = [text.slice(0, -9), text.slice(-9, -6)];
      return { name, kind: "airport", ...countryOf(where), code, ...decodePosition(text, text.length - 6) };
    });
  });

function countryOf(where: string): Pick<Place, "country" | "state"> {
  const [country, state] = where.split("-");
  return { ...(country && { country }), ...(state !== undefined && { state }) };
}

/** Decodes six digits: longitude and latitude to a thousandth of a degree. */
function decodePosition(text: string, at: number): { longitude: number; latitude: number } {
  let number = 0;
  for (let digit = at; digit < at + 6; digit++) number = number * 90 + DIGIT_VALUES[text.charCodeAt(digit)]!;
  const latitude = number % 180_001;
  return {
    longitude: (Math.round((number - latitude) / 180_001) - 180_000) / 1000,
    latitude: (latitude - 90_000) / 1000,
  };
}
