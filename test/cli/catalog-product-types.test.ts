/** `--product-type GEO,SLC`: one search per type, merged; or one request where the catalog compares with a list. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { box } from "../box.ts";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";
import { tempHome, type Run } from "./world.ts";

const { swath, control } = await openBench();

interface Item {
  id: string;
  properties: Record<string, string | number>;
}
const TYPE = "sar:product_type";
const PLACE = "catalog search --place Lisbon --radius 100km";

const itemsIn = ({ stdout }: Run): Item[] => JSON.parse(stdout) as Item[];
const read = async (words: string): Promise<Item[]> => itemsIn(await swath(`${words} --all --json`));
const idsOf = (items: readonly Item[]): string[] => items.map(({ id }) => id);
const queriesOf = ({ requests }: Run): unknown[] =>
  requests.map(({ body }) => (body as { query?: Record<string, unknown> }).query?.[TYPE]);

let home: string;
beforeEach(async () => {
  home = await tempHome();
});

/** Settings of a service that compares with a list. */
const withQueryIn = () => swath("config set dialect.queryIn true", { home });

const [geo, slc] = [await read(`${PLACE} --product-type GEO`), await read(`${PLACE} --product-type SLC`)];

describe("CATALOG-30 several product types", () => {
  it.each(["--product-type GEO,SLC", "--product-type geo --product-type slc --product-type GEO"])(
    "%s lists the items of each type once, the newest first, with the products of a scene together",
    async (flags) => {
      const run = await swath(`${PLACE} ${flags} --all --json`);
      const found = itemsIn(run);
      expect(run.exitCode).toBe(0);
      expect(idsOf(found).toSorted()).toEqual(idsOf([...geo, ...slc]).toSorted());
      expect(slc.length).toBeGreaterThan(5);
      const times = found.map(({ properties }) => String(properties["datetime"]));
      expect(times).toEqual(times.toSorted().toReversed());
      const scenes = found.map(({ properties }) => properties["vendor:collect_id"]);
      expect(scenes.filter((scene, at) => scene !== scenes[at - 1])).toHaveLength(new Set(scenes).size);
    },
  );

  it("each search has one type and the same order", async () => {
    const run = await swath(
      "catalog search --product-type GEO,SLC --limit 3 --where platform=vendor-01 --json",
    );
    const sortby = [{ field: "properties.datetime", direction: "desc" }];
    expect(run.requests.map(({ body }) => body)).toEqual(
      ["GEO", "SLC"].map((type) => ({
        query: { platform: { eq: "vendor-01" }, [TYPE]: { eq: type } },
        sortby,
      })),
    );
  });

  it.each([
    ["--sort view:incidence_angle", (item: Item) => Number(item.properties["view:incidence_angle"]), 1],
    ["--sort=-incidence", (item: Item) => Number(item.properties["view:incidence_angle"]), -1],
    ["--set sortby=-datetime", (item: Item) => Date.parse(String(item.properties["datetime"])), -1],
    ["--sort id", (item: Item) => item.id, 1],
  ])("the order of %s goes through both types", async (flags, valueOf, sign) => {
    const found = await read(`${PLACE} --product-type GEO,SLC ${flags}`);
    const values = found.map((item): string | number => valueOf(item));
    const sorted = values.toSorted((a, b) => (a < b ? -sign : a > b ? sign : 0));
    expect(values).toHaveLength(geo.length + slc.length);
    expect(values).toEqual(sorted);
  });

  it("a limit counts the items of all types, and the count is their sum", async () => {
    const run = await swath(`${PLACE} --product-type GEO,SLC --limit 7 --json`);
    expect(itemsIn(run)).toHaveLength(7);
    expect(run.stderr).toContain(`showing 7 of ${geo.length + slc.length} `);
    const all = idsOf(await read(`${PLACE} --product-type GEO,SLC`));
    expect(idsOf(itemsIn(run))).toEqual(all.slice(0, 7));
    const small = await swath(`${PLACE} --product-type GEO,SLC --page-size 3 --all --json`);
    expect(idsOf(itemsIn(small))).toEqual(all);
  });

  it("a terminal shows complete scenes", async () => {
    const run = await swath(`${PLACE} --product-type GEO,SLC --limit 3`, { stdoutTTY: true, columns: 120 });
    const rows = run.stdout.split("\n").filter((line) => /^[0-9a-f]{8} /.test(line));
    const both = geo
      .slice(0, 3)
      .map(({ properties }) =>
        slc.some((other) => other.properties["vendor:collect_id"] === properties["vendor:collect_id"]),
      );
    expect(rows.map((row) => row.includes("GEO SLC"))).toEqual(both);
  });

  it("with dialect.queryIn it is one request with in", async () => {
    await withQueryIn();
    const run = await swath("catalog search --product-type GEO,SLC --dry-run --json", { home });
    expect(JSON.parse(run.stdout)).toMatchObject({ body: { query: { [TYPE]: { in: ["GEO", "SLC"] } } } });
    expect(run.stderr).toBe("");
    const one = await swath("catalog search --product-type GEO --dry-run --json", { home });
    expect(JSON.parse(one.stdout)).toMatchObject({ body: { query: { [TYPE]: { eq: "GEO" } } } });
  });

  it("a service whose dialect has queryIn answers one request with the items of all types", async () => {
    await withQueryIn();
    await control("POST", "/settings", { dialect: { queryIn: true } });
    const run = await swath(`${PLACE} --product-type GEO,SLC --all --json`, { home });
    const other = await swath(`${PLACE} --set 'query={"${TYPE}":{"in":"GEO"}}' --no-validate --json`, {
      home,
    });
    await control("POST", "/settings", { dialect: null });
    expect(idsOf(itemsIn(run)).toSorted()).toEqual(idsOf([...geo, ...slc]).toSorted());
    expect(queriesOf(run)).toEqual([{ in: ["GEO", "SLC"] }]);
    expect(errorOf(other)).toMatchObject({ code: "QUERY_OPERATOR_INVALID" });
    const refused = await swath(`${PLACE} --product-type GEO,SLC`, { home });
    expect([refused.exitCode, refused.requests.length]).toEqual([8, 1]);
  });

  it("a dry run shows the first request, and says that others follow", async () => {
    const run = await swath("catalog search --product-type GEO,SLC --dry-run --json");
    expect(JSON.parse(run.stdout)).toMatchObject({ body: { query: { [TYPE]: { eq: "GEO" } } } });
    expect(run.stderr).toContain("the first of 2 product types");
  });

  it.each([
    ["--product-type GEO,SCL", "Did you mean SLC?"],
    [
      "--product-type GEO,SLC --where product=GEC",
      "compared with the list GEO, SLC and by another condition",
    ],
    ["--product-type GEO,", "must not hold an empty name"],
  ])("%s is refused before any request", async (flags, message) => {
    const run = await swath(`catalog search ${flags}`);
    expect([run.exitCode === 0, run.requests.length]).toEqual([false, 0]);
    expect(run.stderr).toContain(message);
  });

  it("a list replaces the product type of a body", async () => {
    const stdin = JSON.stringify({ query: { [TYPE]: { eq: "GEC" }, platform: { eq: "vendor-01" } } });
    const run = await swath("catalog search --data - --product-type GEO,SLC --limit 2 --json", { stdin });
    expect(queriesOf(run)).toEqual([{ eq: "GEO" }, { eq: "SLC" }]);
  });

  it("beside ids it is one request, since the service ignores other filters", async () => {
    const run = await swath(`catalog search --id ${geo[0]!.id} --product-type GEO,SLC --json`);
    expect([itemsIn(run).length, run.requests.length]).toEqual([1, 1]);
    expect(run.stderr).toContain("the service ignores every other filter");
  });

  it("without a result, the wider searches have the same types", async () => {
    const run = await swath("catalog search --point -30,-60 --product-type GEO,SLC", {
      stderrTTY: true,
      stdoutTTY: true,
    });
    expect(new Set(queriesOf(run).map((type) => JSON.stringify(type)))).toEqual(
      new Set(['{"eq":"GEO"}', '{"eq":"SLC"}', undefined]),
    );
    const lines = run.stderr.trim().split("\n");
    expect([lines[0], lines.filter((line) => line === "Nothing found").length]).toEqual(["Nothing found", 1]);
  });

  it.each(["catalog search", `task create --point 1,2 --window-open +1d --window 7d`])(
    "%s: a file format leads to the type of a geocoded image, and nothing is sent",
    async (words) => {
      const run = await swath(`${words} --product-type geotiff`);
      expect([run.exitCode, run.requests], run.stderr).toEqual([3, []]);
      expect(run.stderr).toContain("Did you mean GEO?");
    },
  );

  it.each(["catalog search", `task create --point 1,2 --window-open +1d --window 7d`])(
    "%s: a wrong one is one error, without a note that it was taken as another spelling",
    async (words) => {
      const run = await swath(`${words} --product-type geo,slcc`);
      expect(run.requests).toEqual([]);
      expect(run.stderr).toContain('"SLCC" is not a known product type');
      expect(run.stderr).not.toContain("slcc was taken");
      expect(run.stderr).not.toContain("geo,slcc");
    },
  );

  it("stacks, covers and watches take the list", async () => {
    const stacks = await swath("catalog stacks --place Lisbon --radius 100km --product-type GEO,SLC --json");
    expect([stacks.exitCode, queriesOf(stacks).slice(0, 2)]).toEqual([0, [{ eq: "GEO" }, { eq: "SLC" }]]);
    const cover = await swath(`${PLACE} --product-type GEO,SLC --cover --json`);
    expect(new Set(itemsIn(cover).map(({ properties }) => properties[TYPE]))).toEqual(
      new Set(["GEO", "SLC"]),
    );
    const site = (filters: object) => ({
      type: "Feature",
      properties: { name: "Iberia", ...filters },
      geometry: { type: "Polygon", coordinates: [box(-10, 36, 4, 44)] },
    });
    for (const types of ["GEO,SLC", ["GEO", "SLC"]]) {
      await writeFile(join(home, "sites.geojson"), JSON.stringify(site({ "product-type": types })));
      const run = await swath("watch sites.geojson --json --peek --since 30d", { home });
      const found = (JSON.parse(run.stdout) as { items: Item[] }[]).flatMap(({ items }) => items);
      expect(new Set(found.map(({ properties }) => properties[TYPE]))).toEqual(new Set(["GEO", "SLC"]));
    }
  });
});

describe("CATALOG-15 P11 pages of several product types", () => {
  interface Service {
    /** Seconds of the items of each type. */
    times: Record<string, readonly number[]>;
    /** The page of SLC that fails. */
    failsAt?: number;
    isUncounted?: boolean;
    /** The service does not compare product types. */
    isLax?: boolean;
  }

  const item = (type: string, seconds: number, index: number) => ({
    type: "Feature",
    id: `${type}-${index}`,
    collection: "vendor-archive",
    geometry: { type: "Point", coordinates: [0, 0] },
    properties: { datetime: new Date(seconds * 1000).toISOString(), [TYPE]: type },
    assets: {},
    links: [],
  });

  const serve =
    ({ times, failsAt, isUncounted = false, isLax = false }: Service): Send =>
    async ({ body }) => {
      const asked = JSON.parse(body as string) as {
        query: Record<string, { eq: string }>;
        limit?: number;
        page?: number;
      };
      const { page = 1, limit = 10 } = asked;
      const wanted = asked.query[TYPE]!.eq;
      if (wanted === "SLC" && page === failsAt) return { status: 403, headers: {}, body: Readable.from([]) };
      const found = Object.entries(times)
        .filter(([type]) => isLax || type === wanted)
        .flatMap(([type, all]) => all.toSorted((a, b) => b - a).map((each, at) => item(type, each, at)));
      const features = found.slice((page - 1) * limit, page * limit);
      const counts = isUncounted ? {} : { numberMatched: found.length };
      const reply = { type: "FeatureCollection", features, ...counts };
      return { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(reply))]) };
    };

  const seconds = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 23 });

  it("every item is listed once and in order, whatever the pages and the limit", async () => {
    const cases = fc.record({
      GEO: seconds,
      SLC: seconds,
      size: fc.integer({ min: 1, max: 7 }),
      limit: fc.integer({ min: 1, max: 50 }),
      isUncounted: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ GEO, SLC, size, limit, isUncounted }) => {
        const send = serve({ times: { GEO, SLC }, isUncounted });
        const run = await swath(
          `catalog search --product-type GEO,SLC --page-size ${size} --limit ${limit} --json`,
          { send },
        );
        const all = [...GEO, ...SLC].toSorted((a, b) => b - a);
        const found = itemsIn(run);
        expect(run.exitCode, run.stderr).toBe(0);
        expect(found.map(({ properties }) => Date.parse(String(properties["datetime"])) / 1000)).toEqual(
          all.slice(0, limit),
        );
        expect(new Set(idsOf(found)).size).toBe(found.length);
        if (!isUncounted && all.length > limit)
          expect(run.stderr).toContain(`showing ${limit} of ${all.length}`);
      }),
      { numRuns: 60 },
    );
  });

  const times = { GEO: [1, 3, 5, 7, 9], SLC: [2, 4, 6, 8, 10] };
  const SEARCH = "catalog search --product-type GEO,SLC --page-size 2 --all";

  it("a page that fails leaves all rows that were read as a complete document", async () => {
    const run = await swath(`${SEARCH} --json`, { send: serve({ times, failsAt: 2 }) });
    expect(run.exitCode).toBe(5);
    expect(idsOf(itemsIn(run))).toEqual(["SLC-0", "GEO-0", "SLC-1", "GEO-1"]);
    expect(errorOf(run).code).toBe("NOT_AUTHORIZED");
  });

  it("the failure of the first page of a later type comes after the rows of the earlier one", async () => {
    const run = await swath(`${SEARCH} --json`, { send: serve({ times, failsAt: 1 }) });
    expect([run.exitCode, idsOf(itemsIn(run))]).toEqual([5, ["GEO-0", "GEO-1"]]);
  });

  it("a service that does not compare product types gets each item listed once", async () => {
    const run = await swath(`${SEARCH} --json`, { send: serve({ times, isLax: true }) });
    expect(new Set(idsOf(itemsIn(run))).size).toBe(10);
    expect(itemsIn(run)).toHaveLength(10);
  });
});
