/** Pages of a search: in order, as they arrive, never silently cut. */
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { changingText } from "./changed-body.ts";
import { errorOf } from "./scripted-service.ts";

const { swath, control, send } = await openBench();

afterEach(() => control("POST", "/settings", { catalogEnvelope: null, catalogPaging: null }));

describe("pages", () => {
  it("CATALOG-15 CATALOG-36 a total beyond a page follows the links to the next", async () => {
    const { stdout, stderr, requests } = await swath("catalog search --limit 7 --page-size 3 --output id");
    expect(stdout.trimEnd().split("\n")).toHaveLength(7);
    expect(new Set(stdout.trimEnd().split("\n")).size).toBe(7);
    const bodies = requests.map(({ body }) => body as { limit: number; token?: string });
    expect(bodies.map(({ limit }) => limit)).toEqual([3, 3, 3]);
    expect(requests.map(({ path }) => path)).toEqual([
      "/catalog/search",
      `/catalog/search?token=${bodies[1]?.token}`,
      `/catalog/search?token=${bodies[2]?.token}`,
    ]);
    expect(stderr).toMatchInlineSnapshot(`
      "showing 7 of 8,491 (--limit N for more)
      "
    `);
  });

  it("CATALOG-15 without a total one page is shown, and the omission is reported", async () => {
    const { stderr, requests } = await swath("catalog search --output id");
    expect(stderr).toMatchInlineSnapshot(`
      "showing 10 of 8,491 (--limit N for more)
      "
    `);
    expect(requests).toHaveLength(1);
  });

  it("CATALOG-15 --all ends at the last page without a note", async () => {
    const { stdout, stderr } = await swath(
      "catalog search --bbox -10,38,-9,39 --all --page-size 40 --output id",
    );
    const ids = stdout.trimEnd().split("\n");
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(80);
    expect(stderr).toBe("");
  });

  it("CATALOG-15 a row is printed before the second page is requested", async () => {
    const seen: number[] = [];
    let shown = 0;
    const watching: Send = (request) => {
      seen.push(shown);
      return send(request);
    };
    await swath("catalog search --limit 6 --page-size 3 --output ndjson", {
      send: watching,
      writeStdout: async (chunk) => {
        shown += chunk.toString().split("\n").length - 1;
      },
    });
    expect(seen).toEqual([0, 3]);
  });

  it.each([
    ["that does not count", "array", "showing 5,"],
    ["that counts", "stac", "showing 5 of 8,491 "],
  ])(
    "CATALOG-36 no link to a next page, from a service %s: one page is one request, and a note tells how to get more",
    async (_title, catalogEnvelope, said) => {
      await control("POST", "/settings", { catalogPaging: "none", catalogEnvelope });
      for (const total of ["", " --limit 5"]) {
        const { stdout, stderr, exitCode, requests } = await swath(
          `catalog search${total} --page-size 5 --output id`,
        );
        expect(stdout.trimEnd().split("\n")).toHaveLength(5);
        expect([stderr.startsWith(said), exitCode, requests.length], stderr).toEqual([true, 0, 1]);
      }
    },
  );

  it.each(["stac", "array"])(
    "CATALOG-36 without links the pages are requested by page, in the envelope %s",
    async (catalogEnvelope) => {
      const all = "catalog search --bbox -10,38,-9,39 --all --page-size 40 --output id";
      const { stdout: linked } = await swath(all);
      await control("POST", "/settings", { catalogPaging: "none", catalogEnvelope });
      const { stdout, stderr, exitCode, requests } = await swath(all);
      expect([stdout, stderr, exitCode]).toEqual([linked, "", 0]);
      const pages = requests.map(({ body }) => (body as { page?: number }).page);
      expect(pages).toEqual([
        undefined,
        ...Array.from({ length: pages.length - 1 }, (_, index) => index + 2),
      ]);
    },
  );

  it.each(["--all", "--limit 7", "--all --strict"])(
    "CATALOG-36 a search with %s that cannot read all that the service counts ends with exit 8, after its rows",
    async (total) => {
      await control("POST", "/settings", { catalogPaging: "none" });
      const ignoring: Send = (request) =>
        send({ ...request, body: (request.body as string).replace(/,"page":\d+/, "") });
      const run = await swath(`catalog search ${total} --page-size 5 --json`, { send: ignoring });
      expect(JSON.parse(run.stdout)).toHaveLength(5);
      expect(errorOf(run)).toMatchObject({
        code: "RESPONSE_UNRECOGNISED",
        message:
          "the listing stopped early, with 5 of 8,491 shown: the service links to no next page, and answers page 2 with the items of page 1; some pages are missing from the result",
      });
      expect([run.exitCode, run.requests.length]).toEqual([8, 2]);
      const emptied = changingText(
        send,
        ({ body }) => /"page":2/.test(body as string),
        (text) => text.replace(/"features":\[.*\],"links"/s, '"features":[],"links"'),
      );
      const short = await swath(`catalog search ${total} --page-size 5 --json`, { send: emptied });
      expect(errorOf(short).message).toContain("5 of 8,491 items, and no further page");
      expect(short.exitCode).toBe(8);
    },
  );

  describe("CATALOG-15 a service with endless pages", () => {
    const endless = (counts = false): Send => {
      let count = 0;
      return async () => {
        const features = Array.from({ length: 500 }, () => ({
          type: "Feature",
          id: `item-${count++}`,
          properties: {},
        }));
        const links = [{ rel: "next", method: "GET", href: `/v1/catalog/search?token=${count}` }];
        const body = {
          type: "FeatureCollection",
          features,
          links,
          ...(counts && { numberMatched: 9_000_000 }),
        };
        return { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(body))]) };
      };
    };

    it("the search ends at 100,000 items, prints them, and has its own error with the flags that narrow it", async () => {
      const { stdout, stderr, exitCode } = await swath("catalog search --all --output id", {
        send: endless(),
      });
      expect(stdout.trimEnd().split("\n")).toHaveLength(100_000);
      expect({ exitCode, stderr }).toMatchInlineSnapshot(`
        {
          "exitCode": 10,
          "stderr": "Error: the search ended at 100,000 items, and the service offers more: the result is not complete
          Narrow the search, for example with a later --from
          code RESULT_TOO_LONG, exit 10
        ",
        }
      `);
    });

    it("a search with a time is narrowed to a shorter one; a choice is made among the items that were read", async () => {
      const words =
        "catalog search --bbox 0,0,1,1 --from 2026-01-01 --to 2026-03-01T00:00:00Z --min-cover 5% --all";
      const { stderr, exitCode } = await swath(words, { send: endless(true) });
      expect({ exitCode, stderr }).toMatchInlineSnapshot(`
        {
          "exitCode": 10,
          "stderr": "2026-01-01 was taken as 2026-01-01T00:00:00Z
        0 of 100,000 items cover at least 5% of the area
        Error: the search ended at 100,000 items, of 9,000,000, and the service offers more: the result is not complete
          Narrow the search, for example with a later --from
          code RESULT_TOO_LONG, exit 10
        ",
        }
      `);
    });

    it("--limit accepts a number above it", async () => {
      const { stdout, exitCode } = await swath("catalog search --limit 100700 --output id", {
        send: endless(),
      });
      expect(stdout.trimEnd().split("\n")).toHaveLength(100_700);
      expect(exitCode).toBe(0);
    });
  });

  describe("CATALOG-36 P11 links of an inner gateway, without a method", () => {
    /** Answers as such a service: the position is the link's query, the filter the body of the POST. */
    const behindGateway = ({ losesFilter = false, failsAt = 0 } = {}): Send => {
      const items = Array.from({ length: 53 }, (_, index) =>
        ["GEO", "SLC"].map((type) => ({
          type: "Feature",
          stac_version: "1.0.0",
          id: `VENDOR_C09_SM_${type}_VV_${20231118130000 + index}`,
          collection: "vendor-archive",
          geometry: { type: "Point", coordinates: [-115.2, 32.9] },
          properties: { datetime: "2023-11-18T13:00:12.698788Z", "sar:product_type": type },
          links: [],
          assets: {},
        })),
      ).flat();
      return async ({ method, url, body }) => {
        const page = Number(new URL(url).searchParams.get("page") ?? 1);
        if (page === failsAt) return { status: 403, headers: {}, body: Readable.from([]) };
        const asked = method === "POST" ? (JSON.parse(body as string) as Asked) : {};
        const wanted = losesFilter && page > 1 ? undefined : asked.query?.["sar:product_type"]?.eq;
        const found = items.filter(({ properties }) =>
          wanted === undefined ? true : properties["sar:product_type"] === wanted,
        );
        const size = asked.limit ?? 10;
        const features = found.slice((page - 1) * size, page * size);
        const href = `https://gw.internal.example/prod/search?page=${page + 1}`;
        const links = page * size < found.length ? [{ rel: "next", href }] : [];
        const reply = {
          type: "FeatureCollection",
          stac_version: "1.0.0",
          numberMatched: found.length,
          numberReturned: features.length,
          links,
          features,
        };
        return { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(reply))]) };
      };
    };
    interface Asked {
      limit?: number;
      query?: Record<string, { eq?: string }>;
    }
    const geo = "catalog search --product-type GEO --page-size 20";

    it("the search is repeated at its own address with the page of the link", async () => {
      const run = await swath(`${geo} --all --output id`, { send: behindGateway() });
      expect(run).toMatchObject({ exitCode: 0, stderr: "" });
      expect(run.stdout.trimEnd().split("\n")).toHaveLength(53);
      expect(run.stdout).not.toContain("_SLC_");
      const body = { query: { "sar:product_type": { eq: "GEO" } }, limit: 20 };
      expect(run.requests.map(({ method, url, body: sent }) => [method, url, sent])).toEqual([
        ["POST", "https://sar.example/v1/catalog/search", body],
        ["POST", "https://sar.example/v1/catalog/search?page=2", body],
        ["POST", "https://sar.example/v1/catalog/search?page=3", body],
      ]);
    });

    it("rows of later pages that do not match the search are left out, with exit 8", async () => {
      const run = await swath(`${geo} --all --json`, { send: behindGateway({ losesFilter: true }) });
      const rows = JSON.parse(run.stdout) as { properties: Record<string, string> }[];
      expect(rows).toHaveLength(53);
      expect(new Set(rows.map(({ properties }) => properties["sar:product_type"]))).toEqual(new Set(["GEO"]));
      expect(run.exitCode).toBe(8);
      expect(errorOf(run).message).toBe(
        '43 items of later pages do not match the search (sar:product_type of item VENDOR_C09_SM_SLC_VV_20231118130010 is "SLC"): left out; the service lost the filter after its first page, and the result may not be complete',
      );
    });

    it.each([
      ["json", (text: string) => (JSON.parse(text) as object[]).length],
      [
        "ndjson",
        (text: string) =>
          text
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line) as object).length,
      ],
      ["geojson", (text: string) => (JSON.parse(text) as { features: object[] }).features.length],
      ["csv", (text: string) => text.trimEnd().split("\n").length - 1],
      ["tsv", (text: string) => text.trimEnd().split("\n").length - 1],
      ["table", (text: string) => text.trimEnd().split("\n").length],
      ["id", (text: string) => text.trimEnd().split("\n").length],
      ["yaml", (text: string) => text.match(/^- /gm)?.length],
      ["order-items", (text: string) => (JSON.parse(text) as object[]).length],
    ])("the rows of page 1 are a complete document when page 2 fails: %s", async (format, count) => {
      const run = await swath(`${geo} --all --output ${format}`, { send: behindGateway({ failsAt: 2 }) });
      expect([count(run.stdout), run.exitCode]).toEqual([20, 5]);
      expect(run.stderr).toContain("NOT_AUTHORIZED");
    });
  });

  it("an empty result is a success that is reported", async () => {
    const EMPTY = "catalog search --collection nope";
    const json = await swath(`${EMPTY} --json`);
    expect(json).toMatchObject({ exitCode: 0, stdout: "[]\n", stderr: "Nothing found\n" });
    const plain = await swath(EMPTY);
    expect(plain).toMatchObject({ exitCode: 0, stdout: "", stderr: "Nothing found\n" });
    const quiet = await swath(`${EMPTY} --quiet`);
    expect(quiet).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
  });
});
