/** The map page of every command whose rows have places. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Point } from "../../src/geo/geojson.ts";
import { shareText } from "../../src/render/quantity-text.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench();
const home = await tempHome();
afterAll(() => rm(home, { recursive: true }));

interface Page {
  title: string;
  columns: { key: string; at: number }[];
  rows: {
    label: string;
    cells: unknown[];
    geometry: { type: string } | null;
    price?: { text?: string };
    items?: object[];
  }[];
  area?: { type: string };
  targets: { geometry: Point }[];
}

async function pageOf(line: string): Promise<Page> {
  const run = await swath(`${line} --output html`, { home });
  expect(run.exitCode, run.stderr).toBe(0);
  return pageIn(run.stdout);
}

const pageIn = (html: string): Page => JSON.parse(/id="data">(.*?)<\/script>/s.exec(html)![1]!) as Page;

const id = (
  await swath(
    "task create --point -8.89,38.52 --window-open +1d --window 7d --tier standard --type spotlight --name harbour --wait --output id",
    { home },
  )
).stdout.trim();

describe("MAP-01 a map page of", () => {
  test.each(["task list", "search tasks", "task list --price", `task get ${id}`])("%s", async (line) => {
    const { rows, columns } = await pageOf(line);
    expect(rows[0]).toMatchObject({ label: id, geometry: { type: "Point" } });
    expect(columns.map(({ key }) => key)).toEqual(expect.arrayContaining(["name", "status"]));
    expect(rows[0]!.cells).toContain("harbour");
  });

  test("task list with each commitment, as a number with a total", async () => {
    const { rows } = await pageOf("task list --price");
    expect(rows[0]!.price).toEqual({
      amount: expect.any(Number) as number,
      currency: "USD",
      text: "$1,250.00",
    });
  });

  test("approvals: waiting requests", async () => {
    const { rows } = await pageOf("approvals");
    expect(rows.map(({ label, geometry }) => [label, geometry?.type])).toEqual([[id, "Point"]]);
  });

  test("search repeats: also an empty result", async () => {
    expect((await pageOf("search repeats")).rows).toEqual([]);
  });

  test("catalog search: the searched area, or the point", async () => {
    const box = await pageOf("catalog search --bbox -10,38,-8,39.5 --limit 3");
    expect(box.area?.type).toMatch(/Polygon$/);
    expect(box.rows[0]!.items).toEqual([{ collectionId: "vendor-archive", granuleId: box.rows[0]!.label }]);
    const point = await pageOf("catalog search --point -9.14,38.71 --limit 3");
    expect(point.area).toBeUndefined();
    expect(point.targets.map(({ geometry }) => geometry.coordinates)).toEqual([[-9.14, 38.71]]);
  });

  test("export query and stacks: the searched place is their title, as in catalog search", async () => {
    await swath("export fetch --type full --format geoparquet", { home });
    const around = "--place Lisbon --radius 20km";
    const file = "vendor_archive_export_full.geoparquet";
    const titles = [];
    for (const words of ["catalog search", `export query ${file}`, "catalog stacks"])
      titles.push((await pageOf(`${words} ${around}`)).title);
    const where = "within 20 km of Lisbon (PT)";
    expect(titles).toEqual([`Scenes ${where}`, `Scenes ${where}`, `Stacks ${where}`]);
    expect((await pageOf(`export query ${file} --bbox -10,38,-8,39.5`)).title).toBe(
      "Scenes from 38° N 10° W to 39.5° N 8° W",
    );
  });

  test("a record's history has no places, and no page", async () => {
    const run = await swath(`task get ${id} --history --output html`, { home });
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.stderr).toContain("code USAGE");
    expect(run.stderr).toContain("--output html");
    expect(run.stderr).toContain("table, json");
  });

  test.each(["nowhere/x.html", "file/x.html"])(
    "--map %s: not in a folder, so nothing is sent",
    async (path) => {
      await writeFile(join(home, "file"), "");
      const run = await swath(`catalog search --point -9.14,38.71 --map ${path}`, { home });
      expect(run).toMatchObject({ exitCode: 14, requests: [], stdout: "" });
      expect(run.stderr).toContain("code DISK_WRITE_FAILED");
      expect(run.stderr).toContain(path);
      expect(run.stderr).toContain(join(home, path, ".."));
      expect(await readdir(home)).not.toContain("nowhere");
    },
  );

  test("--map keeps a file that swath did not write, and replaces its own page", async () => {
    const path = join(home, "report.html");
    await writeFile(path, "<!doctype html><title>mine</title>");
    const line = "catalog search --point -9.14,38.71 --map report.html";
    const run = await swath(line, { home });
    expect(run).toMatchObject({ exitCode: 10, requests: [], stdout: "" });
    expect(run.stderr).toContain("code FILE_EXISTS");
    expect(run.stderr).toContain("report.html: this file");
    expect(run.stderr).toContain("swath did not make it");
    expect(await readFile(path, "utf8")).toContain("mine");
    const other = line.replace("report", "report-2");
    for (const _ of [1, 2]) expect((await swath(other, { home })).exitCode).toBe(0);
  });

  test("--map of a record writes its page beside its text", async () => {
    await mkdir(join(home, "maps"), { recursive: true });
    const plain = await swath(`task get ${id}`, { home });
    const run = await swath(`task get ${id} --map maps/task.html`, { home });
    expect(run.stdout).toBe(plain.stdout);
    expect(run.stderr).toContain(join(home, "maps", "task.html"));
  });
});

test("VIEW-03 a share and a price are the same on the page and in the table", async () => {
  const search = "catalog search --place Lisbon --radius 20km --limit 30 --per-item --price";
  const { stdout } = await swath(`${search} --columns id,covers,price`, { home });
  const cells = stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
  const { rows, columns } = await pageOf(search);
  const { at } = columns.find(({ key }) => key === "covers")!;
  const shares = rows.map((row) => Number(row.cells[at]) / 100);
  expect(shares.map((share) => shareText({ share, isEstimate: false }))).toEqual(
    cells.map(([, covers]) => covers),
  );
  expect(rows.map(({ price }) => price?.text)).toEqual(cells.map(([, , price]) => price));
});

describe("MAP-01 MAP-03 passes on a map", () => {
  const line = "passes --point -9.14,38.71 --window 2d --sandbox";

  test("have the ground track of each window, and the target; nothing is sent", async () => {
    const plain = await swath(`${line} --json`, { home });
    const passes = JSON.parse(plain.stdout) as { start: string; end: string; satellite: string }[];
    const run = await swath(`${line} --output html`, { home });
    expect(run).toMatchObject({ exitCode: 0, requests: [] });
    const { rows, targets } = pageIn(run.stdout);
    expect(targets.map(({ geometry }) => geometry.coordinates)).toEqual([[-9.14, 38.71]]);
    expect(rows.map(({ label }) => label)).toEqual(
      passes.map(({ start, satellite }) => `${start} ${satellite}`),
    );
    for (const [at, { geometry }] of rows.entries()) {
      const { type, coordinates } = geometry as unknown as { type: string; coordinates: number[][] };
      expect(type).toBe("LineString");
      const [first, last] = [coordinates[0]!, coordinates.at(-1)!];
      const seconds = (Date.parse(passes[at]!.end) - Date.parse(passes[at]!.start)) / 1000;
      const degrees = Math.hypot((last[0]! - first[0]!) * Math.cos(0.67), last[1]! - first[1]!);
      // Seven kilometres a second, and the earth turns below.
      expect((degrees * 111.2) / seconds).toBeGreaterThan(6);
      expect((degrees * 111.2) / seconds).toBeLessThan(8);
    }
  });

  test("a given area is the area of the map, also in the terminal", async () => {
    const area = "passes --place Lisbon --radius 40km --window 1d --sandbox";
    const run = await swath(`${area} --output html`, { home });
    expect(pageIn(run.stdout).area?.type).toBe("Polygon");
    const drawn = await swath(`${area} --output map`, { home });
    expect(drawn.stdout).toMatch(/[\u2801-\u28ff]/);
    expect(drawn.stdout).toMatch(/ (?:asc|desc) /);
  });

  test("a window across the antimeridian is drawn in one piece", async () => {
    const run = await swath("passes --point 179.9,-17 --window 2d --sandbox --output html", { home });
    const { rows } = pageIn(run.stdout);
    expect(rows.length).toBeGreaterThan(0);
    for (const { geometry } of rows) {
      const { coordinates } = geometry as unknown as { coordinates: number[][] };
      for (const [at, [longitude = 0]] of coordinates.entries())
        expect(Math.abs(longitude - (coordinates[at - 1]?.[0] ?? longitude))).toBeLessThan(90);
    }
  });
});

test("VIEW-03 order review, history and approvals show prices on the page as the service writes them", async () => {
  const items = await swath("catalog search --product-type GEO --limit 2 --output order-items", { home });
  const review = await swath("order review --items - --output html", { home, stdin: items.stdout });
  const page = JSON.parse(/id="data">(.*?)<\/script>/s.exec(review.stdout)![1]!) as Page;
  const lines = (await swath("order review --items -", { home, stdin: items.stdout })).stdout.split("\n");
  expect(page.rows.map(({ price }) => price?.text)).toEqual(
    lines.slice(0, page.rows.length).map((line) => line.split("\t")[1]),
  );
  for (const command of ["approvals", "task list --price"])
    for (const { price } of (await pageOf(command)).rows)
      if (price !== undefined) expect(price.text).toMatch(/^\$[\d,]+\.\d\d$/);
});
