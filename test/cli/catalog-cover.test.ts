/** `catalog search`: the share of the area that scenes cover, alone, together and per day. */
import { describe, expect, it } from "vitest";
import { toRegion } from "../../src/geo/bbox.ts";
import { MeasuredArea } from "../../src/geo/overlay.ts";
import type { Geometry } from "../../src/geo/geojson.ts";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { repriced, type CostOf } from "./repriced.ts";
import { runScripted } from "./scripted-service.ts";
import type { Surroundings } from "./world.ts";

const { swath, send } = await openBench();

const BOX = "--bbox -9.5,38.5,-9,39";
const SEARCH = `catalog search ${BOX} --limit 200`;

interface Item {
  id: string;
  geometry: Geometry;
  properties: Record<string, unknown>;
  price?: { amount: number; currency: string };
}
const itemsOf = async (words: string, on: Surroundings = {}): Promise<Item[]> =>
  JSON.parse((await swath(`${words} --json`, on)).stdout) as Item[];
const collectsOf = (items: readonly Item[]): unknown[] => [
  ...new Set(items.map(({ properties }) => properties["vendor:collect_id"])),
];

const all = await itemsOf(SEARCH);

/** Reviews whose costs another reading replaces, by the place of the item. */
const pricing = (costOf: CostOf): Send => repriced(send, costOf);

describe("VIEW-03 --min-cover", () => {
  const strip = (west: number, east: number): number[][][] => [
    [
      [west, -18],
      [east, -18],
      [east, -16],
      [west, -16],
      [west, -18],
    ],
  ];
  const footprints = {
    // Below -180, beyond 180, and cut at the antimeridian.
    west: { type: "Polygon", coordinates: strip(-180.5, -179.5) },
    east: { type: "Polygon", coordinates: strip(179.5, 180.5) },
    both: { type: "MultiPolygon", coordinates: [strip(179.5, 180), strip(-180, -179.5)] },
  };
  it.each([
    ["west of it", "179,-17,180,-16.5", "50%"],
    ["east of it", "-180,-17,-179,-16.5", "50%"],
    ["across it", "179,-17,-179,-16.5", "50%"],
    ["across it, close to it", "179.75,-17,-179.75,-16.5", "100%"],
  ])("measures footprints however they are written at the antimeridian: %s", async (_where, box, share) => {
    const features = Object.entries(footprints).map(([id, geometry]) => ({
      type: "Feature",
      stac_version: "1.0.0",
      id,
      collection: "c",
      geometry,
      properties: { datetime: "2026-01-01T00:00:00Z" },
      assets: {},
      links: [],
    }));
    const script = { "POST /catalog/search": [{ body: { type: "FeatureCollection", features, links: [] } }] };
    const run = await runScripted(`catalog search --bbox=${box} --min-cover 1% --columns id,covers`, script);
    expect(run.stdout, run.stderr).toBe(`west\t${share}\neast\t${share}\nboth\t${share}\n`);
  });

  it("keeps scenes that cover that share of the area, in every format", async () => {
    const shares = (await swath(`${SEARCH} --columns id,covers`)).stdout.trim().split("\n");
    const wanted = shares.filter((line) => Number(/\t<?([\d.]+)%$/.exec(line)?.[1]) >= 10);
    const { stdout, stderr } = await swath(`${SEARCH} --min-cover 10% --output id`);
    expect(stdout.trim().split("\n")).toEqual(wanted.map((line) => line.split("\t")[0]));
    expect(stderr).toContain(`${wanted.length} of ${all.length} items cover at least 10% of the area\n`);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(all.length);
  });

  it("measures the box of another reference system by its own axes", async () => {
    const wanted = await itemsOf(`${SEARCH} --min-cover 10%`);
    for (const box of [
      "--bbox 38.5,-9.5,39,-9 --bbox-crs EPSG:4326",
      "--bbox -1057535.163,4650301.837,-1001875.417,4721671.572 --bbox-crs EPSG:3857",
    ])
      expect(await itemsOf(`catalog search ${box} --limit 200 --min-cover 10%`)).toEqual(wanted);
  });

  it.each(["0.8", "0%", "101%", "most"])("refuses %s, and lists the accepted values", async (share) => {
    const { stderr, exitCode, requests } = await swath(`${SEARCH} --min-cover ${share}`);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain("must be a percentage such as 80%");
  });
});

describe("VIEW-03 --cover", () => {
  it("chooses few scenes that cover as much as all of them, and reports the uncovered share", async () => {
    const { stderr } = await swath(`${SEARCH} --cover --output id`);
    const chosen = await itemsOf(`${SEARCH} --cover`);
    expect(collectsOf(chosen).length).toBeLessThan(collectsOf(all).length);
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(chosen.map(({ id }) => id)));
    const scenes = `${collectsOf(chosen).length} of ${collectsOf(all).length} scenes`;
    expect(stderr).toMatch(
      new RegExp(`^${scenes} cover [\\d.]+% of the area: approximately the fewest`, "m"),
    );
    expect(stderr).toMatch(
      /^[\d.]+% of the area \([\d,.]+ km²\), in .*around -9\.\d\d,38\.\d\d, stays uncovered: none of the scenes/m,
    );
    const area = new MeasuredArea(toRegion([-9.5, 38.5, -9, 39])!);
    const share = (items: readonly Item[]): number =>
      area.coverOf(area.covered(items.map(({ geometry }) => geometry))).share;
    expect(share(chosen)).toBeGreaterThan(share(all) - 0.001);
  });

  it("--cheapest costs no more than the fewest scenes, and reports the total", async () => {
    const least = (items: readonly Item[]): number =>
      collectsOf(items)
        .map((collect) => items.filter(({ properties }) => properties["vendor:collect_id"] === collect))
        .reduce((sum, products) => sum + Math.min(...products.map(({ price }) => price?.amount ?? NaN)), 0);
    const fewest = await itemsOf(`${SEARCH} --cover --price`);
    const cheapest = await itemsOf(`${SEARCH} --cover --cheapest`);
    expect(least(cheapest)).toBeLessThanOrEqual(least(fewest));
    const { stderr, stdout } = await swath(`${SEARCH} --cover --cheapest`, { stdoutTTY: true, columns: 200 });
    expect(stderr).toContain(
      `the cheapest product of each: $${least(cheapest).toLocaleString("en-US")}.00 in all\n`,
    );
    expect(stdout).toContain("PRICE");
  });

  it("--cheapest without readable prices reports that the fewest were chosen, the same as without it", async () => {
    const { stderr, exitCode } = await swath(`${SEARCH} --cover --cheapest --json`, {
      send: pricing(() => "on request"),
    });
    expect(exitCode).toBe(0);
    const { length } = collectsOf(all);
    expect(stderr).toMatch(
      new RegExp(`^\\d+ of ${length} scenes cover [\\d.]+% of the area: approximately the fewest`, "m"),
    );
    expect(stderr).toContain(
      `no prices are available for the ${length} scenes found: the fewest scenes were chosen instead, each with its first product\n`,
    );
    expect(stderr).not.toContain("the cheapest product");
  });

  it("--cheapest with some unreadable prices reports how many, and which scenes were chosen without a price", async () => {
    const dearer = pricing((cost, index) => (index % 3 === 0 ? cost : "on request"));
    const { stderr, stdout } = await swath(`${SEARCH} --cover --cheapest --product-type GEO --json`, {
      send: dearer,
    });
    const unpriced = (JSON.parse(stdout) as Item[]).filter(({ price }) => typeof price !== "object");
    const names = unpriced.map(({ properties }) => String(properties["vendor:collect_id"]).slice(0, 8));
    expect(names.length).toBeGreaterThan(0);
    expect(stderr).toContain("% of the area: approximately the cheapest of those with a price");
    expect(stderr).toMatch(
      new RegExp(
        `^warning: \\d+ of \\d+ scenes have no price that can be compared; .*; chosen: ${names.join(", ")}$`,
        "mi",
      ),
    );
    expect(stderr).toMatch(/^the cheapest product of the \d+ with a price: \$[\d,.]+ in all$/m);
  });

  it("--cheapest does not compare prices in a minority currency with the others", async () => {
    const mixed = { send: pricing((cost, index) => (index % 4 === 0 ? "EUR 1.00" : cost)) };
    const priced = await itemsOf(`${SEARCH} --price`, mixed);
    const chosen = await itemsOf(`${SEARCH} --cover --cheapest`, mixed);
    const dollars = collectsOf(priced.filter(({ price }) => price?.currency === "USD"));
    const inEuro = chosen.filter(({ price }) => price?.currency === "EUR");
    expect(chosen.filter(({ price }) => price?.currency === "USD").length).toBeGreaterThan(0);
    expect(inEuro.filter((item) => dollars.includes(collectsOf([item])[0]))).toEqual([]);
  });

  it("--cheapest --output order-items: ordering the printed items costs the reported total", async () => {
    const { stdout, stderr } = await swath(`${SEARCH} --cover --cheapest --output order-items`);
    const sum = /the cheapest product of each: (\S+) in all\n/.exec(stderr)?.[1];
    const review = await swath("order review --items - --json", { stdin: stdout });
    const { summary, items } = JSON.parse(review.stdout) as {
      summary: { total: string };
      items: { collectId: string }[];
    };
    expect(summary.total).toBe(sum);
    expect(new Set(items.map(({ collectId }) => collectId)).size).toBe(items.length);
    expect(stderr).not.toContain("every product");
  });

  it("--output order-items reports that every product of each scene is listed, and how to list one", async () => {
    const { stdout, stderr } = await swath(`${SEARCH} --cover --output order-items`);
    const { length } = JSON.parse(stdout) as unknown[];
    expect(stderr).toContain(`every product of each scene is listed, ${length} items of `);
    expect(stderr).toContain("--product-type GEO lists one product of each");
    const one = await swath(`${SEARCH} --cover --product-type GEO --output order-items`);
    expect(one.stderr).not.toContain("every product");
  });

  it("one scene that covers part of the area: the note uses the singular", async () => {
    const { stderr } = await swath(
      `catalog search ${BOX} --datetime ${all[0]!.properties["datetime"] as string} --cover`,
    );
    expect(stderr).toMatch(/^1 of 1 scene covers [\d.]+% of the area$/m);
    expect(stderr).toMatch(/, stays uncovered: none of the scenes found reaches it$/m);
  });

  it.each([
    ["--cover", "--cover needs an area that can be covered"],
    ["--min-cover 20%", "--min-cover needs an area that can be covered"],
    ["--per day", "--per day needs an area that can be covered"],
    ["--columns covers", "--columns covers needs an area that can be covered"],
  ])("%s at a point is refused before any request", async (words, message) => {
    const { stderr, exitCode, requests } = await swath(`catalog search --point -9.14,38.71 ${words}`);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain(message);
    expect(stderr).toContain("Give an area, for example --radius 20km\n");
  });

  it.each([
    ["--cheapest", "Add --cover"],
    ["--per day --cover", "Leave out --cover"],
    ["--per day --per-item", "Leave out --per-item"],
    ["--per day --map day.html", "Leave out --map"],
    ["--per day --open", "Leave out --open"],
    ["--per day --thumbnails", "Leave out --thumbnails"],
    ["--per day --price", "Leave out --price"],
    ["--per day --map day.html --sort covers", "Leave out --map and --sort"],
  ])("%s is refused before any request, instead of having no effect", async (words, hint) => {
    const { stderr, exitCode, requests } = await swath(`${SEARCH} ${words}`);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain(hint);
  });
});

describe("VIEW-03 a choice is made among all matches", () => {
  it("--cover on a terminal chooses among all scenes, although a search shows 20", async () => {
    const chosen = `${collectsOf(await itemsOf(`catalog search ${BOX} --all --cover`)).length} of ${collectsOf(all).length} scenes cover`;
    expect(collectsOf(all).length).toBeGreaterThan(20);
    for (const stdoutTTY of [true, false])
      expect((await swath(`catalog search ${BOX} --cover`, { stdoutTTY })).stderr).toContain(chosen);
  });

  it("--limit 2 --min-cover 10% lists two scenes that cover enough, even if the first items do not", async () => {
    const words = `catalog search ${BOX} --min-cover 10%`;
    const covering = await itemsOf(`${words} --all`);
    const { stdout, stderr } = await swath(`${words} --limit 2 --output id`);
    expect(stdout.trim().split("\n")).toEqual(covering.slice(0, 2).map(({ id }) => id));
    expect(stderr).toContain(`${covering.length} of ${all.length} items cover at least 10% of the area\n`);
    expect(stderr).toContain(`showing 2 of ${covering.length} items `);
    const { stderr: notes } = await swath(`${words} --limit 2`, { stdoutTTY: true });
    const scenes = collectsOf(covering).length;
    expect(notes).toContain(`${scenes} of ${collectsOf(all).length} scenes cover at least 10% of the area\n`);
    expect(notes).toContain(`showing 2 of ${scenes} scenes (`);
  });

  it.each(["covers:desc", "price:desc", "price"])(
    "--sort %s --limit 3 lists the first of all",
    async (sort) => {
      const words = `catalog search ${BOX} --sort ${sort} --output id`;
      const whole = (await swath(`${words} --all`)).stdout.trim().split("\n");
      expect((await swath(`${words} --limit 3`)).stdout.trim().split("\n")).toEqual(whole.slice(0, 3));
    },
  );

  it("prices are read for at most 2,000 items, and a note has the number", async () => {
    const { stderr, requests } = await swath("catalog search --sort price --limit 3 --output id");
    expect(stderr).toMatch(/^only the first 2,000 of [\d,]+ items were read \(--all reads everything\)$/m);
    expect(requests.filter(({ path }) => path === "/orders/review")).toHaveLength(20);
  });

  it("--price reads the prices of the listed items only", async () => {
    const { requests } = await swath(`catalog search ${BOX} --sort covers:desc --limit 3 --price --json`);
    const reviews = requests.filter(({ path }) => path === "/orders/review");
    expect(reviews.map(({ body }) => (body as { items: unknown[] }).items.length)).toEqual([3]);
  });

  it("--per day --min-cover 5% --limit 1 has one day of all that were read", async () => {
    const words = `catalog search ${BOX} --per day --min-cover 5% --json`;
    const days = JSON.parse((await swath(words)).stdout) as unknown[];
    const { stdout, stderr } = await swath(`${words} --limit 1`);
    expect(JSON.parse(stdout)).toEqual(days.slice(0, 1));
    expect(stderr).toContain(`showing 1 of ${days.length} days (`);
  });
});

describe("VIEW-03 --cover of very many scenes", () => {
  it("covers as much as all of them, and notes the measured share", async () => {
    const [west, south, east, north] = [0, 0, 30, 30];
    const features = Array.from({ length: 600 }, (_, index) => {
      const [x, y] = [(index * 7) % 30, (index * 11) % 29];
      const ring = [
        [x, y],
        [x + 2.13, y],
        [x + 2.13, y + 1.07],
        [x, y + 1.07],
        [x, y],
      ];
      return {
        type: "Feature",
        id: `scene-${index}`,
        collection: "spotlight",
        geometry: { type: "Polygon", coordinates: [ring] },
        properties: { datetime: "2026-01-01T00:00:00Z", "vendor:collect_id": `collect-${index}` },
      };
    });
    const script = { "POST /catalog/search": [{ body: { type: "FeatureCollection", features } }] };
    const words = `catalog search --bbox ${[west, south, east, north].join(",")} --cover --json`;
    const { stdout, stderr } = await runScripted(words, script);
    const [, chosen, share] = /^(\d+) of 600 scenes cover ([\d.]+)% of the area/m.exec(stderr) ?? [];
    const items = JSON.parse(stdout) as Item[];
    expect(items).toHaveLength(Number(chosen));
    expect(items.length).toBeLessThan(features.length);
    const area = new MeasuredArea(toRegion([west, south, east, north])!);
    const measured = (some: readonly { geometry: Geometry }[]): number =>
      area.coverOf(area.covered(some.map(({ geometry }) => geometry))).share;
    expect(Number(share)).toBeCloseTo(measured(items) * 100, 0);
    const allOfThem = features.map(({ geometry }) => ({ geometry: geometry as Geometry }));
    expect(measured(allOfThem) - measured(items)).toBeLessThan(1e-4);
  });
});

describe("VIEW-03 --per day", () => {
  it("has one row per day with the share that its scenes cover together", async () => {
    const days = JSON.parse((await swath(`${SEARCH} --per day --json`)).stdout) as {
      day: string;
      scenes: number;
      covers: number;
      items: string[];
    }[];
    expect(days.flatMap(({ items }) => items).toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    for (const { day, scenes, covers, items } of days) {
      const found = all.filter(({ id }) => items.includes(id));
      expect(new Set(found.map(({ properties }) => String(properties["datetime"]).slice(0, 10)))).toEqual(
        new Set([day]),
      );
      expect(scenes).toBe(collectsOf(found).length);
      expect(covers).toBeGreaterThan(0);
      expect(covers).toBeLessThanOrEqual(1);
    }
    const [first] = days;
    const short = await swath(`catalog search ${BOX} --per day --limit 1 --json`);
    expect(JSON.parse(short.stdout), "a day cut by --limit has a wrong share").toEqual([first]);
    expect(short.stderr).toContain(`showing 1 of ${days.length} days (`);
    const { stdout } = await swath(`${SEARCH} --per day`, { stdoutTTY: true, columns: 60 });
    expect(stdout).toMatch(/^\S*DAY\S* +\S*SCENES\S* +\S*COVERS\S* +\S*PRODUCTS\S*$/m);
  });
});

describe("VIEW-06 --sort by computed values", () => {
  it.each([
    ["covers:desc", -1],
    ["covers", 1],
    ["-covers", -1],
  ])("--sort %s: by the share of the area, without sending it", async (sort, sign) => {
    const { stdout, requests } = await swath(`${SEARCH} --sort ${sort} --columns id,covers`);
    const shares = stdout
      .trim()
      .split("\n")
      .map((line) => (line.includes("<") ? 0.05 : Number(/\t([\d.]+)%$/.exec(line)?.[1])));
    expect(shares).toEqual(shares.toSorted((a, b) => sign * (a - b)));
    expect(requests.map(({ body }) => (body as { sortby?: unknown }).sortby)).toEqual(
      requests.map(() => undefined),
    );
  });

  it("--sort price: by the prices of reviews", async () => {
    const prices = (await itemsOf(`catalog search ${BOX} --limit 40 --sort price:desc`)).map(
      ({ price }) => price?.amount ?? -1,
    );
    expect(prices).toHaveLength(40);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
  });

  it.each(["price", "price:desc"])(
    "--sort %s puts a price in a minority currency, or an unreadable one, last",
    async (sort) => {
      const mixed = { send: pricing((cost, index) => ["EUR 1.00", "on request"][index] ?? cost) };
      const items = await itemsOf(`catalog search ${BOX} --limit 40 --sort ${sort}`, mixed);
      const whole = await itemsOf(`catalog search ${BOX} --limit 200 --sort ${sort}`, mixed);
      const others = whole.slice(whole.findIndex(({ price }) => price?.currency !== "USD"));
      expect(items.every(({ price }) => price?.currency === "USD")).toBe(true);
      expect(new Set(others.map(({ price }) => price?.currency))).toEqual(new Set(["EUR", undefined]));
    },
  );

  it.each([
    [
      "--sort covers --sort price:desc",
      "--sort covers and --sort price:desc ",
      "Keep the first of them: --sort covers\n",
    ],
    [
      "--sort=price --sort datetime --sort=-covers",
      "--sort price and --sort -covers ",
      "Keep the first of them: --sort price --sort datetime\n",
    ],
    [
      "--sort datetime --sort price:desc",
      "--sort price:desc after --sort datetime: a sort by a share or a price must come first",
      "Sort by price:desc first: --sort price:desc --sort datetime\n",
    ],
  ])("VIEW-03 %s is refused with the command that sorts", async (flags, message, hint) => {
    const { stderr, exitCode, requests } = await swath(`catalog search ${BOX} ${flags}`);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  });

  it("--sort price --sort datetime: scenes with the same price keep the order of the service", async () => {
    const { requests, exitCode } = await swath(
      `catalog search ${BOX} --limit 5 --sort price --sort datetime --output id`,
    );
    expect(exitCode).toBe(0);
    expect(requests[0]!.body).toMatchObject({ sortby: [{ field: "datetime" }] });
  });

  it("--sort covers at a point is refused", async () => {
    const { stderr, exitCode } = await swath("catalog search --point -9.14,38.71 --sort covers");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--sort covers needs an area that can be covered");
  });
});

describe("VIEW-02 VIEW-03 --columns of computed values need their source", () => {
  const column = (text: string, at: number): string[] =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t")[at] ?? "");

  it.each(["id,price", "id,PRICE", "id,price.amount"])(
    "--columns %s without --price is refused",
    async (columns) => {
      const words = `catalog search ${BOX} --limit 5`;
      const { stdout } = await swath(`${words} --columns ${columns}`);
      expect(stdout).toBe((await swath(`${words} --columns ${columns} --price`)).stdout);
      for (const price of column(stdout, 1)) expect(price).toMatch(/^\$?[\d,.]+$/);
    },
  );

  it.each(["COVERS", "Covers"])("--columns id,%s has the values of covers", async (name) => {
    const { stdout } = await swath(`${SEARCH} --columns id,${name}`);
    expect(stdout).toBe((await swath(`${SEARCH} --columns id,covers`)).stdout);
    expect(column(stdout, 1).every((share) => share.endsWith("%"))).toBe(true);
  });

  it("--columns COVERS at a point is refused, like --columns covers", async () => {
    const { stderr, exitCode, requests } = await swath(
      "catalog search --point -9.14,38.71 --columns id,COVERS",
    );
    expect(stderr).toContain("--columns covers needs an area that can be covered");
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
  });
});
