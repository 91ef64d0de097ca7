/** Maps of rows with catalog items: the price of an order, the orders of this machine, files to download, a folder. */
import { mkdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome, type Run } from "./world.ts";

const bench = await openBench();
const home = await tempHome();
afterAll(() => rm(home, { recursive: true }));

interface Page {
  facts: string[];
  columns: { key: string }[];
  rows: { label: string; geometry: { type: string } | null; price?: object; items?: object[] }[];
}

function pageIn(html: string): Page {
  const data = JSON.parse(/id="data">(.*?)<\/script>/s.exec(html)![1]!) as Page;
  const about = /<p id="about">(.*)<\/p>/.exec(html)![1]!.split(" \u00b7 ");
  const facts = about.slice(about.findIndex((part) => part.startsWith("made ")) + 1);
  return { ...data, facts: facts.filter((part) => !part.endsWith(" without a place on the map")) };
}

async function run(line: string): Promise<Run> {
  const done = await bench.swath(line, { home });
  expect(done.exitCode, done.stderr).toBe(0);
  return done;
}

const searches = ({ requests }: Run) =>
  requests.filter(({ url }) => url.endsWith("/catalog/search")).map(({ body }) => body);

let ids: string[];
let order: string;

beforeAll(async () => {
  const items = await run("catalog search --product-type GEO --limit 12 --output order-items");
  await writeFile(join(home, "items.json"), items.stdout);
  ids = (JSON.parse(items.stdout) as { granuleId: string }[]).map(({ granuleId }) => granuleId);
  order = (await run("order place --items items.json --yes --output id")).stdout.trim();
  await run(`order download ${order} --wait --asset metadata --out-dir img`);
});

describe("MAP-01 order review", () => {
  const review = "order review --items items.json";

  it("--output html has the place, the price and the order item of each line, and the total; one search finds twelve", async () => {
    const plain = await run(review);
    const page = await run(`${review} --output html`);
    const { rows, facts } = pageIn(page.stdout);
    expect(rows.map(({ label }) => label)).toEqual(ids);
    for (const [at, row] of rows.entries()) {
      expect(row.geometry?.type).toMatch(/Polygon$/);
      expect(row.price).toMatchObject({ amount: expect.any(Number) as number, currency: "USD" });
      expect(row.items).toEqual([{ collectionId: "vendor-archive", granuleId: ids[at] }]);
    }
    const total = /^Total\t(.*)$/m.exec(plain.stdout)![1]!;
    expect(facts).toEqual([`Priced: 12 items, total ${total}`]);
    expect(searches(page)).toEqual([{ ids, limit: 12 }]);
    expect(searches(plain)).toEqual([]);
  });

  it("--map writes the page beside the same text", async () => {
    const plain = await run(review);
    const page = await run(`${review} --map review.html`);
    expect(page.stdout).toBe(plain.stdout);
    expect(pageIn(await readFile(join(home, "review.html"), "utf8")).rows).toHaveLength(12);
  });

  it("--output map draws the items over their prices and the total", async () => {
    const { stdout } = await run(`${review} --output map`);
    expect(stdout).toMatch(/[\u2801-\u28ff]/);
    expect(stdout).toMatch(/^Priced: 12 items, total \$[\d,.]+$/m);
    expect(stdout).toContain(ids[0]);
  });

  it("a product to be generated is at the place of its collect", async () => {
    const found = await run("catalog search --product-type GEO --limit 1 --json");
    const [{ properties, geometry }] = JSON.parse(found.stdout) as [
      { properties: Record<string, string>; geometry: object },
    ];
    const collect = Object.entries(properties).find(([name]) => name.endsWith(":collect_id"))![1];
    const page = pageIn((await run(`order review --generate GEC=${collect} --output html`)).stdout);
    expect(page.rows.map((row) => row.geometry)).toEqual([geometry]);
    expect(page.rows[0]!.items).toEqual([{ productType: "GEC", collectIds: [collect] }]);
  });

  it("a failed catalog request loses the places, not the price", async () => {
    await bench.control("POST", "/faults", { route: "searchCatalog", status: 400 });
    onTestFinished(async () => void (await bench.control("DELETE", "/faults")));
    const { stdout, stderr } = await run(`${review} --output html`);
    const { rows, facts } = pageIn(stdout);
    expect(rows.map(({ geometry }) => geometry)).toEqual(ids.map(() => null));
    expect(facts.join()).toContain("total $");
    expect(stderr).toContain("the catalog could not be searched for the places of the items");
    expect(stderr).toMatch(/12 of 12 rows have no place on the map$/m);
  });
});

describe("MAP-01 order history", () => {
  it("has the places of the items of each order, and leaves the data unchanged", async () => {
    const plain = await run("order history --json");
    expect(plain.requests).toEqual([]);
    const entries = JSON.parse(plain.stdout) as { orderId: string; items: number }[];
    expect(entries).toEqual([expect.objectContaining({ orderId: order, items: 12 })]);
    expect(entries[0]).not.toHaveProperty("ordered");
    const page = await run("order history --output html");
    const { rows } = pageIn(page.stdout);
    expect(rows).toEqual([
      expect.objectContaining({
        label: order,
        geometry: expect.objectContaining({ type: "GeometryCollection" }) as object,
      }),
    ]);
    expect(searches(page)).toHaveLength(1);
  });

  it("an order of another profile stays in the table, and its items are not looked up", async () => {
    await run("config set output table --profile other");
    const page = await run("order history --output html --profile other");
    expect(pageIn(page.stdout).rows).toEqual([expect.objectContaining({ label: order, geometry: null })]);
    expect(page.requests).toEqual([]);
    expect(page.stderr).toContain("1 of 1 row has no place on the map: the catalog of this profile");
  });
});

describe("MAP-01 order download --plan", () => {
  it("has each file at the place of its item, with its planned action", async () => {
    const line = `order download ${order} --plan --asset metadata --out-dir img`;
    const page = await run(`${line} --output html`);
    const { rows, columns, facts } = pageIn(page.stdout);
    expect(rows).toHaveLength(12);
    for (const { label, geometry } of rows) {
      expect(label).toMatch(/metadata/);
      expect(geometry?.type).toMatch(/Polygon$/);
    }
    expect(columns.map(({ key }) => key)).toContain("status");
    expect(facts).toEqual([expect.stringContaining("12 already there")]);
    expect(searches(page)).toHaveLength(1);
    expect(searches(await run(line))).toEqual([]);
  });

  it("--map and --stdout exclude each other", async () => {
    const done = await bench.swath(`order download ${order} --stdout --map x.html`, { home });
    expect(done).toMatchObject({ exitCode: 2, requests: [] });
    expect(done.stderr).toContain("code USAGE");
    expect(done.stderr).toContain("--stdout and --map");
  });
});

describe("MAP-01 verify", () => {
  it("has the verified state of each file at its place; without a map nothing is sent", async () => {
    const plain = await run("verify img");
    expect(plain.requests).toEqual([]);
    const path = plain.stdout.split("\t")[0]!;
    await truncate(join(home, "img", path), 1);
    const done = await bench.swath("verify img --map verify.html", { home });
    expect(done.exitCode).toBe(10);
    expect(searches(done)).toHaveLength(1);
    const { rows, columns, facts } = pageIn(await readFile(join(home, "verify.html"), "utf8"));
    const status = columns.findIndex(({ key }) => key === "status");
    const cells = rows as unknown as { label: string; cells: unknown[] }[];
    expect(cells.find(({ label }) => label === path)!.cells[status]).toBe("changed");
    expect(cells.filter((row) => row.cells[status] === "ok")).toHaveLength(11);
    for (const { geometry } of rows) expect(geometry?.type).toMatch(/Polygon$/);
    expect(facts).toEqual([expect.stringContaining("1 wrong or missing")]);
  });

  it("--output map has the state of each file below the map, in 80 columns", async () => {
    const { stdout } = await bench.swath("verify img --output map", { home });
    expect(stdout).toMatch(/[\u2801-\u28ff]/);
    expect(stdout).toMatch(/^FILE +STATUS/m);
    expect(stdout).toMatch(/^\S+metadata\.json +ok$/m);
    expect(stdout).toMatch(/^\S+metadata\.json +changed/m);
  });

  it("files whose items are not in the catalog stay in the table, and are counted", async () => {
    await mkdir(join(home, "gone"));
    const lines = ["NOT_IN_CATALOG", ids[0]].map((item, at) => {
      const name = `file-${at}.json`;
      return JSON.stringify({
        name,
        size: 2,
        item,
        asset: "metadata",
        order,
        verified: [],
        time: "2026-03-01T00:00:00Z",
      });
    });
    for (const at of [0, 1]) await writeFile(join(home, "gone", `file-${at}.json`), "{}");
    await writeFile(join(home, "gone", "swath-manifest.ndjson"), `${lines.join("\n")}\n`);
    const { stdout, stderr } = await run("verify gone --output html");
    expect(pageIn(stdout).rows.map(({ geometry }) => geometry === null)).toEqual([true, false]);
    expect(stderr).toContain("1 of 2 rows has no place on the map");
  });
});
