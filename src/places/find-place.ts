/** Finds a place by its whole name; a beginning or a similar name is never used silently. */
import { measureDistanceKm } from "../geo/great-circle.ts";
import { MIN_CITY_POPULATION, loadCities, loadLandmarksAndAirports, type Place } from "./gazetteer.ts";
import { LOCAL_NAMES } from "./local-names.ts";

export type FoundPlace =
  | FoundByName
  /** `cities`: the largest first. */
  | { kind: "country"; name: string; cities: Place[] };

type FoundByName =
  /** `others`: smaller places of the same name. */
  | { kind: "one"; place: Place; others: Place[] }
  /** `isBeginning`: the text is the beginning of their names. */
  | { kind: "several"; places: Place[]; isBeginning: boolean }
  | { kind: "none" };

/** Returns letters and digits only, without accents: `São Paulo` and `sao-paulo` are equal. */
export const foldName = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/ø/g, "o")
    .replaceAll(/ł/g, "l")
    .replaceAll(/ß/g, "ss")
    .replaceAll(/æ/g, "ae")
    .replaceAll(/ı/g, "i")
    .replaceAll(/['’‘`]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Words for a mountain before its name, which landmarks do not have. */
const MOUNTAIN = /^(?:mt|mount|mte|monte|mont|volcan|vulkan|volcano)\b\.?\s*(?=\p{L})/iu;

/** Finds `Setubal`, `Setubal (PT)`, `Setubal, Portugal`, `Springfield, US-MO`, `LIS`, `Mt. Etna`; and tells a country from a place. */
export function findPlace(text: string): FoundPlace {
  const typed = text.trim();
  const whole = findByName(typed, () => true);
  // Portugal is not the town Portugalete, but Singapore is a city.
  const country = whole.kind === "one" ? undefined : findCountry(typed);
  if (country !== undefined && !(whole.kind === "several" && hasCityNamed(typed, country))) return country;
  if (whole.kind !== "none") return whole;
  const [, name = "", where = ""] = /^(.+?)\s*(?:,|\()\s*([^,()]+?)\)?$/.exec(typed) ?? [];
  const found = name === "" ? whole : findByName(name, isIn(where));
  const mountain = typed.replace(MOUNTAIN, "");
  if (found.kind !== "none" || mountain === typed) return found;
  const landmark = findByName(mountain, isLandmark);
  return landmark.kind === "one" ? landmark : found;
}

const hasCityNamed = (name: string, { cities }: { cities: readonly Place[] }): boolean =>
  cities.some((city) => isNamed(city, foldName(name)));

const isLandmark = ({ kind }: Place): boolean => kind === "landmark";

const OTHER_COUNTRY_NAMES: Readonly<Record<string, string>> = { uk: "GB", usa: "US" };

/** Finds a country by its English name or its code. */
function findCountry(text: string): Extract<FoundPlace, { kind: "country" }> | undefined {
  const wanted = foldName(text);
  if (wanted.length < 2) return undefined;
  const names = nameCountries();
  const isNamedSo = (code: string): boolean =>
    code === text || code === OTHER_COUNTRY_NAMES[wanted] || foldName(names.of(code) ?? "") === wanted;
  const codes = new Set(loadCities().flatMap(({ country }) => country ?? []));
  const code = [...codes].find(isNamedSo);
  if (code === undefined) return undefined;
  const cities = loadCities().filter(({ country }) => country === code);
  return {
    kind: "country",
    name: names.of(code) ?? code,
    cities: cities.toSorted((a, b) => b.population - a.population),
  };
}

const nameCountries = (): Intl.DisplayNames =>
  new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

function findByName(name: string, isMeant: (place: Place) => boolean): FoundByName {
  const wanted = foldName(name);
  if (wanted === "") return { kind: "none" };
  const airport = loadLandmarksAndAirports().find(({ code }) => code !== undefined && code === name);
  if (airport !== undefined) return { kind: "one", place: airport, others: [] };
  const candidates = findBeginningWith(wanted).filter(isMeant);
  const exact = dropEqualPlaces(candidates.filter((place) => isNamed(place, wanted)));
  if (exact.length === 0)
    return candidates.length === 0
      ? { kind: "none" }
      : { kind: "several", places: dropEqualPlaces(candidates), isBeginning: true };
  const big = exact.filter(isBig);
  // "San" is a town, but a user who types it hardly means that.
  const larger = big.length > 0 ? [] : candidates.filter((place) => isBig(place) && isLonger(place, wanted));
  if (larger.length > 0)
    return { kind: "several", places: [...exact, ...dropEqualPlaces(larger)], isBeginning: true };
  return big.length === 1
    ? chooseOneOrSeveral(
        big,
        exact.filter((place) => !isBig(place)),
      )
    : chooseOneOrSeveral(exact, []);
}

/** The places of each other name, as `Vienna|AT`. */
const PLACES_OF = new Map<string, string>(
  LOCAL_NAMES.split("\n").flatMap((line) => {
    const [name = "", country = "", others = ""] = line.split("|");
    return others.split(",").map((other): [string, string] => [foldName(other), `${name}|${country}`]);
  }),
);

const toNameKey = ({ name, country = "" }: Place): string => `${name}|${country}`;

const isNamed = (place: Place, wanted: string): boolean =>
  foldName(place.name) === wanted || PLACES_OF.get(wanted) === toNameKey(place);

/** Reports whether the name has more words: `San Diego` for `san`, and not `Santiago`. */
const isLonger = ({ name }: Place, wanted: string): boolean => foldName(name).startsWith(`${wanted} `);

function findBeginningWith(wanted: string): Place[] {
  const keys = new Set([...PLACES_OF].flatMap(([other, key]) => (other.startsWith(wanted) ? [key] : [])));
  const names = new Set([...keys].map((key) => key.split("|")[0]));
  const begins = (place: Place): boolean =>
    foldName(place.name).startsWith(wanted) || keys.has(toNameKey(place));
  const found = [...loadLandmarksAndAirports()];
  for (const city of loadCities()) {
    const { name } = city;
    const isOther = names.has(name);
    // Folding is slow: names with another first letter are skipped.
    if (!isOther && /^[a-z]/i.test(name) && name[0]!.toLowerCase() !== wanted[0]) continue;
    if (isOther || foldName(name).startsWith(wanted)) found.push(city);
  }
  return found.filter(begins);
}

const chooseOneOrSeveral = (places: Place[], others: Place[]): FoundByName =>
  places.length === 1
    ? { kind: "one", place: places[0]!, others }
    : { kind: "several", places, isBeginning: false };

const isBig = ({ kind, population = 0 }: Place): boolean =>
  kind !== "city" || population >= MIN_CITY_POPULATION;

/**
 * Sorts the largest first. If a landmark and a city have one name and place, it keeps the landmark's position (the harbour) and the city's
 * population.
 */
function dropEqualPlaces(places: readonly Place[]): Place[] {
  const kept: Place[] = [];
  for (const place of places) {
    const twin = kept.find((other) => areSamePlace(other, place));
    if (twin === undefined) kept.push({ ...place });
    else twin.population ??= place.population;
  }
  return kept.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

const SAME_KM = 60;
const sizeOf = ({ population = MIN_CITY_POPULATION }: Place): number => population;

const areSamePlace = (one: Place, other: Place): boolean =>
  one.kind !== other.kind &&
  foldName(one.name) === foldName(other.name) &&
  measureDistanceKm([one.longitude, one.latitude], [other.longitude, other.latitude]) < SAME_KM;

/** Matches a country or a state by its code, or a country by its English name. */
function isIn(where: string): (place: Place) => boolean {
  const wanted = foldName(where);
  const code = where.toUpperCase().replaceAll(/[^A-Z]+/g, "-");
  const names = nameCountries();
  return ({ country = "", state }) =>
    country === code ||
    state === code ||
    `${country}-${state}` === code ||
    (country !== "" && foldName(names.of(country) ?? "") === wanted);
}

const MAX_OFFERED = 30;

/**
 * Returns suggestions while a name is typed: exact names, then names that begin with the text, then those with it as a later word, each the
 * largest first. Before anything is typed: the largest landmarks.
 */
export function offerPlaces(typed: string): Place[] {
  const wanted = foldName(typed);
  if (wanted === "") return listLargestLandmarks().slice(0, MAX_OFFERED);
  const beginning = dropEqualPlaces(findBeginningWith(wanted));
  const isExact = (place: Place): boolean => isNamed(place, wanted);
  const found = [
    ...beginning.filter(isExact),
    ...beginning.filter((place) => !isExact(place)),
    ...findPlacesAround(typed).filter((place) => !beginning.some(({ name }) => name === place.name)),
  ];
  if (found.length > 0) return found.slice(0, MAX_OFFERED);
  const named = findPlace(typed);
  if (named.kind === "one") return [named.place];
  return named.kind === "several" ? named.places.slice(0, MAX_OFFERED) : [];
}

/**
 * Returns names that begin with the text, in its case, the largest place first. Hyphens take the place of blanks, so that a shell needs
 * no quotes.
 */
export function completePlace(text: string): string[] {
  const names = offerPlaces(text).map(({ name }) => name.replaceAll(/[^\w]+/g, "-").replaceAll(/^-|-$/g, ""));
  const begins = (name: string): boolean => name.toLowerCase().startsWith(text.toLowerCase());
  return [...new Set(names.filter(begins).map((name) => text + name.slice(text.length)))];
}

/** Returns places with a later word that begins with the text, the largest first: `Lisbon and the Tagus` for `tagus`. */
function findPlacesAround(typed: string): Place[] {
  const wanted = foldName(typed);
  if (wanted === "") return [];
  const isHolding = (name: string): boolean => foldName(name).includes(` ${wanted}`);
  const found = loadLandmarksAndAirports().filter(({ name }) => isHolding(name));
  const [word = ""] = wanted.split(" ");
  // Folding is slow: most names do not contain the letters at all.
  for (const city of loadCities())
    if (city.name.toLowerCase().includes(word, 1) && isHolding(city.name)) found.push(city);
  return dropEqualPlaces(found);
}

/** Returns the landmarks, ordered by the population of their cities. */
function listLargestLandmarks(): Place[] {
  const landmarks = loadLandmarksAndAirports().filter(({ kind }) => kind === "landmark");
  const names = new Set(landmarks.map(({ name }) => name));
  const twins = loadCities().filter(({ name }) => names.has(name));
  return dropEqualPlaces([...landmarks, ...twins]).filter(({ kind }) => kind === "landmark");
}

/** Yields landmarks and airports first, then cities. */
export function* listPlaceNames(): Generator<string> {
  for (const { name } of loadLandmarksAndAirports()) yield name;
  for (const { name } of loadCities()) yield name;
}
