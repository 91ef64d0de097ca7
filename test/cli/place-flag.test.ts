import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { measureDistanceKm } from "../../src/geo/great-circle.ts";
import { openBench, type Bench } from "./bench.ts";
import { tempHome } from "./world.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});

const geometryOf = async (line: string): Promise<unknown> => {
  const { stdout, exitCode } = await bench.swath(line);
  expect(exitCode).toBe(0);
  return (JSON.parse(stdout) as { body: { geometry?: unknown; intersects?: unknown } }).body;
};

const WHEN = "--window-open +1d --window 7d --tier standard";

describe("PICK-03 --place", () => {
  it("reports the chosen place, and sends its point", async () => {
    const run = await bench.swath(`task create --place Setúbal ${WHEN} --type spotlight --dry-run --json`);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain("--place Setúbal: Setubal (PT), -8.888,38.524");
    expect(run.stdout).toContain("38.524");
  });

  it("--place Tagus suggests a name with that word first", async () => {
    const run = await bench.swath("catalog search --place Tagus --dry-run");
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("Did you mean --place 'Lisbon and the Tagus'?");
    const meant = await bench.swath(["catalog", "search", "--place", "Lisbon and the Tagus", "--dry-run"]);
    expect(meant.exitCode, meant.stderr).toBe(0);
  });

  it("a file given as a place, and a place given as a file, lead to the other flag", async () => {
    const home = await tempHome();
    await writeFile(join(home, "one.kml"), "<kml/>");
    const place = await bench.swath("catalog search --place one.kml", { home });
    expect(place.stderr).toContain("--file one.kml");
    const file = await bench.swath("catalog search --file Rotterdam", { home });
    expect(file.stderr).toContain("--place Rotterdam");
    const neither = await bench.swath("catalog search --file two.kml", { home });
    expect(neither.stderr).toContain("Check the path");
    expect([place.exitCode, file.exitCode, neither.exitCode]).toEqual([2, 2, 2]);
  });

  it("is the area in catalog search", async () => {
    const run = await bench.swath("catalog search --place Lisbon --dry-run --json");
    expect(run.exitCode).toBe(0);
    expect(await geometryOf("catalog search --place Lisbon --dry-run --json")).toMatchObject({
      intersects: { type: "Point", coordinates: [-9.133, 38.717] },
    });
  });

  it("sends a disc as a polygon with --radius", async () => {
    const line = `task create --place Lisbon --radius 5km ${WHEN} --type stripmap_100 --dry-run --json`;
    const { geometry } = (await geometryOf(line)) as {
      geometry: { type: string; coordinates: number[][][] };
    };
    expect(geometry.type).toBe("Polygon");
    expect(geometry.coordinates[0]).toHaveLength(49);
    expect(
      await geometryOf("catalog search --point -9.14,38.71 --radius 800m --dry-run --json"),
    ).toMatchObject({
      intersects: { type: "Polygon" },
    });
  });

  it.each([
    ["0,90", 90],
    ["0,89.9", 90],
    ["-120,-89.9", -90],
  ])(
    "MAP-03 the disc around %s of 50 km goes over the pole, as a ring that is closed along it",
    async (point, pole) => {
      const { intersects } = (await geometryOf(
        `catalog search --point ${point} --radius 50km --dry-run --json`,
      )) as { intersects: { type: string; coordinates: number[][][] } };
      const [ring = []] = intersects.coordinates;
      expect(
        ring
          .filter(([, latitude]) => latitude === pole)
          .map(([longitude]) => longitude)
          .toSorted((a = 0, b = 0) => a - b),
      ).toEqual([-180, -60, 60, 180]);
      expect(Math.max(...ring.map(([longitude = 0]) => Math.abs(longitude)))).toBe(180);
    },
  );

  it("MAP-03 a disc around a pole finds only scenes there", async () => {
    const idsOf = async (area: string): Promise<string[]> =>
      (await bench.swath(`catalog search ${area} --all --output id --quiet`)).stdout
        .trim()
        .split("\n")
        .toSorted();
    const there = await idsOf("--point 30,89.5 --radius 2400km");
    expect(there.length).toBeGreaterThan(1);
    const north = (await bench.swath("catalog search --bbox -180,50,180,90 --all --json --quiet")).stdout;
    const items = JSON.parse(north) as { id: string; geometry: { coordinates: number[][][] } }[];
    const near = items.filter(({ geometry }) =>
      geometry.coordinates[0]!.some((corner) => measureDistanceKm([30, 89.5], corner) < 2390),
    );
    expect(there).toEqual(expect.arrayContaining(near.map(({ id }) => id)));
    const far = items.filter(({ geometry }) =>
      geometry.coordinates[0]!.every((corner) => measureDistanceKm([30, 89.5], corner) > 2500),
    );
    expect(there.filter((id) => far.some((item) => item.id === id))).toEqual([]);
  });

  it("an ambiguous name lists the places with their countries, and nothing is sent", async () => {
    const run = await bench.swath(`task create --place Valencia ${WHEN} --type spotlight --dry-run`);
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toContain("Valencia (VE), Valencia (ES), Valencia (US-CA)");
    expect(run.stderr).toContain("--place 'Valencia (VE)'");
    expect(await geometryOf("catalog search --place 'Valencia (ES)' --dry-run --json")).toMatchObject({
      intersects: { coordinates: [-0.377, 39.47] },
    });
  });

  it("San is refused with the list of cities that begin with it, and nothing is sent", async () => {
    const run = await bench.swath("catalog search --place San");
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toMatch(
      /--place "San": \d+ places have a name that begins so: San \(ML\), San Diego \(US-CA\), /,
    );
    expect(run.stderr).toContain("--place 'San (ML)'");
    expect(await geometryOf("catalog search --place 'San, Mali' --dry-run --json")).toMatchObject({
      intersects: { coordinates: [-4.896, 13.303] },
    });
  });

  it.each([
    ["Reykj", "Reykjavik (IS)"],
    ["Gothenb", "Goteborg (SE)"],
    ["New Yor", "New York City (US-NY)"],
  ])("the unfinished name %s is refused in a script, with the near names", async (name, near) => {
    const run = await bench.swath(["catalog", "search", "--place", name]);
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toMatch(/places? ha(?:s|ve) a name that begins so: /);
    expect(run.stderr).toContain(near);
  });

  it("an ambiguous name asks which place on a terminal", async () => {
    const asked: string[] = [];
    const run = await bench.swath("catalog search --place Valencia --dry-run --json", {
      stdinTTY: true,
      stderrTTY: true,
      ask: async ({ message, choices = [] }) => {
        asked.push(message);
        return choices.find(({ name }) => name === "Valencia (ES)")!.value;
      },
    });
    expect(asked).toEqual(["--place Valencia: which one?"]);
    expect(run.stdout).toContain("39.47");
  });

  it.each([
    ["Wien", "Vienna (AT)"],
    ["München", "Munich (DE)"],
    ["Firenze", "Florence (IT)"],
    ["Den Haag", "The Hague (NL)"],
    ["Napoli", "Naples (IT)"],
    ["København", "Copenhagen (DK)"],
    ["Gothenburg", "Goteborg (SE)"],
    ["Praha, CZ", "Prague (CZ)"],
    ["New York", "New York City (US-NY)"],
  ])("the local or usual name %s is known", async (name, place) => {
    const run = await bench.swath(["catalog", "search", "--dry-run", "--place", name]);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(run.stderr).toContain(`--place ${name}: ${place}, `);
  });

  it("an unknown name is refused, and the nearest spelling is suggested only", async () => {
    const run = await bench.swath(`task create --place Lisbom ${WHEN} --type spotlight`);
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toContain("code PLACE_UNKNOWN");
    expect(run.stderr).toContain('--place "Lisbom"');
    expect(run.stderr).toContain("Did you mean --place Lisbon?");
  });

  it.each([
    ["catalog search --place Lisbon --point 1,2", "both"],
    [`task create --place Lisbon --point 1,2 ${WHEN}`, "both"],
    ["catalog search --radius 5km", "--radius is given without --point or --place"],
    ["catalog search --place Lisbon --radius five", "must be a distance such as 5km"],
    ["catalog search --point '38.71N 9.14N'", "is not a latitude and longitude"],
  ])("%s is refused", async (line, reason) => {
    const run = await bench.swath(line);
    expect([2, 3]).toContain(run.exitCode);
    expect(run.requests).toEqual([]);
    expect(run.stderr).toContain(reason);
  });

  it("--point accepts latitude and longitude with their letters", async () => {
    const search = "catalog search --dry-run --json --point";
    const area = { intersects: { type: "Point", coordinates: [-9.14, 38.71] } };
    expect(await geometryOf(`${search} '38.71N 9.14W'`)).toMatchObject(area);
    expect(await geometryOf(`${search} '38 42.6N 9 8.4W'`)).toMatchObject(area);
  });
});
