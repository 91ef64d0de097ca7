import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HttpRequest, Send } from "../../../src/contract/send.ts";
import { fetchSearchPages, type SearchPage } from "../../../src/client/pages.ts";
import { rememberIds } from "../../../src/client/seen-ids.ts";
import { clientOf, reply, scriptedSend } from "./doubles.ts";

const item = (id: string, collection = "public") => ({ type: "Feature", id, collection, assets: {} });
const SEARCH = "https://api.sar.example/v1/catalog/search";
const nextLink = (members: object): object => ({ links: [{ rel: "self" }, { rel: "next", ...members }] });
const body = (value: object): never => value as never;

type Options = Partial<Parameters<typeof fetchSearchPages>[0]>;

async function collect(send: Send, options: Options = {}): Promise<SearchPage[]> {
  const pages: SearchPage[] = [];
  for await (const page of fetchSearchPages({
    client: clientOf(send),
    body: body({}),
    limit: Infinity,
    ...options,
  }))
    pages.push(page);
  return pages;
}

const idsOf = (pages: SearchPage[]): unknown[] => pages.flatMap(({ items }) => items.map(({ id }) => id));
const sentOf = ({ method, url, body: text }: HttpRequest): unknown[] => [
  method,
  url,
  text && JSON.parse(text as string),
];

describe("CATALOG-36 following links[rel=next]", () => {
  test("the body of a link is laid over the search, with and without merge: the filter stays", async () => {
    const send = scriptedSend(
      {
        body: {
          features: [item("a")],
          ...nextLink({ method: "POST", href: SEARCH, merge: true, body: { token: "t2" } }),
        },
      },
      {
        body: { features: [item("b")], ...nextLink({ method: "post", href: SEARCH, body: { token: "t3" } }) },
      },
      {
        body: { features: [item("c")], ...nextLink({ method: "POST", merge: true, body: { token: "t4" } }) },
      },
      { body: { features: [item("d")] } },
    );
    const pages = await collect(send, { body: body({ collections: ["public"] }), pageSize: 1 });
    expect(idsOf(pages)).toEqual(["a", "b", "c", "d"]);
    expect(send.requests.map(sentOf)).toEqual([
      ["POST", SEARCH, { collections: ["public"], limit: 1 }],
      ["POST", SEARCH, { collections: ["public"], limit: 1, token: "t2" }],
      ["POST", SEARCH, { collections: ["public"], limit: 1, token: "t3" }],
      ["POST", SEARCH, { collections: ["public"], limit: 1, token: "t4" }],
    ]);
    expect(pages.at(-1)).toMatchObject({ hasMore: false });
    expect(pages.every(({ note }) => note === undefined)).toBe(true);
  });

  test("a service that refuses the filter beside its token gets the link's body alone", async () => {
    const send = scriptedSend(
      {
        body: { features: [item("a")], ...nextLink({ method: "POST", href: SEARCH, body: { token: "2" } }) },
      },
      { status: 400, body: { message: "token must be alone" } },
      {
        body: { features: [item("b")], ...nextLink({ method: "POST", href: SEARCH, body: { token: "3" } }) },
      },
      { body: { features: [item("c")] } },
    );
    expect(idsOf(await collect(send, { body: body({ collections: ["public"] }) }))).toEqual(["a", "b", "c"]);
    expect(send.requests.slice(1).map((request) => sentOf(request)[2])).toEqual([
      { collections: ["public"], token: "2" },
      { token: "2" },
      { token: "3" },
    ]);
  });

  test("the query of a link is added to the search byte for byte, whatever its address and method", async () => {
    const odd = "token='a'%2Fb";
    const send = scriptedSend(
      {
        body: { features: [item("a")], ...nextLink({ href: `https://gw.acme.example/prod/search?${odd}` }) },
      },
      { body: { features: [item("b")], ...nextLink({ href: "?token=3", method: "GET" }) } },
      { body: { features: [item("c")] } },
    );
    const query = { "bbox-crs": "CRS84" } as never;
    expect(idsOf(await collect(send, { body: body({ bbox: [0, 0, 1, 1] }), query }))).toEqual([
      "a",
      "b",
      "c",
    ]);
    expect(send.requests.slice(1).map(sentOf)).toEqual([
      ["POST", `${SEARCH}?bbox-crs=CRS84&${odd}`, { bbox: [0, 0, 1, 1] }],
      ["POST", `${SEARCH}?bbox-crs=CRS84&token=3`, { bbox: [0, 0, 1, 1] }],
    ]);
    expect(send.requests[1]?.headers).toHaveProperty("authorization");
  });

  test("a page that repeats the first is requested with its position in the body, then by GET; the way that works is kept", async () => {
    const first = { features: [item("a")], ...nextLink({ href: "?page=2" }) };
    const inBody = scriptedSend(
      { body: first },
      { body: first },
      { body: { features: [item("b")], ...nextLink({ href: "?page=3" }) } },
      { body: { features: [item("c")] } },
    );
    expect(idsOf(await collect(inBody))).toEqual(["a", "b", "c"]);
    expect(inBody.requests.slice(1).map(sentOf)).toEqual([
      ["POST", `${SEARCH}?page=2`, {}],
      ["POST", SEARCH, { page: 2 }],
      ["POST", SEARCH, { page: 3 }],
    ]);
    const byGet = scriptedSend(
      { body: { features: [item("a")], ...nextLink({ href: "/v2/page/2?token=2" }) } },
      { status: 405, body: {} },
      { status: 422, body: {} },
      { body: { features: [item("b")], ...nextLink({ href: "/v2/page/3" }) } },
      { body: { features: [item("c")] } },
    );
    expect(idsOf(await collect(byGet))).toEqual(["a", "b", "c"]);
    expect(byGet.requests.slice(3).map(sentOf)).toEqual([
      ["GET", "https://api.sar.example/v2/page/2?token=2", undefined],
      ["GET", "https://api.sar.example/v2/page/3", undefined],
    ]);
  });

  test("a position in the person's own body gives way to that of the link", async () => {
    const send = scriptedSend(
      { body: { features: [item("a")], ...nextLink({ href: "https://gw.acme.example/search?page=2" }) } },
      { body: { features: [item("b")] } },
    );
    await collect(send, { body: body({ page: 1 }) });
    expect(sentOf(send.requests[1]!)).toEqual(["POST", `${SEARCH}?page=2`, { page: 2 }]);
  });

  test("SEC-01 the headers of a link are sent, except those that the client sends itself", async () => {
    const headers = {
      "Search-After": "LC81530752019135",
      Authorization: "Bearer theirs",
      host: "evil.example",
      Cookie: "a=b",
      "User-Agent": "other",
      "x-new\nline": "1",
      "X-Long": "a\r\nb",
    };
    const send = scriptedSend(
      { body: { features: [item("a")], ...nextLink({ method: "POST", href: SEARCH, headers }) } },
      { body: { features: [item("b")] } },
    );
    expect(idsOf(await collect(send))).toEqual(["a", "b"]);
    const [first, second] = send.requests.map((request) => request.headers);
    expect(second).toEqual({ ...first, "search-after": "LC81530752019135" });
  });

  test("properties that would reach into a prototype are not merged", async () => {
    const link =
      '{"rel":"next","method":"POST","merge":true,"body":{"__proto__":{"limit":9},"constructor":1,"token":"2"}}';
    const send = scriptedSend({ body: `{"features":[{"id":"a"}],"links":[${link}]}` }, { body: [] });
    await collect(send);
    expect(send.requests[1]?.body).toBe('{"token":"2"}');
  });

  test.each([
    "https://evil.example/v1/catalog/search?token=2",
    "http://api.sar.example/v1/catalog/search?token=2",
    "https://api.sar.example:8443/x",
    "//evil.example/x?token=2",
    "https://me@api.sar.example/x",
    "javascript:0",
  ])("P11 a link to another origin never leads there: %s", async (href) => {
    const send = scriptedSend({ body: { features: [item("a")], ...nextLink({ href }) } });
    const pages = await collect(send);
    expect(pages.at(-1)?.note).toMatch(/leads back to a page already read|no new results/);
    expect(send.requests.map(({ url }) => url.replace(/[?].*/, ""))).toEqual(send.requests.map(() => SEARCH));
  });

  test("a link that would place an order leads to a search", async () => {
    const link = nextLink({ method: "POST", href: "https://api.sar.example/v1/orders", body: { items: [] } });
    const send = scriptedSend({ body: { features: [item("a")], ...link } });
    await collect(send);
    expect(send.requests.every(({ url }) => url === SEARCH)).toBe(true);
  });
});

describe("CATALOG-36 pages without links", () => {
  /** A service that counts, or not, and reads `page` from the body, or not at all. */
  const numbered = (
    total: number,
    { counts = true, reads = true, size = 10 } = {},
  ): Send & { asked: unknown[] } =>
    Object.assign(
      (async ({ body: text }) => {
        const asked = JSON.parse(text as string) as { page?: number };
        send.asked.push(asked.page);
        const from = reads ? ((asked.page ?? 1) - 1) * size : 0;
        const features = Array.from({ length: total }, (_, index) => item(`i${index}`)).slice(
          from,
          from + size,
        );
        return reply({ body: { features, ...(counts && { numberMatched: total }) } });
      }) as Send,
      { asked: [] as unknown[] },
    );
  let send: ReturnType<typeof numbered>;

  test("a service that counts more is asked by page until its number is reached", async () => {
    send = numbered(25, { size: 5 });
    expect(idsOf(await collect(send))).toHaveLength(25);
    expect(send.asked).toEqual([undefined, 2, 3, 4, 5]);
  });

  test("without a count, a full page is followed by the next one; a short one is the last", async () => {
    send = numbered(25, { counts: false });
    expect(idsOf(await collect(send))).toHaveLength(25);
    expect(send.asked).toEqual([undefined, 2, 3]);
    send = numbered(9, { counts: false });
    await collect(send);
    expect(send.asked).toEqual([undefined]);
  });

  test("a service that ignores page is found out by its second page", async () => {
    send = numbered(25, { reads: false });
    const pages = await collect(send);
    expect(idsOf(pages)).toHaveLength(10);
    expect(send.asked).toEqual([undefined, 2]);
    expect(pages.at(-1)?.note).toContain("page 2");
    expect(pages.at(-1)?.isUncertain).toBeUndefined();
    send = numbered(25, { reads: false, counts: false });
    expect((await collect(send)).at(-1)?.isUncertain).toBe(true);
  });

  test("a service that refuses page ends the search with what was read", async () => {
    const strict = scriptedSend(
      { body: { features: [item("a")], numberMatched: 3 } },
      { status: 422, body: { message: "unrecognized key: page" } },
    );
    const pages = await collect(strict);
    expect([idsOf(pages), pages.at(-1)?.note]).toEqual([
      ["a"],
      expect.stringContaining("refuses page 2 (unrecognized key: page"),
    ]);
  });

  test("one page that suffices is the only one", async () => {
    send = numbered(25);
    const pages = await collect(send, { limit: 10 });
    expect([send.asked, pages[0]?.hasMore]).toEqual([[undefined], true]);
  });

  test("the last page of a linked listing is not continued by number", async () => {
    const linked = scriptedSend(
      { body: { features: [item("a")], numberMatched: 9, ...nextLink({ href: "?token=2" }) } },
      { body: { features: [item("b")], numberMatched: 9 } },
    );
    expect((await collect(linked)).at(-1)?.hasMore).toBe(false);
    expect(linked.requests).toHaveLength(2);
  });
});

describe("CATALOG-36 items of later pages are compared with the search", () => {
  const geo = (id: string, type: unknown = "GEO", more: object = {}) => ({
    ...item(id),
    properties: { "sar:product_type": type, datetime: "2026-01-05T00:00:00Z" },
    geometry: { type: "Point", coordinates: [10, 50] },
    ...more,
  });
  const search = {
    collections: ["public"],
    datetime: "2026-01-01T00:00:00Z/2026-01-31T00:00:00Z",
    bbox: [9, 49, 11, 51],
    query: { "sar:product_type": { eq: "GEO" }, "view:incidence_angle": { lt: 30 } },
  };

  test("those that do not meet it are left out and counted; a missing value is no difference", async () => {
    const others = [
      geo("type", "SLC"),
      geo("place", "GEO", { geometry: { type: "Point", coordinates: [30, 50] } }),
      geo("time", "GEO", { properties: { datetime: "2026-03-05T00:00:00Z" } }),
      geo("angle", "GEO", { properties: { "view:incidence_angle": 31 } }),
      { ...geo("collection"), collection: "private" },
    ];
    const send = scriptedSend(
      { body: { features: [geo("a")], ...nextLink({ href: "?page=2" }) } },
      { body: { features: [...others, geo("b"), item("bare"), geo("case", "geo")] } },
    );
    const pages = await collect(send, { body: body(search) });
    expect(idsOf(pages)).toEqual(["a", "b", "bare", "case"]);
    expect(pages[1]?.misfits).toEqual({ count: 5, example: 'sar:product_type of item type is "SLC"' });
  });

  test("a filter that the first page does not meet either is not compared", async () => {
    const send = scriptedSend(
      { body: { features: [geo("a", "geocoded")], ...nextLink({ href: "?page=2" }) } },
      { body: { features: [geo("b", "geocoded")] } },
    );
    const pages = await collect(send, { body: body(search) });
    expect([idsOf(pages), pages[1]?.misfits]).toEqual([["a", "b"], undefined]);
  });

  test("with ids only the ids are compared", async () => {
    const send = scriptedSend(
      { body: { features: [geo("a")], ...nextLink({ href: "?page=2" }) } },
      { body: { features: [geo("b", "SLC"), geo("other")] } },
    );
    const pages = await collect(send, { body: body({ ...search, ids: ["a", "b"] }) });
    expect([idsOf(pages), pages[1]?.misfits?.count]).toEqual([["a", "b"], 1]);
  });
});

describe("limits", () => {
  const far = (total: number): Send => {
    let page = 0;
    return async () => {
      page += 1;
      const features = Array.from({ length: 10 }, (_, index) => item(`i${page * 10 + index}`));
      return reply({
        body: { features, numberMatched: total - page, ...nextLink({ href: `?page=${page + 1}` }) },
      });
    };
  };

  test("limit is a total; the last page is cut, and the rest is reported", async () => {
    const pages = await collect(far(1312), { limit: 25 });
    expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 5]);
    expect(pages.at(-1)?.hasMore).toBe(true);
    expect(pages.map(({ numberMatched }) => numberMatched)).toEqual([1311, 1311, 1311]);
  });

  test("a first page that suffices is the only one requested, whatever its link is", async () => {
    const send = scriptedSend({
      body: { features: [item("a"), item("b")], ...nextLink({ href: "https://evil.example/" }) },
    });
    const pages = await collect(send, { limit: 2 });
    expect([idsOf(pages), pages[0]?.hasMore, send.requests.length]).toEqual([["a", "b"], true, 1]);
  });

  test("the page size is sent only if it was given", async () => {
    const send = scriptedSend({ body: [] });
    await collect(send, { body: body({ ids: ["x"] }), limit: 3 });
    expect(sentOf(send.requests[0]!)[2]).toEqual({ ids: ["x"] });
  });

  test("the first rows are delivered before the second page is requested", async () => {
    const send = scriptedSend(
      { body: { features: [item("a")], ...nextLink({ href: "?page=2" }) } },
      { body: [] },
    );
    const pages = fetchSearchPages({ client: clientOf(send), body: body({}), limit: Infinity });
    expect((await pages.next()).value).toMatchObject({ items: [{ id: "a" }] });
    expect(send.requests).toHaveLength(1);
    await pages.return();
    expect(send.requests).toHaveLength(1);
  });

  test("a bare array is the complete answer", async () => {
    expect(idsOf(await collect(scriptedSend({ body: [item("a"), item("b")] })))).toEqual(["a", "b"]);
  });
});

describe("circular links", () => {
  test.each([
    ["the same address", nextLink({ href: "?page=2" }), 2],
    ["the same token", nextLink({ method: "POST", merge: true, body: { token: "t" } }), 2],
    ["the search itself", nextLink({ method: "POST", merge: true, body: {} }), 1],
    ["another host, without a query", nextLink({ href: "https://gw.acme.example/prod/search" }), 1],
  ])("%s again ends with a note", async (_what, link, requests) => {
    let page = 0;
    const sent: string[] = [];
    const send: Send = async ({ url }) => {
      sent.push(url);
      page += 1;
      return reply({ body: { features: [item(`new-${page}`)], ...link } });
    };
    const pages = await collect(send);
    expect(sent).toHaveLength(requests);
    expect(pages.at(-1)).toMatchObject({
      hasMore: true,
      note: expect.stringContaining("leads back") as string,
    });
  });

  test("a page of known items only, or ten empty ones, end with a note", async () => {
    let page = 0;
    const always =
      (features: object[]): Send =>
      async () => {
        page += 1;
        return reply({ body: { features, ...nextLink({ href: `?page=${page}` }) } });
      };
    const known = await collect(always([item("a")]));
    expect([idsOf(known), known.at(-1)?.note]).toEqual([["a"], expect.stringContaining("no new results")]);
    const empty = await collect(always([]));
    expect([empty.length, empty.at(-1)?.note]).toEqual([10, expect.stringContaining("after 10 empty ones")]);
  });
});

describe("duplicates", () => {
  test("are dropped across pages by collection and id, without changing the order", async () => {
    const send = scriptedSend(
      { body: { features: [item("a"), item("b"), item("a")], ...nextLink({ href: "?page=2" }) } },
      {
        body: {
          features: [item("b"), item("a", "private"), item("c"), { type: "Feature" }, { type: "Feature" }],
        },
      },
    );
    const pages = await collect(send);
    expect(pages.flatMap(({ items }) => items.map(({ id, collection }) => `${collection}/${id}`))).toEqual([
      "public/a",
      "public/b",
      "private/a",
      "public/c",
      "undefined/undefined",
      "undefined/undefined",
    ]);
  });

  test("only the first appearance of each is remembered, up to the capacity", () => {
    const ids = fc.array(fc.string({ maxLength: 3 }), { maxLength: 200 });
    fc.assert(
      fc.property(ids, (given) => {
        const seen = rememberIds();
        expect(given.filter((id) => seen.isNew(id))).toEqual([...new Set(given)]);
      }),
    );
  });

  test("100,000 ids are remembered, within limited memory", () => {
    const all = rememberIds();
    for (let index = 0; index < 100_000; index += 1) all.isNew(`granule-${index}`);
    expect(all.isNew("granule-0")).toBe(false);
    const few = rememberIds(2);
    expect(["a", "b", "c", "d", "a"].map((id) => few.isNew(id))).toEqual(Array(5).fill(true));
    expect(few.isNew("d")).toBe(false);
  });
});
