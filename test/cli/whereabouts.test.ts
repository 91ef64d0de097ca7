import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { TransportError } from "../../src/contract/send.ts";
import { findNearestPlace } from "../../src/places/describe-geometry.ts";
import { newFolder } from "../new-folder.ts";
import { openBench, type Bench } from "./bench.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});

const WHEN = "--window-open +1d --window 7d --tier standard --type spotlight";
const SWAPPED =
  "longitude and latitude look swapped: 38.71,-9.14 is 260 km S of Dar es Salaam (TZ); " +
  "swapped, -9.14,38.71 would be near Lisbon (PT)";

async function fileOf(geometry: object): Promise<string> {
  const path = join(await newFolder(), "swapped.geojson");
  await writeFile(path, JSON.stringify({ type: "Feature", properties: {}, geometry }));
  return path;
}

describe("PICK-04 the nearest known place of a target is shown", () => {
  it("when a task is created, shown and searched", async () => {
    const created = await bench.swath(`task create --point -8.8,38.3 ${WHEN} --output id`);
    expect(created.stderr).toMatch(/^Task \S+ created \(\w+\): 26 km S of Setubal \(PT\)$/m);
    const id = created.stdout.trim();
    const shown = await bench.swath(`task get ${id}`, { stdoutTTY: true, env: { NO_COLOR: "1" } });
    expect(shown.stdout).toMatch(/^Target: +Point -8.8,38.3, 26 km S of Setubal \(PT\)$/m);
    const wide = await bench.swath("task list", { stdoutTTY: true, columns: 200, env: { NO_COLOR: "1" } });
    expect(wide.stdout).toMatch(/ STATUS +OPENS +CLOSES +PLACE/);
    expect(wide.stdout).toContain("26 km S of Setubal (PT)");
    const found = await bench.swath("search tasks --columns id,place --output csv");
    expect(found.stdout).toContain(`${id},26 km S of Setubal (PT)`);
    const piped = await bench.swath("search tasks --output csv");
    expect(piped.stdout).not.toContain("Setubal");
    expect(piped.stdout).not.toContain("place");
  });

  it("when a series is created", async () => {
    const run = await bench.swath(
      "repeat create --point 14.43,40.82 --from +1d --interval 7 --count 3 --tier routine --type spotlight",
    );
    expect(run.stderr).toMatch(/^Repeat request \S+ created \(\w+\): near Vesuvius \(IT\)$/m);
  });

  it("in the question of its approval", async () => {
    const created = await bench.swath(
      `task create --point -8.89,38.52 --name harbour ${WHEN} --wait --output id`,
    );
    const asked: string[] = [];
    await bench.swath(`task approve ${created.stdout.trim()}`, {
      stdinTTY: true,
      stderrTTY: true,
      ask: async ({ message }) => {
        asked.push(message);
        return false;
      },
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^Approve "harbour": (?:\d+ km2 )?near Setubal \(PT\), spotlight standard, /);
  });

  it("when a task is explained, also at sea", async () => {
    const explained = async (point: string): Promise<string> =>
      (
        await bench.swath(`task create --point ${point} ${WHEN} --explain`, {
          stdoutTTY: true,
          env: { NO_COLOR: "1" },
        })
      ).stdout;
    expect(await explained("15,37.75")).toContain(
      "A point at 15,37.75 (longitude, latitude): near Etna (IT).",
    );
    expect(await explained("-30.5,38")).toContain("North Atlantic, 160 km off Portugal.");
  });
});

describe("PICK-04 swapped coordinates", () => {
  it.each([
    ["task create", `task create --point 38.71,-9.14 ${WHEN}`],
    [
      "repeat create",
      "repeat create --point 38.71,-9.14 --from +1d --interval 7 --count 3 --tier routine --type spotlight",
    ],
  ])("%s gets a one-line note, and is sent", async (_verb, line) => {
    const run = await bench.swath(line);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain(`Warning: ${SWAPPED}\n`);
  });

  it("--strict does not refuse coordinates that look swapped: a ship may be anywhere", async () => {
    for (const line of [`task create --point 38.71,-9.14 ${WHEN}`, "catalog search --point 38.71,-9.14"]) {
      const run = await bench.swath(`${line} --strict`);
      expect(run.exitCode, line).toBe(0);
      expect(run.stderr).toContain(SWAPPED);
    }
  });

  it("task create --file, with and without --each", async () => {
    const path = await fileOf({ type: "Point", coordinates: [38.71, -9.14] });
    for (const each of ["", "--each"]) {
      const run = await bench.swath(`task create --file ${path} ${each} ${WHEN} --dry-run`);
      expect(run.stderr, each).toContain(SWAPPED);
    }
  });

  it("a polygon is judged by its centre", async () => {
    const ring = [
      [38.6, -9.2],
      [38.8, -9.2],
      [38.8, -9.08],
      [38.6, -9.08],
      [38.6, -9.2],
    ];
    const path = await fileOf({ type: "Polygon", coordinates: [ring] });
    const line = `task create --file ${path} --window-open +1d --window 7d --tier standard --type stripmap_100`;
    const run = await bench.swath(`${line} --dry-run`);
    expect(run.stderr).toContain("38.7,-9.14 is 270 km S of Dar es Salaam (TZ)");
  });

  it.each([
    "-9.14,38.71",
    "3,56",
    "-74,40.7",
    "151.2,-33.9",
    "0,-75",
    // Ships: off Vulcano, the anchorage of Kuwait, the Mediterranean, the Atlantic.
    "14.96,38.4",
    "48.5,29",
    "20,35",
    "-25,20",
  ])("%s gets no note", async (point) => {
    const run = await bench.swath(`task create --point=${point} ${WHEN} --strict --dry-run`);
    expect(run.stderr).not.toContain("swapped");
  });

  it("a search without results sends one request at the swapped place", async () => {
    const found = await bench.swath("catalog search --limit 200 --json");
    const items = JSON.parse(found.stdout) as {
      id: string;
      geometry: { coordinates: number[][][] };
      properties: Record<string, string>;
    }[];
    // A place away from cities, so that no name is near.
    const { properties, geometry } = items.find(({ geometry: { coordinates } }) => {
      const [longitude = 0, latitude = 0] = coordinates[0]![0]!;
      return (
        Math.abs(longitude) < 85 &&
        Math.abs(longitude - latitude) > 20 &&
        findNearestPlace([longitude, latitude]).km > 150
      );
    })!;
    const ring = geometry.coordinates[0]!;
    const [west, south, east, north] = [
      Math.min(...ring.map(([x = 0]) => x)),
      Math.min(...ring.map(([, y = 0]) => y)),
      Math.max(...ring.map(([x = 0]) => x)),
      Math.max(...ring.map(([, y = 0]) => y)),
    ];
    const box = [south, west, north, east].map((side) => side.toFixed(4)).join(",");
    const line = `catalog search --bbox=${box} --collect-id ${properties["vendor:collect_id"]}`;
    const run = await bench.swath(line, { stderrTTY: true });
    expect(run.stderr).toMatch(
      /longitude and latitude look swapped: .*, where the same search finds items\n/,
    );
    // The second search looks whether the service has another prefix.
    expect(run.requests.map(({ body }) => (body as { limit?: number }).limit)).toEqual([undefined, 1, 1]);
    const elsewhere = await bench.swath(line.replace(box, "10,10,10.01,10.01"), { stderrTTY: true });
    expect(elsewhere.stderr).not.toContain("swapped");
    const piped = await bench.swath(line);
    expect([piped.requests.length, piped.stderr.includes("swapped")]).toEqual([2, false]);
  });

  it("an empty search sends at most one more request, whose failure is not its own", async () => {
    let asked = 0;
    const run = await bench.swath("catalog search --point 38.71,-9.14", {
      stderrTTY: true,
      send: async (request) => {
        if (++asked > 1) throw new TransportError("reset", "maybe", "connection reset");
        return bench.send(request);
      },
    });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain(SWAPPED);
  });

  it("catalog search reports them after an empty result", async () => {
    const run = await bench.swath("catalog search --point 38.71,-9.14");
    expect(run).toMatchObject({ exitCode: 0, stdout: "" });
    expect(run.stderr).toContain(SWAPPED);
  });
});
