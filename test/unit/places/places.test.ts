import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { measureDistanceKm } from "../../../src/geo/great-circle.ts";
import { COASTS } from "../../../src/places/data/coasts.generated.ts";
import { describePosition, findNearestPlace, findSwap } from "../../../src/places/describe-geometry.ts";
import { findPlace, offerPlaces } from "../../../src/places/find-place.ts";
import { loadCities, loadLandmarksAndAirports, placeName } from "../../../src/places/gazetteer.ts";
import { isLand, loadLandPolygons, findNearestCoast } from "../../../src/places/land.ts";
import { LOCAL_NAMES } from "../../../src/places/local-names.ts";
import { findSea } from "../../../src/places/seas.ts";

const whereIs = (longitude: number, latitude: number): string => describePosition([longitude, latitude]).text;

describe("the data of places", () => {
  it("has every city of 100,000 people, large airports and landmarks, each on the globe", () => {
    const all = loadCities();
    expect(all.filter(({ population }) => population >= 100_000).length).toBeGreaterThan(4_000);
    expect(loadLandmarksAndAirports().filter(({ kind }) => kind === "airport").length).toBeGreaterThan(400);
    const wrong = [...all, ...loadLandmarksAndAirports()].filter(
      ({ name, country = "AA", longitude, latitude }) =>
        !/^[ -~]+$/.test(name) ||
        !/^[A-Z]{2}$/.test(country) ||
        !(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90),
    );
    expect(wrong).toEqual([]);
  });
});

describe("positions in words", () => {
  it.each([
    [-9.14, 38.71, "near Lisbon (PT)"],
    [-8.89, 38.52, "near Setubal (PT)"],
    [-8.8, 38.3, "26 km S of Setubal (PT)"],
    [15, 37.75, "near Etna (IT)"],
    [-93.3, 37.2, "near Springfield (US-MO)"],
    [56.4, 26.55, "near Strait of Hormuz"],
    [-10.5, 38.5, "North Atlantic, 93 km off Portugal"],
    [51.5, -0.12, "Indian Ocean, 630 km off Somalia"],
    [179.99, -40, "South Pacific, 200 km off New Zealand"],
    [25, 0, "61 km S of Kisangani (CD)"],
    [0, -75, "Antarctica"],
  ])("PICK-04 %d,%d is %s", (longitude, latitude, text) => {
    expect(whereIs(longitude, latitude)).toBe(text);
  });

  it.each([
    [0, 90, "Arctic Ocean, 710 km off Greenland"],
    [-35, 85, "Arctic Ocean, 160 km off Greenland"],
    [-100, 79, "Arctic Ocean, 22 km off Canada"],
    [50, 81.5, "Arctic Ocean, 38 km off Russia"],
    [72, -7, "Indian Ocean, 48 km off British Indian Ocean Territory"],
    [-14.4, -7.5, "South Atlantic, 42 km off St. Helena"],
    // The data has no Bouvet Island.
    [3.4, -54.2, "South Atlantic, 1,800 km off Antarctica"],
    [0, -59.5, "South Atlantic, 1,200 km off Antarctica"],
    [-52, 5.6, "North Atlantic, 80 km off French Guiana"],
    [55.6, -20.2, "Indian Ocean, 75 km off Réunion"],
    [33.5, 44, "Black Sea, 49 km off Ukraine"],
  ])(
    "PICK-04 the country off which %d,%d lies is that of the coast, not of the nearest city: %s",
    (longitude, latitude, text) => {
      expect(whereIs(longitude, latitude)).toBe(text);
    },
  );

  it.each([
    [55, 81, "Russia, 830 km NE of Longyearbyen (SJ)"],
    [-68, 81.8, "Canada, 1,500 km N of Jakobshavn (GL)"],
    [10, 23, "220 km S of Ghat (LY)"],
    [27.5, 70.4, "Norway, 270 km NW of Murmansk (RU)"],
    // The coast is that of Eritrea and near, but behind a border.
    [40.6, 14.2, "67 km N of Erta Ale (ET)"],
    [-179.5, 68.5, "Russia, 1,600 km NW of Anchorage (US-AK)"],
  ])(
    "PICK-04 the land at %d,%d has its country if the nearest place is across the sea: %s",
    (longitude, latitude, text) => {
      expect(whereIs(longitude, latitude)).toBe(text);
    },
  );

  it("PICK-04 every ring of land has the country of each of its edges", () => {
    const rings = loadLandPolygons().flat();
    const coasts = COASTS.split(/[\n;]/);
    expect(coasts).toHaveLength(rings.length);
    for (const [at, runs] of coasts.entries()) {
      const counts = [...runs.matchAll(/([A-Z]{2})(\d*)/g)].map(([, , count]) => count);
      expect(runs).toMatch(/^(?:[A-Z]{2}|(?:[A-Z]{2}\d+)+)$/);
      if (counts[0] !== "")
        expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(rings[at]!.length - 1);
    }
  });

  it("every position has a text, and the nearest place is no farther than any other of its size", () => {
    const longitude = fc.double({ min: -180, max: 180, noNaN: true });
    const latitude = fc.double({ min: -90, max: 90, noNaN: true });
    fc.assert(
      fc.property(longitude, latitude, (x, y) => {
        expect(whereIs(x, y)).toMatch(
          /^(?:near .+|(?:.+, )?[\d,]+ km [NESW]{1,2} of .+|.+, [\d,]+ km off .+|Antarctica)$/,
        );
        const { place, km } = findNearestPlace([x, y]);
        for (let at = 0; at < loadCities().length; at += 97) {
          const other = loadCities()[at]!;
          if (place.kind === "city" && other.population >= place.population!)
            expect(measureDistanceKm([other.longitude, other.latitude], [x, y])).toBeGreaterThanOrEqual(
              km - 1e-6,
            );
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("land and sea", () => {
  it.each([
    ["the hills above Lisbon", -9.3, 38.85, true],
    ["the Sahara", 10, 23, true],
    ["Iceland", -19, 65, true],
    ["the South Pole", 0, -90, true],
    ["Chukotka beyond 180 degrees", -175, 66.5, true],
    ["the North Sea", 3, 56, false],
    ["the Gulf of Guinea", 0, 0, false],
    ["the Caspian Sea", 50.5, 42, false],
    ["the Pacific at the antimeridian", 180, 0, false],
    ["the North Pole", 0, 90, false],
  ])("%s", (_name, longitude, latitude, expected) => {
    expect(isLand(longitude, latitude)).toBe(expected);
  });

  it("covers 28.5 to 30 percent of the globe, and the coast is between a land and a sea point", () => {
    let [land, all] = [0, 0];
    for (let y = -89.5; y < 90; y += 1)
      for (let x = -179.5; x < 180; x += 1) {
        const weight = Math.cos((y * Math.PI) / 180);
        all += weight;
        if (isLand(x, y)) land += weight;
      }
    expect(land / all).toBeGreaterThan(0.285);
    expect(land / all).toBeLessThan(0.3);
    const { km, longitude, latitude } = findNearestCoast(-9.14 - 3, 38.71);
    expect(km).toBeCloseTo(measureDistanceKm([-12.14, 38.71], [longitude, latitude]), 6);
    expect(findNearestCoast(179.9, -16.9).km).toBeLessThan(15);
  });

  it("every ring is closed, and is on the globe", () => {
    const wrong = loadLandPolygons()
      .flat()
      .filter(
        (ring) =>
          ring.length < 4 ||
          String(ring[0]) !== String(ring.at(-1)) ||
          !ring.every(([x = NaN, y = NaN]) => x >= -180 && x <= 190.5 && Math.abs(y) <= 90),
      );
    expect(wrong).toEqual([]);
  });

  it.each([
    [18, 35, "Mediterranean Sea"],
    [35, 43, "Black Sea"],
    [3, 56, "North Sea"],
    [51.5, 26.8, "Persian Gulf"],
    [65, 15, "Arabian Sea"],
    [115, 15, "South China Sea"],
    [-75, 15, "Caribbean Sea"],
    [-90, 25, "Gulf of Mexico"],
    [-40, 40, "North Atlantic"],
    [-20, -30, "South Atlantic"],
    [75, -20, "Indian Ocean"],
    [-100, 10, "North Pacific"],
    [-150, 30, "North Pacific"],
    [170, 20, "North Pacific"],
    [-120, -30, "South Pacific"],
    [0, 85, "Arctic Ocean"],
    [100, -65, "Southern Ocean"],
  ])("%d,%d is the %s", (longitude, latitude, name) => {
    expect(findSea(longitude, latitude)).toBe(name);
  });
});

describe("a place by its name", () => {
  const found = (name: string): string | string[] => {
    const result = findPlace(name);
    if (result.kind === "none") return "none";
    if (result.kind === "country") return `country ${result.name}`;
    return result.kind === "one" ? placeName(result.place) : result.places.map(placeName);
  };

  it.each([
    ["Setubal", "Setubal (PT)"],
    ["Setúbal", "Setubal (PT)"],
    ["SAO PAULO", "Sao Paulo (BR)"],
    ["Lisbon, Portugal", "Lisbon (PT)"],
    ["Valencia (ES)", "Valencia (ES)"],
    ["Springfield, US-MO", "Springfield (US-MO)"],
    ["Springfield, mo", "Springfield (US-MO)"],
    ["Wien", "Vienna (AT)"],
    ["Reykjavik", "Reykjavik (IS)"],
    ["Strait of Hormuz", "Strait of Hormuz"],
    ["KEF", "Keflavik International Airport (IS)"],
    ["Mt Etna", "Etna (IT)"],
    ["mount etna", "Etna (IT)"],
    ["Mte. Etna", "Etna (IT)"],
    ["Mount Lisbon", "none"],
    ["Portugal", "country Portugal"],
    ["Mexico", "country Mexico"],
    ["PT", "country Portugal"],
    ["usa", "country United States"],
    ["Singapore", "Singapore (SG)"],
    ["Lisbom", "none"],
    ["", "none"],
    ["  ", "none"],
  ])("PICK-03 %j is %s", (name, expected) => {
    expect(found(name)).toBe(expected);
  });

  it("PICK-03 a city with the name of its country is a city", () => {
    expect(found("Luxembourg")).toContain("Luxembourg (LU)");
  });

  it("PICK-03 ambiguous names are listed with country, the largest first", () => {
    expect(found("London")).toEqual(["London (GB)", "London (CA)"]);
    expect(found("Valencia")).toEqual(["Valencia (VE)", "Valencia (ES)", "Valencia (US-CA)"]);
    expect(found("San Fran")).toContain("San Francisco (US-CA)");
    expect(found("Ho")).toEqual(["Ho (GH)", "Ho Chi Minh City (VN)"]);
    expect(found("Bath")).toBe("Bath (GB)");
  });

  it("each local name leads to the one city that it is of", () => {
    for (const line of LOCAL_NAMES.split("\n")) {
      const [name = "", country = "", others = ""] = line.split("|");
      for (const other of others.split(","))
        expect(findPlace(`${other}, ${country}`), other).toMatchObject({
          kind: "one",
          place: { name, country },
        });
    }
  });

  it("PICK-03 of several places, the only city is chosen, and smaller towns of its name are listed beside it", () => {
    const paris = findPlace("Paris");
    expect(paris).toMatchObject({
      kind: "one",
      place: { country: "FR" },
      others: [{ country: "US", state: "TX" }],
    });
  });

  it("places are offered by prefix and part, the largest first", () => {
    expect(offerPlaces("ves")[0]?.name).toBe("Vesuvius");
    expect(offerPlaces("lisb")[0]?.name).toBe("Lisbon");
    expect(offerPlaces("bosporus")[0]?.name).toBe("Istanbul and the Bosporus");
    const san = offerPlaces("san");
    expect(san.slice(0, 3).map(placeName)).toEqual(["San (ML)", "Santiago (CL)", "Santo Domingo (DO)"]);
    expect(san).toHaveLength(30);
    expect(offerPlaces("San (ML)").map(placeName)).toEqual(["San (ML)"]);
    expect(offerPlaces("").map(placeName)).toContain("Delhi (IN)");
    expect(offerPlaces("Reykjavk")).toEqual([]);
  });

  it.each([
    ["Porto", ["Porto (PT)", "Porto Alegre (BR)"]],
    ["são", ["Sao Paulo (BR)"]],
    ["Malmö", ["Malmo (SE)"]],
    ["santos", ["Santos (BR)"]],
  ])("PICK-03 typing %s offers the exact name first", (typed, first) => {
    expect(offerPlaces(typed).slice(0, first.length).map(placeName)).toEqual(first);
  });

  it("PICK-03 the list before typing has the largest places first", () => {
    const people = offerPlaces("").map(({ population = 0 }) => population);
    expect(people).toHaveLength(30);
    expect(people).toEqual(people.toSorted((a, b) => b - a));
    expect(people[0]).toBeGreaterThan(12_000_000);
    expect(new Set(people).size).toBeGreaterThan(5);
  });

  it("PICK-03 the position of a port is its harbour", () => {
    expect(findPlace("Antwerp")).toMatchObject({ place: { longitude: 4.35, latitude: 51.28 } });
  });

  it("PICK-03 a city's name is within 10 km of the city, as Rotterdam is", () => {
    expect(findPlace("Rotterdam")).toMatchObject({ place: { longitude: 4.479, latitude: 51.923 } });
    expect(findPlace("Port of Rotterdam")).toMatchObject({ place: { longitude: 4.1, latitude: 51.95 } });
    const byName = new Map(
      loadLandmarksAndAirports()
        .filter(({ kind }) => kind === "landmark")
        .map((place) => [place.name, place]),
    );
    const away = loadCities().filter((city) => {
      const landmark = byName.get(city.name);
      if (landmark === undefined) return false;
      const km = measureDistanceKm([landmark.longitude, landmark.latitude], [city.longitude, city.latitude]);
      return km > 10 && km < 60;
    });
    expect(away).toEqual([]);
  });
});

describe("swapped coordinates", () => {
  it.each([
    ["Lisbon", [38.71, -9.14], true],
    ["London", [51.51, -0.12], true],
    ["New York, which leads to the Antarctic", [40.7, -74], true],
    ["Etna, which leads to sea", [37.75, 15], false],
    ["a ship in the Atlantic, whose swap is a field in Namibia", [-25, 20], false],
    ["a ship in the Mediterranean", [20, 35], false],
    ["off Somalia, which leads into the Dover Strait and so to no land", [51.02, 1.45], false],
    ["the Norwegian Sea, which is at sea when swapped too", [67, -1], false],
  ] as const)("PICK-04 %s", (_name, position, isSwapped) => {
    const swap = findSwap([...position]);
    if (isSwapped) expect(swap).toContain(`swapped, ${position[1]},${position[0]} would be near `);
    else expect(swap).toBeUndefined();
  });

  it("fewer than one in 200 ships in busy seas looks swapped", () => {
    const seas = [
      [0, 36, 31, 44],
      [47, 60, 22, 30],
      [100, 122, 0, 24],
      [-98, -60, 9, 30],
    ] as const;
    let [ships, swapped] = [0, 0];
    for (const [west, east, south, north] of seas)
      for (let x = west + 0.1; x < east; x += 1.4)
        for (let y = south + 0.1; y < north; y += 1.4) {
          if (isLand(x, y)) continue;
          ships += 1;
          if (findSwap([x, y]) !== undefined) swapped += 1;
        }
    expect(swapped / ships).toBeLessThan(0.005);
  });
});
