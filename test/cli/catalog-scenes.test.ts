/** `catalog search` on a terminal: one row per scene. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { repriced } from "./repriced.ts";
import { scriptedSend } from "./scripted-service.ts";

const { swath, send } = await openBench();

const PLACE = "catalog search --place Lisbon --radius 20km";
const SCENES = 6;
/** In a table on a terminal the limit counts scenes. */
const SEARCH = `${PLACE} --limit ${SCENES}`;
const HEADS = ["SCENE", "TIME", "INC °", "COVERS", "ORBIT", "LOOK", "MODE", "PRODUCTS", "RESOLUTION m"];

const refusing = scriptedSend({ POST: [{ status: 403, body: { message: "no orders for you" } }] });
const on = (columns: number) => ({ stdoutTTY: true, columns });
const linesOf = (text: string): string[] =>
  text
    .replaceAll(/\u001b\[\d+m/g, "")
    .trimEnd()
    .split("\n");
const cells = (line = ""): string[] => line.trim().split(/ {2,}/);

interface Item {
  id: string;
  properties: Record<string, string>;
}
const collectOf = ({ properties }: Item): string => properties["vendor:collect_id"] ?? "";
const collectsIn = (some: readonly Item[]): string[] => [...new Set(some.map(collectOf))];
const read = async (words: string): Promise<Item[]> =>
  JSON.parse((await swath(`${words} --json`)).stdout) as Item[];

const found = await read(`${PLACE} --all`);
const collects = collectsIn(found).slice(0, SCENES);
const items = found.filter((item) => collects.includes(collectOf(item)));
/** The same items where the limit counts items. */
const ITEMS = `${PLACE} --limit ${items.length}`;

describe("VIEW-02 one row per scene", () => {
  it("begins with the short id of the scene, and has its products in one cell", async () => {
    const [head, ...rows] = linesOf((await swath(SEARCH, on(200))).stdout);
    expect(cells(head)).toEqual(HEADS);
    expect(rows.map((row) => cells(row)[0])).toEqual(collects.map((id) => id.slice(0, 8)));
    for (const [index, row] of rows.entries()) {
      const types = items
        .filter(({ properties }) => properties["vendor:collect_id"] === collects[index])
        .map(({ properties }) => properties["sar:product_type"] ?? "");
      expect(cells(row).at(-2)?.split(" ").toSorted()).toEqual(types.toSorted());
    }
  });

  const DECIDING = ["SCENE", "TIME", "INC °", "ORBIT", "LOOK", "MODE", "COVERS", "PRODUCTS"];

  it.each([90, 100, 120, 160])(
    "on %i columns the deciding columns are there, with the price",
    async (columns) => {
      for (const isPriced of [true, false]) {
        const { stdout } = await swath(isPriced ? `${SEARCH} --price` : SEARCH, on(columns));
        const [head, ...rows] = linesOf(stdout);
        expect(cells(head)).toEqual(expect.arrayContaining([...DECIDING, ...(isPriced ? ["PRICE"] : [])]));
        for (const line of linesOf(stdout)) expect(line.length).toBeLessThanOrEqual(columns);
        for (const row of rows) expect(row).toMatch(/ (?:asc|desc) +[LR] +(?:s[pl]|strip)/);
      }
    },
  );

  it("a narrow terminal drops columns from the right, the resolution first, and a note lists them with --verbose", async () => {
    const at = async (columns: number) => {
      const { stdout, stderr } = await swath(`${SEARCH} --price --verbose`, on(columns));
      return { heads: cells(linesOf(stdout)[0]), said: stderr };
    };
    const [middle, narrow] = [await at(90), await at(60)];
    expect(middle.heads.slice(-2)).toEqual(["PRODUCTS", "+1"]);
    expect(middle.said).toContain(
      "column RESOLUTION m does not fit in 90 characters: choose with --columns\n",
    );
    expect(narrow.heads).toEqual(["SCENE", "TIME", "INC °", "COVERS", "PRICE", "ORBIT"]);
    expect(narrow.said).toContain("columns LOOK, MODE, PRODUCTS, RESOLUTION m do not fit in 60 characters");
  });

  it("VIEW-02 --columns on a terminal: a note reports that rows are items, except with --per-item", async () => {
    const note = "--columns shows one row per item; without it a terminal shows one row per scene\n";
    expect((await swath(`${SEARCH} --columns id,covers`, on(120))).stderr).toContain(note);
    for (const words of ["--columns id --per-item", "--columns day --per day", ""])
      expect((await swath(`${SEARCH} ${words}`, on(120))).stderr).not.toContain(note);
    expect((await swath(`${SEARCH} --columns id`)).stderr).not.toContain(note);
  });

  it("--per-item has one row per item, and so have --columns, pipes, csv, ids and JSON", async () => {
    const count = items.length;
    const ids = items.map(({ id }) => id);
    const linesFor = async (words: string) => linesOf((await swath(words, on(200))).stdout);
    expect(await linesFor(`${ITEMS} --per-item`)).toHaveLength(count + 1);
    expect(await linesFor(`${ITEMS} --columns time,products`)).toHaveLength(count + 1);
    expect(linesOf((await swath(ITEMS)).stdout)).toHaveLength(count);
    expect(await linesFor(`${ITEMS} --output csv`)).toHaveLength(count + 1);
    expect(await linesFor(`${ITEMS} --output id`)).toEqual(ids);
    expect(await linesFor(`${ITEMS} --quiet`)).toEqual(ids);
    expect(JSON.parse((await swath(`${ITEMS} --json`, on(200))).stdout)).toEqual(items);
  });

  it("products of one collect are one scene even if other items separate them in the list", async () => {
    const sorted = await swath(`${SEARCH} --sort product`, on(200));
    const scenes = linesOf(sorted.stdout)
      .slice(1)
      .map((row) => cells(row)[0]);
    expect(new Set(scenes).size).toBe(scenes.length);
  });

  it("--price of a scene with an unreadable price: the readable prices are a range, and the unreadable one follows it", async () => {
    const mixed = repriced(send, (cost, index) => (index === 1 ? "on request" : cost));
    const { stdout } = await swath(`${SEARCH} --price`, { ...on(200), send: mixed });
    const [, range, rest] = /(\S+), (on request)/.exec(stdout) ?? [];
    const [least = Number.NaN, most = least] = (range ?? "").replaceAll(/[$,]/g, "").split("-").map(Number);
    expect(least).toBeLessThanOrEqual(most);
    expect(rest).toBe("on request");
  });

  it("--price shows the prices of a scene's products, and each item's price in csv and JSON", async () => {
    const { stdout, requests } = await swath(`${SEARCH} --price`, on(200));
    const [head, first] = linesOf(stdout);
    expect(cells(head)[4]).toBe("PRICE");
    expect(cells(first)[4]).toMatch(/^\$[\d.,]+(?:-[\d.,]+)?$/);
    expect(requests.map(({ path }) => path)).toEqual(["/catalog/search", "/orders/review"]);
    const priced = JSON.parse((await swath(`${SEARCH} --price --json`)).stdout) as { price: object }[];
    expect(priced[0]?.price).toEqual({ amount: expect.any(Number) as number, currency: "USD" });
    const sheet = linesOf((await swath(`${ITEMS} --price --output csv`)).stdout);
    expect(sheet[0]).toMatch(/,price,price\.amount,price\.currency$/);
  });

  it("unreadable prices are missing, with a warning and its reason", async () => {
    const { stdout, stderr, exitCode } = await swath(`${SEARCH} --price`, {
      ...on(200),
      send: (request) => (request.url.endsWith("/orders/review") ? refusing : send)(request),
    });
    expect(exitCode).toBe(0);
    expect(linesOf(stdout)).toHaveLength(collects.length + 1);
    expect(stderr).toContain(`the prices of ${items.length} items could not be read`);
  });

  it("--price stops reading prices after the first failed review, and warns once", async () => {
    const { stderr, stdout, requests } = await swath("catalog search --limit 350 --price --output id", {
      send: (request) => (request.url.endsWith("/orders/review") ? refusing : send)(request),
    });
    expect(linesOf(stdout)).toHaveLength(350);
    expect(requests.filter(({ path }) => path === "/orders/review")).toHaveLength(1);
    expect(stderr.match(/could not be read/g)).toHaveLength(1);
    expect(stderr).toContain("the prices of 350 items could not be read: ");
  });
});

describe("VIEW-02 a table of complete scenes", () => {
  const rowsOf = (stdout: string): string[][] => linesOf(stdout).slice(1).map(cells);
  const productsIn = (collect: string): string[] =>
    found
      .filter((item) => collectOf(item) === collect)
      .map(({ properties }) => properties["sar:product_type"] ?? "")
      .toSorted();

  it("--limit counts scenes, and the last one has all its products", async () => {
    for (const limit of [1, 2, 5, 9]) {
      const { stdout, stderr, requests } = await swath(`${PLACE} --limit ${limit}`, on(200));
      const rows = rowsOf(stdout);
      expect(rows.map((row) => row[0])).toEqual(
        collectsIn(found)
          .slice(0, limit)
          .map((id) => id.slice(0, 8)),
      );
      for (const [index, row] of rows.entries())
        expect(row.at(-2)?.split(" ").toSorted()).toEqual(productsIn(collectsIn(found)[index]!));
      const listed = found.filter((item) => collectsIn(found).slice(0, limit).includes(collectOf(item)));
      expect(stderr).toContain(
        `showing the first ${limit === 1 ? "scene" : `${limit} scenes`}: ${listed.length} of the ${found.length} items found (--limit N for more)\n`,
      );
      expect(requests).toHaveLength(1);
    }
  });

  it("reads more small pages until the last scene is complete", async () => {
    const { stdout } = await swath(`${PLACE} --limit 3 --page-size 2`, on(200));
    expect(rowsOf(stdout).map((row) => row.at(-2)?.split(" ").toSorted())).toEqual(
      collectsIn(found).slice(0, 3).map(productsIn),
    );
  });

  it("without --limit a terminal shows 20 scenes with one request, and a pipe ten items", async () => {
    const { stdout, requests } = await swath("catalog search", on(200));
    expect(rowsOf(stdout)).toHaveLength(20);
    expect(requests).toHaveLength(1);
    const piped = await swath("catalog search");
    expect(linesOf(piped.stdout)).toHaveLength(10);
    expect(piped.requests.map(({ body }) => (body as { limit?: number }).limit)).toEqual([undefined]);
  });

  it("reports that products may be missing if the sort order separates them", async () => {
    const said = "further products of these scenes may follow (--all reads everything)";
    const apart = await swath(`${PLACE} --limit 3 --sort product`, on(200));
    expect(apart.stderr).toContain(said);
    const { stderr } = await swath(`${PLACE} --limit 3 --sort datetime`, on(200));
    expect(stderr).not.toContain(said);
  });
});

describe("VIEW-02 the share of the area", () => {
  const sharesIn = async (words: string): Promise<(string | undefined)[]> => {
    const [head, ...rows] = linesOf((await swath(words, on(200))).stdout);
    const place = cells(head).indexOf("COVERS");
    return rows.map((row) => (place < 0 ? undefined : cells(row)[place]));
  };

  it("is in each row for a disc, a box and a polygon", async () => {
    for (const area of [
      "--place Lisbon --radius 20km",
      "--bbox -9.2,38.6,-9,38.8",
      "--file 'POLYGON((-9.2 38.6,-9 38.6,-9 38.8,-9.2 38.6))'",
    ])
      for (const share of await sharesIn(`catalog search ${area} --limit 20`))
        expect(share).toMatch(/^(?:<?[\d.]+%)$/);
  });

  it("is omitted for a point, and for items given by id", async () => {
    expect(await sharesIn("catalog search --point -9.14,38.71")).not.toContain(expect.anything());
    expect(await sharesIn(`catalog search --bbox -9.2,38.6,-9,38.8 --id ${items[0]?.id}`)).toEqual([
      undefined,
    ]);
  });

  it("is a column of items if --columns contains it", async () => {
    const { stdout } = await swath(`${SEARCH} --columns id,covers`);
    for (const line of linesOf(stdout)) expect(line).toMatch(/\t<?[\d.]+%$/);
  });
});

describe("VIEW-06 an unknown column is refused before any request", () => {
  it.each([
    ["id,bogus", "give its path: properties.bogus"],
    ["id,prduct", "Did you mean product?"],
  ])("--columns %s", async (columns, says) => {
    const run = await swath(`${SEARCH} --columns ${columns}`, on(120));
    expect(run).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
    expect(run.stderr).toContain(`${says}\n`);
  });

  it.each(["platform", "gsd", "properties.whatever", "acme:word", "INC °", "geometry"])(
    "--columns %s may be in the data, and is sent",
    async (column) => {
      const { requests } = await swath(["catalog", "search", "--limit", "1", "--columns", column]);
      expect(requests.length).toBeGreaterThan(0);
    },
  );
});

describe("a point without scenes", () => {
  it("on a terminal the next command searches around it, far enough to find something", async () => {
    const words = "catalog search --place Porto";
    const { stderr, stdout } = await swath(words, { stdoutTTY: true, stderrTTY: true, columns: 120 });
    expect(stdout).toBe("");
    const [, command = ""] =
      /^Nothing found\nno scene contains this point; with (--radius \d+km) the same search finds some\n$/m.exec(
        stderr.replaceAll(/\u001b\[\d+m/g, ""),
      ) ?? [];
    expect((await swath(`${words} ${command} --output id`)).stdout).not.toBe("");
  });

  it("in a script no further request is sent", async () => {
    const { stderr, requests } = await swath("catalog search --place Porto");
    expect(requests).toHaveLength(1);
    expect(stderr).toMatch(/Nothing found\n$/);
  });
});
