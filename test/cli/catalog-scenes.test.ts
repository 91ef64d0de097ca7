/** `catalog search` on a terminal: a row a scene. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { scriptedSend } from "./scripted-service.ts";

const { swath, send } = await openBench();

const SEARCH = "catalog search --place Lisbon --radius 20km --limit 20";
const HEADS = ["#", "TIME", "INC °", "ORBIT", "LOOK", "MODE", "RESOLUTION m", "COVERS", "PRODUCTS", "SCENE"];

const refusing = scriptedSend({ POST: [{ status: 403, body: { message: "no orders for you" } }] });
const on = (columns: number) => ({ stdoutTTY: true, columns });
const linesOf = (text: string): string[] =>
  text
    .replaceAll(/\u001b\[\d+m/g, "")
    .trimEnd()
    .split("\n");
const cells = (line = ""): string[] => line.trim().split(/ {2,}/);

const items = JSON.parse((await swath(`${SEARCH} --json`)).stdout) as {
  id: string;
  properties: Record<string, string>;
}[];
const collects = [...new Set(items.map(({ properties }) => properties["vendor:collect_id"] ?? ""))];

describe("VIEW-02 one row a scene", () => {
  it("numbers the scenes, with the products of each in one cell", async () => {
    const [head, ...rows] = linesOf((await swath(SEARCH, on(200))).stdout);
    expect(cells(head)).toEqual(HEADS);
    expect(rows.map((row) => cells(row)[0])).toEqual(collects.map((_, index) => String(index + 1)));
    expect(rows.map((row) => cells(row).at(-1))).toEqual(collects.map((id) => id.slice(0, 8)));
    for (const [index, row] of rows.entries()) {
      const types = items
        .filter(({ properties }) => properties["vendor:collect_id"] === collects[index])
        .map(({ properties }) => properties["sar:product_type"] ?? "");
      expect(cells(row).at(-2)?.split(" ").toSorted()).toEqual(types.toSorted());
    }
  });

  it.each([60, 80, 100, 120, 160])(
    "on %i columns only columns at the right are missing, and none that decides",
    async (columns) => {
      const isPriced = columns > 60;
      const { stdout } = await swath(isPriced ? `${SEARCH} --price` : SEARCH, on(columns));
      const [head] = linesOf(stdout);
      const deciding = ["#", "TIME", "INC °", "COVERS", "PRODUCTS", ...(isPriced ? ["PRICE"] : [])];
      const dropped = ["ORBIT", "LOOK", "MODE", "RESOLUTION m", "SCENE"];
      const shown = cells(head);
      expect(shown).toEqual(expect.arrayContaining(deciding));
      const kept = dropped.filter((name) => shown.includes(name));
      expect(kept).toEqual(dropped.slice(0, kept.length));
      for (const line of linesOf(stdout)) expect(line.length).toBeLessThanOrEqual(columns);
    },
  );

  it("--per-item has a row an item, and so have --columns, pipes, csv, ids and JSON", async () => {
    const count = items.length;
    const ids = items.map(({ id }) => id);
    expect(linesOf((await swath(`${SEARCH} --per-item`, on(200))).stdout)).toHaveLength(count + 1);
    expect(linesOf((await swath(`${SEARCH} --columns time,products`, on(200))).stdout)).toHaveLength(
      count + 1,
    );
    expect(linesOf((await swath(SEARCH)).stdout)).toHaveLength(count);
    expect(linesOf((await swath(`${SEARCH} --output csv`, on(200))).stdout)).toHaveLength(count + 1);
    expect(linesOf((await swath(`${SEARCH} --output id`, on(200))).stdout)).toEqual(ids);
    expect(linesOf((await swath(`${SEARCH} --quiet`, on(200))).stdout)).toEqual(ids);
    expect(JSON.parse((await swath(`${SEARCH} --json`, on(200))).stdout)).toEqual(items);
  });

  it("products of one collect that lie apart in the list are one scene", async () => {
    const sorted = await swath(`${SEARCH} --sort product`, on(200));
    const scenes = linesOf(sorted.stdout)
      .slice(1)
      .map((row) => cells(row).at(-1));
    expect(new Set(scenes).size).toBe(scenes.length);
  });

  it("--price shows what the products of a scene cost, and what each item costs in csv and JSON", async () => {
    const { stdout, requests } = await swath(`${SEARCH} --price`, on(200));
    const [head, first] = linesOf(stdout);
    expect(cells(head)[9]).toBe("PRICE");
    expect(cells(first)[9]).toMatch(/^\$[\d.,]+(?:-\$[\d.,]+)?$/);
    expect(requests.map(({ path }) => path)).toEqual(["/catalog/search", "/orders/review"]);
    const priced = JSON.parse((await swath(`${SEARCH} --price --json`)).stdout) as { price: object }[];
    expect(priced[0]?.price).toEqual({ amount: expect.any(Number) as number, currency: "USD" });
    const sheet = linesOf((await swath(`${SEARCH} --price --output csv`)).stdout);
    expect(sheet[0]).toMatch(/,price,price\.amount,price\.currency$/);
  });

  it("prices that cannot be read are missing, and a warning says why", async () => {
    const { stdout, stderr, exitCode } = await swath(`${SEARCH} --price`, {
      ...on(200),
      send: (request) => (request.url.endsWith("/orders/review") ? refusing : send)(request),
    });
    expect(exitCode).toBe(0);
    expect(linesOf(stdout)).toHaveLength(collects.length + 1);
    expect(stderr).toContain(`the prices of ${items.length} items could not be read`);
  });

  it("--price asks for no more prices after the first review that fails, and warns once", async () => {
    const { stderr, stdout, requests } = await swath("catalog search --limit 350 --price --output id", {
      send: (request) => (request.url.endsWith("/orders/review") ? refusing : send)(request),
    });
    expect(linesOf(stdout)).toHaveLength(350);
    expect(requests.filter(({ path }) => path === "/orders/review")).toHaveLength(1);
    expect(stderr.match(/could not be read/g)).toHaveLength(1);
    expect(stderr).toContain("the prices of 350 items could not be read: ");
  });
});

describe("VIEW-02 the share of the area", () => {
  const sharesIn = async (words: string): Promise<(string | undefined)[]> => {
    const [head, ...rows] = linesOf((await swath(words, on(200))).stdout);
    const place = cells(head).indexOf("COVERS");
    return rows.map((row) => (place < 0 ? undefined : cells(row)[place]));
  };

  it("stands in each row for a disc, a box and a polygon", async () => {
    for (const area of [
      "--place Lisbon --radius 20km",
      "--bbox -9.2,38.6,-9,38.8",
      "--intersects 'POLYGON((-9.2 38.6,-9 38.6,-9 38.8,-9.2 38.6))'",
    ])
      for (const share of await sharesIn(`catalog search ${area} --limit 20`))
        expect(share).toMatch(/^(?:<?[\d.]+%)$/);
  });

  it("is left out for a point, and for items that are named", async () => {
    expect(await sharesIn("catalog search --point -9.14,38.71")).not.toContain(expect.anything());
    expect(await sharesIn(`catalog search --bbox -9.2,38.6,-9,38.8 --id ${items[0]?.id}`)).toEqual([
      undefined,
    ]);
  });

  it("is a column of items where --columns names it", async () => {
    const { stdout } = await swath(`${SEARCH} --columns id,covers`);
    for (const line of linesOf(stdout)) expect(line).toMatch(/\t<?[\d.]+%$/);
  });
});
