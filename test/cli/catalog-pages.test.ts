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
    ["that does not count", "--all", "array", "showing 5, and there may be more"],
    ["that counts, for one page", "", "stac", "showing 5 of 8,491"],
    ["that counts, for a total that was reached", "--limit 5", "stac", "showing 5 of 8,491"],
  ])(
    "CATALOG-36 no link to a next page, from a service %s: a note reports possible missing items",
    async (_title, total, catalogEnvelope, said) => {
      await control("POST", "/settings", { catalogPaging: "none", catalogEnvelope });
      const { stdout, stderr, exitCode } = await swath(
        `catalog search ${total} --page-size 5 --output id`.replace("  ", " "),
      );
      expect(stdout.trimEnd().split("\n")).toHaveLength(5);
      expect(stderr).toBe(
        `${said}: the service offers no further page (narrow the search to see the rest)\n`,
      );
      expect(exitCode).toBe(0);
    },
  );

  it.each(["--all", "--limit 7", "--all --strict"])(
    "CATALOG-36 a search with %s that lists fewer than the service announced ends with exit 8, after its rows",
    async (total) => {
      await control("POST", "/settings", { catalogPaging: "none" });
      const run = await swath(`catalog search ${total} --page-size 5 --json`);
      expect(JSON.parse(run.stdout)).toHaveLength(5);
      const { code, message } = errorOf(run);
      expect(code).toBe("RESPONSE_UNRECOGNISED");
      expect(message).toContain("5 of 8,491 items, and no further page; the result is not complete");
      expect(run.exitCode).toBe(8);
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

  it("CATALOG-36 a next page at another origin is not requested with our key, and the rows already read are printed", async () => {
    const elsewhere = changingText(
      send,
      () => true,
      (text) =>
        text.replaceAll(
          /"href":"https:\/\/sar\.example\/v1\/catalog\/search[^"]*"/g,
          '"href":"https://evil.example/next"',
        ),
    );
    const { requests, stdout, stderr, exitCode } = await swath(
      "catalog search --limit 20 --page-size 10 --output id",
      { send: elsewhere },
    );
    expect(stdout.trimEnd().split("\n")).toHaveLength(10);
    const asJson = await swath("catalog search --limit 20 --page-size 10 --json", { send: elsewhere });
    expect(JSON.parse(asJson.stdout)).toHaveLength(10);
    expect(requests.map(({ url }) => new URL(url).origin)).toEqual(["https://sar.example"]);
    expect({ stderr, exitCode }).toMatchInlineSnapshot(`
      {
        "exitCode": 8,
        "stderr": "Error: the link to the next page leads to https://evil.example, not to https://sar.example: the credential is not sent there
        Set --base-url to the address that the service uses
        code RESPONSE_UNRECOGNISED, exit 8
      ",
      }
    `);
  });

  it("an empty result is a success that is reported", async () => {
    const json = await swath("catalog search --id nope --json");
    expect(json).toMatchObject({ exitCode: 0, stdout: "[]\n", stderr: "Nothing found\n" });
    const plain = await swath("catalog search --id nope");
    expect(plain).toMatchObject({ exitCode: 0, stdout: "", stderr: "Nothing found\n" });
    const quiet = await swath("catalog search --id nope --quiet");
    expect(quiet).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
  });
});
