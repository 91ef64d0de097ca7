/** PICK-02: catalog items by a prefix of an id, as in the table of a search. */
import { afterAll, describe, expect, it } from "vitest";
import { rm } from "node:fs/promises";
import { openBench } from "./bench.ts";
import { runScripted, scriptedSend, type Answer } from "./scripted-service.ts";
import { BASE_URL, tempHome, type Surroundings } from "./world.ts";

const { swath } = await openBench();
const home = await tempHome();
afterAll(() => rm(home, { recursive: true, force: true }));

interface Item {
  id: string;
  collection: string;
  properties: Record<string, string>;
}
const SEARCH = "catalog search --place Lisbon --radius 20km --limit 20";
const items = JSON.parse((await swath(`${SEARCH} --json`)).stdout) as Item[];
const [first] = items as [Item];
const collect = first.properties["vendor:collect_id"]!;
const short = collect.slice(0, 8);
const scene = items.filter(({ properties }) => properties["vendor:collect_id"] === collect);
const types = scene.map(({ properties }) => properties["sar:product_type"]!);
const full = ({ id, collection }: Item): string => `${collection}/${id}`;
const asOrdered = ({ id, collection }: Item) => ({ collectionId: collection, granuleId: id });
const bodies = (requests: readonly { path: string; body?: unknown }[], path: string): unknown[] =>
  requests.filter((request) => request.path === path).map(({ body }) => body);
const RANGE = { query: { "vendor:collect_id": { gte: short, lt: `${short}z` } }, limit: 100 };

/** A prefix of four characters or more that several scenes share. */
async function sharedBeginning(): Promise<{ begin: string; collects: string[] }> {
  const { stdout } = await swath("catalog search --product-type SLC --limit 2000 --json");
  const all = [
    ...new Set((JSON.parse(stdout) as Item[]).map((item) => item.properties["vendor:collect_id"]!)),
  ];
  for (const begin of all.map((id) => id.slice(0, 4))) {
    const collects = all.filter((id) => id.startsWith(begin));
    if (collects.length > 1) return { begin, collects };
  }
  throw new Error("no two scenes begin alike");
}

const terminal = (more: Surroundings = {}): Surroundings => ({
  home,
  stdinTTY: true,
  stdoutTTY: true,
  stderrTTY: true,
  columns: 200,
  ...more,
});

describe("PICK-02 the short id of a scene", () => {
  it.each([short, short.slice(0, 6).toUpperCase(), collect])(
    "%s prices all its products with one more request, each noted in full",
    async (word) => {
      for (const line of [`order review ${word}`, `order review --item ${word}`]) {
        const { requests, stderr, exitCode } = await swath(line);
        expect(exitCode, stderr).toBe(0);
        expect(requests.map(({ path }) => path)).toEqual(["/catalog/search", "/orders/review"]);
        expect(bodies(requests, "/orders/review")).toEqual([
          { items: expect.arrayContaining(scene.map(asOrdered)) },
        ]);
        for (const item of scene) expect(stderr).toContain(`${word} is ${full(item)}\n`);
      }
    },
  );

  it("a full item id, as notes print it, is an argument too, without a search", async () => {
    const { requests, exitCode } = await swath(`order review ${full(first)}`);
    expect(exitCode).toBe(0);
    expect(requests.map(({ path }) => path)).toEqual(["/orders/review"]);
    expect(bodies(requests, "/orders/review")).toEqual([{ items: [asOrdered(first)] }]);
  });

  it("is unknown if a service refuses to compare texts, and nothing is bought", async () => {
    const { requests, stderr, exitCode } = await swath(`order place ${short}:GEO --yes`, {
      send: scriptedSend({
        "POST /catalog/search": [{ status: 400, body: { error: "gte compares numbers" } }],
      }),
    });
    expect(exitCode, stderr).toBe(2);
    expect(stderr).toContain(`no scene found has an id that begins with "${short}`);
    // The second search looks whether the service has another prefix.
    expect(requests.map(({ path }) => path)).toEqual(["/catalog/search", "/catalog/search"]);
  });

  it("is found by a range of collect ids", async () => {
    const { requests } = await swath(`order review ${short}`);
    expect(bodies(requests, "/catalog/search")).toEqual([RANGE]);
  });

  it("with a product buys that one, also in a script, and the note precedes the order", async () => {
    const type = types[0]!;
    const { requests, stderr, exitCode } = await swath(
      `order place --item ${short}:${type.toLowerCase()} --yes`,
    );
    expect(exitCode, stderr).toBe(0);
    expect(bodies(requests, "/orders")).toEqual([{ items: [asOrdered(first)] }]);
    expect(stderr).toContain(`${short}:${type.toLowerCase()} is ${full(first)}\n`);
  });

  it("with several products is not ordered", async () => {
    const { requests, stderr, exitCode } = await swath(`order place ${short} --yes`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`scene ${short} has ${types.length} products: `);
    // The example is the usual product, and not the first in the alphabet.
    expect(types.toSorted().indexOf("GEO")).toBeGreaterThan(0);
    expect(stderr).toContain(`such as ${short}:GEO\n`);
    expect(bodies(requests, "/orders")).toEqual([]);
  });

  it("cannot be paid under --quiet, which hides its full id", async () => {
    const { requests, stderr, exitCode } = await swath(`order place ${short}:${types[0]} --yes --quiet`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("code USAGE");
    expect(stderr).toContain(`"${short}" is scene ${collect}`);
    expect(stderr).toContain("Leave out --quiet\n");
    expect(bodies(requests, "/orders")).toEqual([]);
  });

  it("of two scenes is an error with both", async () => {
    const { begin, collects } = await sharedBeginning();
    for (const line of [
      `order review ${begin}`,
      `catalog preview ${begin}`,
      `catalog search --like ${begin}`,
      `catalog search --collect-id ${begin}`,
    ]) {
      const { requests, stderr, exitCode } = await swath(line);
      expect(exitCode, stderr).toBe(2);
      expect(stderr).toContain(`ID_AMBIGUOUS`);
      expect(stderr).toContain(`"${begin}" may be any of ${collects.length} scenes: `);
      for (const id of collects) expect(stderr).toContain(id.slice(0, 8));
      expect(requests).toHaveLength(1);
    }
  });

  it("shows the picture of its GEO product", async () => {
    const { stdout, stderr, exitCode } = await swath(`catalog preview ${short} --image none --json`);
    expect(exitCode, stderr).toBe(0);
    const pictured = scene.find(({ properties }) => properties["sar:product_type"] === "GEO") ?? first;
    expect(JSON.parse(stdout)).toMatchObject([{ item: pictured.id }]);
    expect(stderr).toContain(`${short} is ${full(pictured)}\n`);
  });

  it("selects the scene of --like, --item, --collect-id and --generate", async () => {
    const like = await swath(`catalog search --like ${short} --output id`);
    expect(like.stdout).toBe((await swath(`catalog search --like ${first.id} --output id`)).stdout);
    const stacks = await swath(`catalog stacks --item ${short} --json`);
    expect(stacks.stdout).toBe((await swath(`catalog stacks --item ${first.id} --json`)).stdout);
    const found = await swath(`catalog search --collect-id ${short} --output id`);
    expect(found.stdout.trim().split("\n").toSorted()).toEqual(scene.map(({ id }) => id).toSorted());
    const { requests, stderr } = await swath(`order review --generate GEC=${short}`);
    expect(stderr).toContain(`"${short}" is scene ${collect}`);
    expect(bodies(requests, "/orders/review")).toEqual([
      { items: [{ productType: "GEC", collectIds: [collect] }] },
    ]);
  });

  it("selects the collect of a retask", async () => {
    const { requests, stderr, exitCode } = await swath(
      `collect retask ${short} --window-close +14d --output id`,
    );
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(`"${short}" is scene ${collect}`);
    expect(requests.at(-1)?.path).toBe(`/collects/${collect}/retask`);
  });

  it.each(["order review 00000000", "order place --item 00000000 --yes"])(
    "without a scene is refused: %s",
    async (line) => {
      const { stderr, requests, exitCode } = await swath(line);
      expect([2, 3]).toContain(exitCode);
      expect(stderr).toContain('no scene found has an id that begins with "00000000"');
      expect(requests.map(({ path }) => path)).toEqual(["/catalog/search", "/catalog/search"]);
    },
  );

  it("needs no request in a dry run", async () => {
    const { requests, exitCode, stderr } = await swath(`order review ${short} --dry-run`);
    expect(stderr).toContain("code USAGE");
    expect(stderr).toContain(`"${short}"`);
    expect({ requests, exitCode }).toEqual({ requests: [], exitCode: 2 });
  });
});

describe("PICK-02 on a terminal that has shown the scene", () => {
  it("one search checks for other scenes with the short id, and for an item with that prefix", async () => {
    await swath(SEARCH, terminal());
    // After the price one more request looks up its ids.
    const described = expect.objectContaining({ ids: expect.anything() as unknown }) as unknown;
    const review = await swath(`order review ${short}`, terminal());
    expect(review.requests.map(({ path }) => path)).toEqual([
      "/catalog/search",
      "/orders/review",
      "/catalog/search",
    ]);
    expect(bodies(review.requests, "/catalog/search")).toEqual([RANGE, described]);
    const begin = first.id.slice(0, -1);
    const item = await swath(`order review --item ${begin}`, terminal());
    expect(bodies(item.requests, "/catalog/search")).toEqual([{ ids: [begin] }, described]);
    expect(bodies(item.requests, "/orders/review")).toEqual([{ items: [asOrdered(first)] }]);
    expect(item.stderr).toContain(`${begin} is ${full(first)}\n`);
    const whole = await swath(`order review ${full(first)}`, terminal());
    expect(whole.requests.map(({ path }) => path)).toEqual(["/orders/review", "/catalog/search"]);
  });

  it("catalog preview VENDOR-0 may be any of them: they are listed", async () => {
    const { stderr, exitCode, requests } = await swath("catalog preview VENDOR-0", terminal());
    expect({ exitCode, bodies: bodies(requests, "/catalog/search") }).toEqual({
      exitCode: 2,
      bodies: [{ ids: ["VENDOR-0"] }],
    });
    expect(stderr).toMatch(/"VENDOR-0" may be any of \d+ items: VENDOR/);
  });

  it("a prefix of two scenes is an error with both, even if one was shown", async () => {
    const { begin, collects } = await sharedBeginning();
    const shown = await swath(`catalog search --collect-id ${collects[0]}`, terminal());
    expect(shown.stdout).toContain(collects[0]!.slice(0, 8));
    const { stderr, exitCode, requests } = await swath(`order place ${begin}:GEO --yes`, terminal());
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`"${begin}" may be any of ${collects.length} scenes: `);
    for (const id of collects) expect(stderr).toContain(id.slice(0, 8));
    expect(requests.map(({ path }) => path)).toEqual(["/catalog/search"]);
  });

  it("order place refuses a scene with several products, even if only one was shown", async () => {
    await swath(`catalog search --collect-id ${collect} --product-type GEO`, terminal());
    for (const word of [short, collect]) {
      const { stderr, exitCode, requests } = await swath(`order place ${word} --yes`, terminal());
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`scene ${word} has ${types.length} products: `);
      expect(requests.map(({ path }) => path)).toEqual(["/catalog/search"]);
    }
  });
});

describe("PICK-02 a short id after its collection", () => {
  it("is looked up inside that collection", async () => {
    const word = `${first.collection}/${short}`;
    for (const line of [`order review ${word}`, `order review --item ${word}`]) {
      const { requests, stderr, exitCode } = await swath(line);
      expect(exitCode, stderr).toBe(0);
      expect(bodies(requests, "/catalog/search")).toEqual([{ ...RANGE, collections: [first.collection] }]);
      expect(bodies(requests, "/orders/review")).toEqual([
        { items: expect.arrayContaining(scene.map(asOrdered)) },
      ]);
      for (const item of scene) expect(stderr).toContain(`${word} is ${full(item)}\n`);
    }
    const placed = await swath(`order place ${word}:${types[0]} --yes`);
    expect(bodies(placed.requests, "/orders")).toEqual([{ items: [asOrdered(first)] }]);
  });

  it("of another collection stays unchanged, and a full id causes no search", async () => {
    const other = await swath(`order review other/${short} --json`);
    expect(bodies(other.requests, "/orders/review")).toEqual([
      { items: [{ collectionId: "other", granuleId: short }] },
    ]);
    const whole = await swath(`order review other/${collect}`);
    expect(whole.requests.map(({ path }) => path)).toEqual(["/orders/review"]);
  });

  it("cannot be paid under --quiet, and the hint has it in full", async () => {
    const { stderr, exitCode } = await swath(
      `order place ${first.collection}/${short}:${types[0]} --yes --quiet`,
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Leave out --quiet\n");
  });
});

describe("PICK-02 a catalog of several pages", () => {
  const feature = (id: string, collectId: string, type = "GEO"): object => ({
    type: "Feature",
    id,
    collection: "archive",
    geometry: null,
    properties: {
      datetime: "2026-03-01T00:00:00Z",
      "sar:product_type": type,
      "vendor:collect_id": collectId,
    },
  });
  const next = {
    links: [
      { rel: "next", method: "POST", href: `${BASE_URL}/catalog/search`, body: { page: 2 }, merge: true },
    ],
  };
  const page = (features: readonly object[], more: object = {}) => ({
    body: { type: "FeatureCollection", features, ...more },
  });
  const placed = (answers: readonly Answer[], line = "order place beef:GEO --yes") =>
    runScripted(line, { "POST /catalog/search": answers });

  it("a scene on the second page makes the id ambiguous", async () => {
    const { stderr, exitCode, requests } = await placed([
      page([feature("A", "beef0001")], next),
      page([feature("B", "beef0002")]),
    ]);
    expect(stderr).toContain('"beef" may be any of 2 scenes: beef0001');
    expect({ exitCode, count: requests.length }).toEqual({ exitCode: 2, count: 2 });
  });

  it("that ends early may hide another scene: nothing is bought or priced", async () => {
    for (const line of ["order place beef:GEO --yes", "order review beef"]) {
      const { stderr, exitCode, requests } = await placed(
        [page([feature("A", "beef0001")], next), page([], next)],
        line,
      );
      expect(stderr).toContain('not all scenes whose ids begin with "beef" could be read');
      expect({ exitCode, paths: new Set(requests.map(({ path }) => path)) }).toEqual({
        exitCode: 8,
        paths: new Set(["/catalog/search"]),
      });
    }
  });

  it("of a service that ignores the range finds nothing", async () => {
    const { stderr, requests, exitCode } = await placed([
      page([feature("A", "beef0001"), feature("B", "cafe0002")], next),
    ]);
    expect(stderr).toContain('no scene found has an id that begins with "beef');
    expect({ exitCode, count: requests.length }).toEqual({ exitCode: 2, count: 1 });
  });

  it("order place beef:GEO with two items of that type is an error with both", async () => {
    const { stderr, exitCode, requests } = await placed([
      page([feature("A", "beef0001"), feature("B", "beef0001"), feature("C", "beef0001", "GEC")]),
    ]);
    expect(stderr).toContain("product GEO of scene beef may be any of 2 items: archive/A; archive/B");
    expect(stderr).toContain("code ID_AMBIGUOUS");
    expect({ exitCode, count: requests.length }).toEqual({ exitCode: 2, count: 1 });
  });

  it("order place does not buy the longer id if the service refuses to look up the short one", async () => {
    const own = terminal({ home: await tempHome() });
    const send = scriptedSend({ "POST /catalog/search": [page([feature("VX-12", "beef0001")])] });
    const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" };
    await swath("catalog search", { ...own, env, send });
    for (const status of [400, 404]) {
      const refusing = scriptedSend({
        "POST /catalog/search": [{ status, body: { error: "no search by ids" } }],
      });
      const { requests, stderr, exitCode } = await swath("order place archive/VX-1 --yes", {
        ...own,
        env,
        send: refusing,
      });
      expect(stderr).toContain('could not resolve "VX-1": ');
      expect(stderr).toContain("nothing was bought\n  Give the full id\n");
      expect(exitCode).not.toBe(0);
      expect(requests.map(({ path }) => path)).toEqual(["/catalog/search"]);
    }
  });

  it("an id that is also a prefix of the shown one selects the item with exactly that id", async () => {
    const own = terminal({ home: await tempHome() });
    const send = scriptedSend({ "POST /catalog/search": [page([feature("VX-12", "beef0001")])] });
    const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" };
    await swath("catalog search", { ...own, env, send });
    const asked = scriptedSend({
      "POST /catalog/search": [page([feature("VX-1", "cafe0001")])],
      "POST /orders/review": [{ status: 400, body: { error: "enough" } }],
    });
    for (const word of ["VX-1", "archive/VX-1"]) {
      const { requests } = await swath(`order review ${word}`, { ...own, env, send: asked });
      expect(bodies(requests, "/orders/review")).toEqual([
        { items: [{ collectionId: "archive", granuleId: "VX-1" }] },
      ]);
    }
  });
});

describe("PICK-02 an id of an item without its collection, as --output id and order review print it", () => {
  const LINES = [`order review ${first.id}`, `order review --item ${first.id}`];

  it.each([...LINES, `order place ${first.id} --yes`])(
    "%s looks it up in the catalog, and notes it in full",
    async (line) => {
      const { requests, stderr, exitCode } = await swath(line);
      expect(exitCode, stderr).toBe(0);
      expect(bodies(requests, "/catalog/search")).toEqual([{ ids: [first.id] }]);
      const path = line.includes("place") ? "/orders" : "/orders/review";
      expect(bodies(requests, path)).toEqual([{ items: [asOrdered(first)] }]);
      expect(stderr).toContain(`${first.id} is ${full(first)}\n`);
    },
  );

  it("all ids from one search are one request", async () => {
    const { requests, exitCode } = await swath(["order", "review", ...scene.map(({ id }) => id)]);
    expect(exitCode).toBe(0);
    expect(bodies(requests, "/catalog/search")).toEqual([{ ids: scene.map(({ id }) => id) }]);
    expect(bodies(requests, "/orders/review")).toEqual([{ items: scene.map(asOrdered) }]);
  });

  it("an id that the catalog does not have is refused, and nothing is bought", async () => {
    for (const line of ["order place VENDOR-99_none --yes", "order place --item VENDOR-99_none --yes"]) {
      const { requests, stderr, exitCode } = await swath(line);
      expect([2, 3]).toContain(exitCode);
      expect(stderr).toMatch(/the catalog has no item (?:of that id|"VENDOR-99_none")/);
      expect(requests.map(({ path }) => path)).toEqual(["/catalog/search"]);
    }
  });

  it("is not looked up in a dry run, which reports it", async () => {
    const { requests, stderr, exitCode } = await swath(`order review ${first.id} --dry-run`);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain("code USAGE");
    expect(stderr).toContain(`"${first.id}"`);
  });

  const UUID = "0f3c2a7e-5a0b-4c0d-8e1f-2a3b4c5d6e7f";
  const of = (collection: string, id: string): object => ({
    type: "Feature",
    id,
    collection,
    geometry: null,
    properties: { "sar:product_type": "GEO" },
  });
  const found = (...features: object[]) => ({ body: { type: "FeatureCollection", features } });
  const review = [{ body: { orderDetails: { summary: { total: "$1.00" } } } }];

  it("a UUID may be the id of a collect and of an item", async () => {
    const { requests, stderr } = await runScripted(`order review ${UUID}`, {
      "POST /catalog/search": [found(), found(of("archive", UUID))],
      "POST /orders/review": review,
    });
    expect(bodies(requests, "/orders/review"), stderr).toEqual([
      { items: [{ collectionId: "archive", granuleId: UUID }] },
    ]);
  });

  it("an id in two collections is refused, and order review suggests ids with their collection", async () => {
    const script = {
      "POST /catalog/search": [found(of("archive", "dup-1"), of("open", "dup-1"))],
      "POST /orders/review": review,
    };
    const placed = await runScripted("order place dup-1 --yes", script);
    expect(placed.stderr).toContain("dup-1 may be any of 2 items: archive/dup-1; open/dup-1");
    expect(placed.stderr).toContain("code ID_AMBIGUOUS");
    expect(placed.requests).toHaveLength(1);
    const { stderr } = await runScripted("order review dup-1", script);
    expect(stderr).toContain("dup-1 means all its 2 products; archive/dup-1 is one of them");
  });
});

describe("PICK-02 catalog search --id", () => {
  it.each([short, collect])("finds all items of the scene %s", async (word) => {
    const run = await swath(`catalog search --id ${word} --json`);
    const found = JSON.parse(run.stdout) as Item[];
    expect(found.map(({ id }) => id).toSorted()).toEqual(scene.map(({ id }) => id).toSorted());
    expect(bodies(run.requests, "/catalog/search").at(-1)).toMatchObject({
      ids: expect.arrayContaining(scene.map(({ id }) => id)) as unknown,
    });
  });

  it("takes an item with its collection, as order review prints it; in another collection it is unknown", async () => {
    const run = await swath(`catalog search --id ${full(first)} --output id`);
    expect([run.stdout, run.stderr]).toEqual([`${first.id}\n`, ""]);
    expect(bodies(run.requests, "/catalog/search").at(-1)).toEqual({ ids: [first.id] });
    const other = await swath(`catalog search --id other/${first.id} --output id`);
    expect([other.stdout, bodies(other.requests, "/catalog/search").at(-1)]).toEqual([
      "",
      { ids: [`other/${first.id}`] },
    ]);
  });

  it("prints what there is, and an id that the catalog has not is the failure of the run", async () => {
    const run = await swath(`catalog search --id ${first.id},deadbeef --id ${first.id}x --json`);
    expect((JSON.parse(run.stdout) as Item[]).map(({ id }) => id)).toEqual([first.id]);
    expect(run.exitCode).toBe(6);
    expect(JSON.parse(run.stderr)).toMatchObject({
      error: { code: "NOT_FOUND", notFound: ["deadbeef", `${first.id}x`] },
    });
    const limited = await swath(`catalog search --id ${first.id},deadbeef --limit 1 --output id`);
    expect(limited.stdout).toBe(`${first.id}\n`);
  });

  it("catalog preview and --like take an item with its collection", async () => {
    const shown = scene.find(({ properties }) => properties["sar:product_type"] === "GEO") ?? first;
    const pictured = await swath(`catalog preview ${full(shown)} --output json`);
    expect(pictured.exitCode, pictured.stderr).toBe(0);
    expect((await swath(`catalog search --like ${full(first)} --limit 1 --output id`)).exitCode).toBe(0);
  });

  it("of the full id of an item sends no other search", async () => {
    const { requests } = await swath(`catalog search --id ${first.id}`);
    expect(bodies(requests, "/catalog/search")).toEqual([{ ids: [first.id] }]);
  });

  it.each(["get", "show", "item"])(
    "is the next step of catalog %s ID, which is not a command",
    async (verb) => {
      const run = await swath(`catalog ${verb} ${short}`);
      expect({ exitCode: run.exitCode, stderr: run.stderr }).toEqual({
        exitCode: 2,
        stderr: expect.stringContaining(`  Show an item: swath catalog search --id <id>\n`) as unknown,
      });
    },
  );
});
