import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HttpRequest, Send } from "../../../src/contract/send.ts";
import { searchPages, type SearchPage } from "../../../src/client/pages.ts";
import { seenIds } from "../../../src/client/seen-ids.ts";
import { clientOf, failureOf, reply, scriptedSend } from "./doubles.ts";

const item = (id: string, collection = "public") => ({ type: "Feature", id, collection, assets: {} });
const SEARCH = "https://api.sar.example/v1/catalog/search";
const nextLink = (members: object): object => ({ links: [{ rel: "self" }, { rel: "next", ...members }] });
const body = (value: object): never => value as never;

type Options = Partial<Parameters<typeof searchPages>[0]>;

async function collect(send: Send, options: Options = {}): Promise<SearchPage[]> {
  const pages: SearchPage[] = [];
  for await (const page of searchPages({
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
  test("POST with merge lays the link's body over the search; without merge it replaces it", async () => {
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
      ["POST", SEARCH, { token: "t3" }],
      ["POST", SEARCH, { collections: ["public"], limit: 1, token: "t4" }],
    ]);
    expect(pages.at(-1)).toMatchObject({ hasMore: false });
    expect(pages.every(({ note }) => note === undefined)).toBe(true);
  });

  test("GET by address, absolute or relative, byte for byte", async () => {
    const odd = "https://api.sar.example/v1/catalog/search?token='a'%2Fb";
    const send = scriptedSend(
      { body: { features: [item("a")], ...nextLink({ href: odd }) } },
      { body: { features: [item("b")], ...nextLink({ href: "?token=3" }) } },
      { body: { features: [item("c")], ...nextLink({ href: "/v2/page/4" }) } },
      { body: { features: [item("d")] } },
    );
    expect(idsOf(await collect(send))).toEqual(["a", "b", "c", "d"]);
    expect(send.requests.slice(1).map(sentOf)).toEqual([
      ["GET", odd, undefined],
      ["GET", `${SEARCH}?token=3`, undefined],
      ["GET", "https://api.sar.example/v2/page/4", undefined],
    ]);
    expect(send.requests[1]?.headers).toHaveProperty("authorization");
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
    "//evil.example/x",
    "https://me@api.sar.example/x",
    "javascript:0",
  ])("P11 a link to another origin ends the search with an error and is not requested: %s", async (href) => {
    const send = scriptedSend({ body: { features: [item("a")], ...nextLink({ href }) } });
    const error = await failureOf(collect(send));
    expect(error).toMatchObject({ code: "RESPONSE_UNRECOGNISED", kind: "service" });
    expect(error.message).toContain("not to https://api.sar.example");
    expect(send.requests).toHaveLength(1);
  });

  test("a link that would place an order is not followed", async () => {
    const link = nextLink({ method: "POST", href: "https://api.sar.example/v1/orders", body: { items: [] } });
    const send = scriptedSend({ body: { features: [item("a")], ...link } });
    expect(await failureOf(collect(send))).toMatchObject({ code: "USAGE" });
    expect(send.requests).toHaveLength(1);
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
    const pages = searchPages({ client: clientOf(send), body: body({}), limit: Infinity });
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
        const seen = seenIds();
        expect(given.filter((id) => seen.isNew(id))).toEqual([...new Set(given)]);
      }),
    );
  });

  test("100,000 ids are remembered, within limited memory", () => {
    const all = seenIds();
    for (let index = 0; index < 100_000; index += 1) all.isNew(`granule-${index}`);
    expect(all.isNew("granule-0")).toBe(false);
    const few = seenIds(2);
    expect(["a", "b", "c", "d", "a"].map((id) => few.isNew(id))).toEqual(Array(5).fill(true));
    expect(few.isNew("d")).toBe(false);
  });
});
