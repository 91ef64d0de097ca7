/** The requests of the order commands: a command line, the one request it sends, and the printed answer. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { runScripted } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const { swath, clock, control } = await openBench();

interface Found {
  id: string;
  collection: string;
  properties: Record<string, string>;
}
const items = JSON.parse((await swath("catalog search --limit 40 --json")).stdout) as Found[];
const geo = items.find(({ properties }) => properties["sar:product_type"] === "GEO")!;
const slc = items.find(({ properties }) => properties["sar:product_type"] === "SLC")!;
const collectId = geo.properties["vendor:collect_id"]!;
const orderItem = ({ id, collection }: Found) => ({ collectionId: collection, granuleId: id });

const paths = (run: { requests: { path: string }[] }): string[] => run.requests.map(({ path }) => path);

const home = await tempHome();
const save = (name: string, value: unknown): Promise<void> =>
  writeFile(join(home, name), JSON.stringify(value));
await save("items.json", [orderItem(geo), orderItem(slc)]);
await save("order.json", { items: [orderItem(geo)] });
await save("stac.json", { type: "FeatureCollection", features: [geo, slc] });
await save("one.json", geo);

const TABLE: readonly (readonly [title: string, words: string, body: object])[] = [
  ["ORDER-02 one archive item", `--item ${geo.collection}/${geo.id}`, { items: [orderItem(geo)] }],
  [
    "ORDER-02 a granule id may contain slashes",
    "--item c/a/b --no-validate",
    { items: [{ collectionId: "c", granuleId: "a/b" }] },
  ],
  ["ORDER-02 order items from a file", "--items items.json", { items: [orderItem(geo), orderItem(slc)] }],
  ["ORDER-02 a whole order from a file", "--items order.json", { items: [orderItem(geo)] }],
  [
    "ORDER-02 ORDER-04 STAC items from a file",
    "--items stac.json",
    { items: [orderItem(geo), orderItem(slc)] },
  ],
  ["ORDER-02 one STAC item", "--items one.json", { items: [orderItem(geo)] }],
  [
    "ORDER-01 the same item twice is bought once",
    `--item ${geo.collection}/${geo.id} --items stac.json`,
    { items: [orderItem(geo), orderItem(slc)] },
  ],
  [
    "ORDER-03 a product to be generated",
    `--generate GEC=${collectId}`,
    { items: [{ productType: "GEC", collectIds: [collectId] }] },
  ],
  [
    "ORDER-03 of several collects",
    "--generate SLC=c1,c2",
    { items: [{ productType: "SLC", collectIds: ["c1", "c2"] }] },
  ],
  [
    "ORDER-05 ORDER-19 vessels with their image",
    "--generate VS=c1 --generate GEO=c1",
    {
      items: [
        { productType: "VS", collectIds: ["c1"] },
        { productType: "GEO", collectIds: ["c1"] },
      ],
    },
  ],
  [
    "ORDER-01 a complete body, and one more path",
    `--data @order.json --set contractId=c-7`,
    { items: [orderItem(geo)], contractId: "c-7" },
  ],
];

it.each(TABLE)("%s", async (_title, typed, body) => {
  const review = await swath(`order review ${typed}`, { home });
  expect(
    review.requests.map(({ method, path, body: sent }) => ({ method, path, body: sent })),
    review.stderr,
  ).toEqual([{ method: "POST", path: "/orders/review", body }]);
  const place = await swath(`order place ${typed} --yes`, { home: await copied() });
  expect(
    place.requests.map(({ method, path, body: sent }) => ({ method, path, body: sent })),
    place.stderr,
  ).toEqual([
    { method: "POST", path: "/orders/review", body },
    { method: "POST", path: "/orders", body },
  ]);
});

/** The same files beside an empty journal. */
async function copied(): Promise<string> {
  const { cp } = await import("node:fs/promises");
  const copy = await tempHome();
  for (const name of ["items.json", "order.json", "stac.json", "one.json"])
    await cp(join(home, name), join(copy, name));
  return copy;
}

it("ORDER-03 a product type in lower case is sent in upper case, with a note", async () => {
  const { requests, stderr } = await swath(`order review --generate gec=${collectId}`);
  expect(requests[0]?.body).toEqual({ items: [{ productType: "GEC", collectIds: [collectId] }] });
  expect(stderr).toBe("--generate: gec was taken as GEC\n");
});

it("ORDER-03 an unknown product type is sent with a warning", async () => {
  const { requests, stderr } = await swath(`order review --generate POLSAR=${collectId}`);
  expect(requests).toHaveLength(1);
  expect(stderr).toContain(
    'Warning: --generate: "POLSAR" is not a product type that the interface lists (GEO, GEC, SLC, SICD, SIDD, CPHD, VS)\n',
  );
});

it("ORDER-05 --with-geo looks the image up and adds it", async () => {
  const { requests, stderr } = await swath(`order review --generate VS=${collectId} --with-geo`);
  expect(requests.map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: "/catalog/search",
      body: { query: { "vendor:collect_id": { eq: collectId }, "sar:product_type": { eq: "GEO" } } },
    },
    {
      path: "/orders/review",
      body: { items: [{ productType: "VS", collectIds: [collectId] }, orderItem(geo)] },
    },
  ]);
  expect(stderr).toContain(`added the GEO item ${geo.id}`);
});

it("ORDER-05 --with-geo looks up as many images at a time as --concurrency allows", async () => {
  let inFlight = 0;
  let most = 0;
  const send: Send = async ({ body }) => {
    most = Math.max(most, (inFlight += 1));
    await new Promise(setImmediate);
    inFlight -= 1;
    const id = /"eq":"(c\d+)"/.exec(Buffer.from(body ?? "").toString())?.[1];
    const found = id === undefined ? {} : { features: [{ ...geo, id: `geo-${id}` }] };
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: Readable.from([Buffer.from(JSON.stringify(found))]),
    };
  };
  const vessels = Array.from({ length: 12 }, (_, at) => `--generate VS=c${at}`).join(" ");
  const run = await swath(`order review ${vessels} --with-geo --concurrency 3`, {
    send: (request) => clock.during(send(request)),
  });
  expect(run.requests, run.stderr).toHaveLength(13);
  expect(most).toBe(3);
});

it("ORDER-05 --with-geo finds nothing: no order, and the error has the next step", async () => {
  const run = await swath("order review --generate VS=nope --with-geo");
  expect(run.exitCode).toBe(3);
  // The second search looks whether the service has another prefix.
  expect(run.requests.map(({ path }) => path)).toEqual(["/catalog/search", "/catalog/search"]);
  expect(run.stderr).toMatchInlineSnapshot(`
    "Error: --generate: VS of collect nope needs the GEO item of that collect in the same order, and the archive has none
      Add --generate GEO=nope
      code VS_WITHOUT_GEO at items[0], exit 3
    "
  `);
});

it("ORDER-05 a doubtful image is sent with a warning", async () => {
  const line = `order review --generate VS=${collectId} --item ${geo.collection}/${geo.id}`;
  const warned = await swath(line);
  expect(warned.stderr).toContain("may be missing from the order");
  expect(warned.requests).toHaveLength(1);
});

it("ORDER-08 a review shows each price and the total", async () => {
  const line = "order review --items items.json";
  const person = await swath(line, { home, stdoutTTY: true });
  expect(person.stdout.replaceAll(geo.id, "<geo>").replaceAll(slc.id, "<slc>")).toMatchInlineSnapshot(`
    "2026-03-09T23:22Z  vendor-10  Southern Ocean, 280 km off Antarctica
      $350.00  GEO  ordered before  <geo>
      $500.00  SLC  ordered before  <slc>
    [1mSubtotal:[22m  $850.00
    [1mTotal:[22m     $850.00
    "
  `);
  const script = await swath(`${line} --json`, { home });
  expect(JSON.parse(script.stdout)).toMatchObject({
    authorized: true,
    summary: { total: expect.stringMatching(/^\$/) as string },
  });
});

it("ORDER-11 ORDER-13 ORDER-14 prints the result as the service returned it", async () => {
  const { stdout } = await swath(`order place --item ${geo.collection}/${geo.id} --yes --json`);
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
  expect(JSON.parse(stdout)).toEqual({
    orderId: uuid,
    userId: uuid,
    organizationId: uuid,
    orderDate: "2026-03-10T11:47:00Z",
    expirationDate: "2026-03-17T11:47:00Z",
    orderStatus: "completed",
    items: [
      {
        collectionId: geo.collection,
        granuleId: geo.id,
        previouslyOrdered: true,
        type: geo.properties["sar:instrument_mode"],
        collectionDate: geo.properties["datetime"],
      },
    ],
  });
});

it("ORDER-06 ORDER-12 ORDER-15 a generated product is in progress, with dates and items for a person", async () => {
  const wanted = await swath(
    `order place --generate VS=${collectId} --item ${geo.collection}/${geo.id} --yes`,
    { stdoutTTY: true },
  );
  expect(wanted.stdout.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uuid>")).toMatchInlineSnapshot(`
    "[1mOrder:[22m    <uuid>
    [1mStatus:[22m   in-progress
    [1mOrdered:[22m  2026-03-10T11:47:00Z
    [1mExpires:[22m  2026-03-17T11:47:00Z

    [1mITEM[22m                                          [1mMODE[22m      [1mCOLLECTED[22m  +1
    VENDOR-10_20260309T232220_SM_GEO_HH_6d767c1c  stripmap  2026-03-09T23:22Z
    VENDOR-10_20260309T232220_SM_VS_HH_6d767c1c   stripmap  2026-03-09T23:22Z
    "
  `);
});

it("ORDER-13 --output id prints only the order's id", async () => {
  const { stdout } = await swath(`order place --item ${geo.collection}/${geo.id} --yes --output id`);
  expect(stdout).toMatch(/^[0-9a-f-]{36}\n$/);
});

it("ORDER-13 the order is in the history of this machine", async () => {
  const own = await tempHome();
  const { stdout: id } = await swath(
    `order place --item ${geo.collection}/${geo.id} --yes --max-cost 1000 --output id`,
    { home: own },
  );
  const { stdout } = await swath("order history --json", { home: own });
  expect(JSON.parse(stdout)).toEqual([
    expect.objectContaining({
      orderId: id.trim(),
      state: "confirmed",
      items: 1,
      price: "$350.00",
      orderStatus: "completed",
      expirationDate: "2026-03-17T11:47:00Z",
    }),
  ]);
  expect(clock.slept).toEqual([]);
});

it("ORDER-14 an order that the service rejects is shown, and fails", async () => {
  const rejected = { orderId: "o-1", orderStatus: "rejected", items: [] };
  const run = await swath("order place --item c/g --yes", {
    send: async () => ({
      status: 201,
      headers: { "content-type": "application/json" },
      body: [Buffer.from(JSON.stringify(rejected))] as never,
    }),
  });
  expect(run.exitCode).toBe(8);
  expect(run.stdout).toBe("o-1\trejected\t\t0\n");
  expect(run.stderr).toMatchInlineSnapshot(`
    "Total: not shown by the service
    Error: the service rejected order o-1
      code ORDER_NOT_AUTHORIZED, exit 8
    "
  `);
});

it("P16 an order that lacks a requested item is not a success, and unexpected items are reported", async () => {
  const run = await runScripted("order place --item vendor-archive/a --yes", {
    "POST /orders": [{ body: { orderId: "o-1", items: [{ granuleId: "zzzz-other" }] } }],
  });
  expect([run.exitCode, run.stdout.split("\t")[0]]).toEqual([8, "o-1"]);
  expect(run.stderr).toMatch(/order o-1 .*: zzzz-other/);
  expect(run.stderr).toContain("code RESPONSE_UNRECOGNISED");
  expect(run.stderr).toContain("order o-1");
  expect(run.stderr).toContain("without a:");
});

it("P16 two orders answered with one id are named in a warning", async () => {
  const home = await tempHome();
  const script = { "POST /orders": [{ body: { orderId: "o-1" } }] };
  const first = await runScripted("order place --item vendor-archive/a --yes", script, { home });
  expect(first.stderr).not.toContain("one id");
  const second = await runScripted("order place --item vendor-archive/b --yes", script, { home });
  expect(second.exitCode, second.stderr).toBe(0);
  expect(second.stderr).toMatch(
    /the service gave the id o-1 to an earlier order as well \(journal [0-9a-f]{16}-1\): each of them may be paid/,
  );
});

it.each([
  ["after the collection", "vendor-archive /a"],
  ["before the id", "vendor-archive/ a"],
])("P17 an item with a space %s is refused", async (_where, item) => {
  const script = { "POST /orders": [{ body: { orderId: "o-1" } }] };
  const typed = await runScripted(["order", "place", "--item", item, "--yes"], script);
  const unchecked = await runScripted(["order", "place", "--item", item, "--yes", "--no-validate"], script);
  for (const run of [typed, unchecked]) {
    expect(run).toMatchObject({ exitCode: 3, requests: [] });
    expect(run.stderr).toContain("has spaces before or after an id");
    expect(run.stderr).toContain("code ORDER_ITEM_SHAPE, exit 3");
  }
  const [collectionId, granuleId] = item.split("/");
  const listed = await tempHome();
  await writeFile(join(listed, "spaced.json"), JSON.stringify([{ collectionId, granuleId }]));
  const read = await runScripted("order place --items spaced.json --yes", script, { home: listed });
  expect(read).toMatchObject({ exitCode: 3, requests: [] });
  expect(read.stderr).toContain("code ORDER_ITEM_SHAPE at items[0].");
});

describe("a vessel detection of a scene whose GEO item was bought before", () => {
  const place = `order place --generate VS=${collectId} --with-geo`;
  let own: string;
  beforeEach(async () => {
    own = await tempHome();
    expect(
      (await swath(`order place --item ${geo.collection}/${geo.id} --yes`, { home: own })).exitCode,
    ).toBe(0);
  });

  it("P1 ORDER-05 the error in a script names what is paid again, and --resend", async () => {
    const run = await swath(`${place} --yes`, { home: own });
    expect([run.exitCode, paths(run)]).toEqual([12, ["/catalog/search"]]);
    expect(run.stderr).toContain(
      `contains 1 of these 2 items (${geo.collection}/${geo.id}) and can be downloaded until`,
    );
    expect(run.stderr).toContain(
      ", and the rest cannot be ordered without it: nothing was ordered\n  Add --resend to buy again, and pay again\n",
    );
    const again = await swath(`${place} --yes --resend`, { home: own });
    expect([again.exitCode, paths(again).at(-1)], again.stderr).toEqual([0, "/orders"]);
  });

  it("P1 ORDER-05 a person is asked once about it, and then about the price", async () => {
    const asked: string[] = [];
    const ask = async ({ message }: { message: string }): Promise<boolean> => (asked.push(message), true);
    const run = await swath(place, { home: own, stdinTTY: true, stderrTTY: true, ask });
    expect([run.exitCode, paths(run).at(-1)], run.stderr).toEqual([0, "/orders"]);
    expect(asked).toEqual([
      expect.stringMatching(
        /contains 1 of these 2 items \(\S+\) and can be downloaded until .*, and the rest cannot be ordered without it\. Order again, and pay again\?$/,
      ),
      expect.stringMatching(/^Order 2 items for \$/),
    ]);
  });
});

describe("one product under two spellings", () => {
  it.each(["--yes", "--yes --max-cost 9000"])(
    "P1 an item, then the product of its collect with %s: the price names the item, and the second order is refused",
    async (consent) => {
      const own = await tempHome();
      await swath(`order place --item ${geo.collection}/${geo.id} --yes`, { home: own });
      const again = await swath(`order place --generate GEO=${collectId} ${consent}`, { home: own });
      expect([again.exitCode, paths(again)], again.stderr).toEqual([12, ["/orders/review"]]);
      expect(again.stderr).toContain("code ALREADY_ORDERED");
      const paid = await swath(`order place --generate GEO=${collectId} ${consent} --resend`, { home: own });
      expect([paid.exitCode, paths(paid).at(-1)], paid.stderr).toEqual([0, "/orders"]);
    },
  );

  it("P1 a generated product whose response is lost blocks the item that its price named", async () => {
    const own = await tempHome();
    await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
    const lost = await swath(`order place --generate GEO=${collectId} --yes`, { home: own });
    expect(lost.exitCode, lost.stderr).toBe(13);
    const again = await swath(`order place --item ${geo.collection}/${geo.id} --yes`, { home: own });
    expect([again.exitCode, paths(again)], again.stderr).toEqual([13, []]);
  });

  it("P1 an item, then the product of its collect by api: the second order is refused", async () => {
    const own = await tempHome();
    await swath(`order place --item ${geo.collection}/${geo.id} --yes`, { home: own });
    const body = JSON.stringify({ items: [{ productType: "GEO", collectIds: [collectId] }] });
    const again = await swath(["api", "POST", "/orders", "--data", body, "--yes"], { home: own });
    expect([again.exitCode, paths(again)], again.stderr).toEqual([12, ["/orders/review"]]);
    expect(again.stderr).toContain("code ALREADY_ORDERED");
  });

  it("P1 a generated product is not ordered if the price cannot be read, which may name an owned item", async () => {
    const own = await tempHome();
    await swath(`order place --item ${geo.collection}/${geo.id} --yes`, { home: own });
    await control("POST", "/faults", { route: "reviewOrder", status: 503 });
    const again = await swath(`order place --generate GEO=${collectId} --yes`, { home: own });
    await control("DELETE", "/faults");
    expect([again.exitCode, new Set(paths(again))], again.stderr).toEqual([9, new Set(["/orders/review"])]);
    expect(again.stderr).toContain("the price was not read, and nothing was ordered");
  });

  it("P5 a price without one of the archive items is not the price of an order that also generates products", async () => {
    const price = {
      authorized: true,
      summary: { total: "$10" },
      items: [{ granuleId: "k9_GEC", cost: "$10" }],
    };
    const { exitCode, stderr, requests } = await runScripted(
      "order place --item c/a --generate GEC=k9 --no-validate --yes --max-cost 100",
      { "POST /orders/review": [{ body: price }] },
    );
    expect([exitCode, requests.map(({ path }) => path)]).toEqual([8, ["/orders/review"]]);
    expect(stderr).toContain("code RESPONSE_UNRECOGNISED");
    expect(stderr).toContain("the price review has no price of a");
  });

  it.each([
    ["a collect", "order place --no-validate --generate GEO="],
    ["an item", "order place --no-validate --item c/"],
    ["a task", "order task "],
  ])(
    "P1 %s in lower case, then in upper case: a service may ignore case in ids, so it is one",
    async (_what, words) => {
      const own = await tempHome();
      const id = "3f9a0000-aaaa-4bbb-8ccc-00000000abcd";
      const script = Object.fromEntries(
        [id, id.toUpperCase()].flatMap((taskId) => [
          [`POST /orders/task/${taskId}`, [{ body: { orderId: "o-1" } }]],
          [`GET /task/${taskId}`, [{ body: { id: taskId, properties: {}, status: "completed" } }]],
        ]),
      );
      const order = (given: string) =>
        runScripted(
          `${words}${given} --yes`,
          { ...script, "POST /orders": [{ body: { orderId: "o-1" } }] },
          { home: own },
        );
      expect((await order(id)).requests.map(({ method }) => method)).toContain("POST");
      const again = await order(id.toUpperCase());
      expect(
        [again.exitCode, again.requests.filter(({ method }) => method === "POST")],
        again.stderr,
      ).toEqual([12, []]);
    },
  );

  // Its id is `<collect>_<type>`, which names the product that an order by collect generates.
  it.each([
    ["--item c/k1_GEO", "--generate GEO=k1"],
    ["--generate GEO=k1", "--item c/k1_GEO"],
  ])("P1 %s, then %s: the second is refused", async (one, two) => {
    const own = await tempHome();
    const script = { "POST /orders": [{ body: { orderId: "o-1" } }] };
    const first = await runScripted(`order place ${one} --no-validate --yes`, script, { home: own });
    expect(first.requests.map(({ path }) => path)).toContain("/orders");
    const again = await runScripted(`order place ${two} --no-validate --yes`, script, { home: own });
    expect([again.exitCode, again.requests]).toEqual([12, []]);
    expect(again.stderr).toContain("code ALREADY_ORDERED");
  });
});
