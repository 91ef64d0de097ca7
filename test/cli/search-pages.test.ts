/** Pages of a request search, through the front door. */
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { BASE_URL, runWords, type Surroundings } from "./world.ts";

interface Canned {
  count: number;
  envelope?: "results" | "array" | "features";
  /** The most simultaneous requests. */
  mostInFlight: number;
  send: Send;
}

/** Requests of a service that counts from t-0 on; the later page answers first. */
function canned(count: number, envelope: Canned["envelope"] = "results"): Canned {
  let inFlight = 0;
  const far: Canned = {
    count,
    mostInFlight: 0,
    send: async ({ url, body }) => {
      const asked = JSON.parse(Buffer.from(body ?? "{}").toString()) as { page?: number; limit?: number };
      const { page = Number(new URL(url).searchParams.get("page") ?? 1) } = asked;
      const { limit = Number(new URL(url).searchParams.get("limit") ?? 250) } = asked;
      inFlight += 1;
      far.mostInFlight = Math.max(far.mostInFlight, inFlight);
      for (let turn = 0; turn < 40 - (page % 40); turn += 1) await Promise.resolve();
      inFlight -= 1;
      const first = (page - 1) * limit;
      const results = Array.from({ length: Math.max(0, Math.min(limit, count - first)) }, (_, index) => ({
        type: "Feature",
        geometry: { type: "Point", coordinates: [14.99, 37.75] },
        properties: {
          taskingrequestId: `t-${first + index}`,
          taskingrequestName: "Etna",
          lastStatusCode: "accepted",
        },
      }));
      const totalPages = Math.max(1, Math.ceil(count / limit));
      const reply =
        envelope === "array"
          ? results
          : envelope === "features"
            ? { features: results }
            : { results, currentPage: page, totalPages };
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: Readable.from([Buffer.from(JSON.stringify(reply))]),
      };
    },
  };
  return far;
}

const swath = (words: string, far: Canned, given: Surroundings = {}) =>
  runWords(words, { send: far.send, env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "k" }, ...given });

const pagesOf = (requests: readonly { body?: unknown }[]) =>
  requests.map(({ body }) => body as { page?: number; limit?: number });

describe("pages", () => {
  it("SEARCH-T-09 by default one page is shown, and the omission is reported", async () => {
    const { stdout, stderr, requests } = await swath("search tasks --output id", canned(1312));
    expect(stdout.split("\n")).toHaveLength(251);
    expect(requests).toHaveLength(1);
    expect(stderr).toBe("page 1 of 6: showing 250 (--page 2 for the next)\n");
  });

  it("SEARCH-T-08 the last page of several shows its position", async () => {
    const { stdout, stderr } = await swath("search tasks --page 6 --output id", canned(1312));
    expect(stdout.split("\n")).toHaveLength(63);
    expect(stderr).toBe("page 6 of 6\n");
  });

  it("SEARCH-T-05 a page beyond the last is empty, with a note", async () => {
    const { stdout, stderr, exitCode } = await swath("search tasks --page 9 --output id", canned(30));
    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: "",
      stderr: "page 9 of 1\nNothing found\n",
      exitCode: 0,
    });
  });

  it("SEARCH-T-09 a single page has no note", async () => {
    expect((await swath("search tasks --output id", canned(250))).stderr).toBe("");
  });

  it("SEARCH-T-06 SEARCH-T-09 --all fetches the largest pages together and prints them in order", async () => {
    const far = canned(5120);
    const { stdout, stderr, requests } = await swath("search tasks --all --output id", far);
    expect(stdout).toBe(Array.from({ length: 5120 }, (_, index) => `t-${index}\n`).join(""));
    expect(stderr).toBe("");
    expect(pagesOf(requests)).toEqual(
      Array.from({ length: 11 }, (_, index) => ({ limit: 500, ...(index > 0 && { page: index + 1 }) })),
    );
    expect(far.mostInFlight).toBe(8);
    const asked = canned(5120);
    expect((await swath("search tasks --all --output id --concurrency 3", asked)).stdout).toBe(stdout);
    expect(asked.mostInFlight).toBe(3);
  });

  it("SEARCH-T-09 --concurrency limits the simultaneous requests", async () => {
    for (const concurrency of [1, 7]) {
      const far = canned(5120);
      await swath(`search tasks --all --output id --concurrency ${concurrency}`, far);
      expect(far.mostInFlight).toBe(concurrency);
    }
  });

  it("a total of several pages is exact, and the omission is reported", async () => {
    const { stdout, stderr, requests } = await swath("search tasks --limit 620 --output id", canned(1312));
    expect(stdout.split("\n")).toHaveLength(621);
    expect(pagesOf(requests)).toEqual([{ limit: 500 }, { limit: 500, page: 2 }]);
    expect(stderr).toBe("showing 620, up to page 2 of 3 (--limit N for more)\n");
  });

  it("a total within one page", async () => {
    const { stdout, stderr } = await swath("search tasks --limit 7 --output id", canned(1312));
    expect(stdout.split("\n")).toHaveLength(8);
    expect(stderr).toBe("showing 7, up to page 1 of 6 (--limit N for more)\n");
  });

  it("a total within the only page does not count pages", async () => {
    const { stderr } = await swath("search tasks --limit 1 --output id", canned(98));
    expect(stderr).toBe("showing 1, and there are more (--limit N for more)\n");
  });

  it("a chosen page size, from a chosen page", async () => {
    const { stdout, requests } = await swath(
      "search tasks --page 3 --page-size 10 --limit 25 --output id",
      canned(100),
    );
    expect(stdout.split("\n").slice(0, 2)).toEqual(["t-20", "t-21"]);
    expect(pagesOf(requests).map(({ page }) => page)).toEqual([3, 4, 5]);
  });

  it("the first row is printed before the second page is requested", async () => {
    let shown = 0;
    const seen: number[] = [];
    const far = canned(1500);
    const watching: Canned = { ...far, send: (request) => (seen.push(shown), far.send(request)) };
    await swath("search tasks --all --output ndjson --concurrency 1", watching, {
      writeStdout: async (chunk) => {
        shown += chunk.toString().split("\n").length - 1;
      },
    });
    expect(seen).toHaveLength(3);
    // The next page is requested while rows are written; the one after it waits for its turn.
    expect(seen[2]).toBeGreaterThan(0);
  });

  it.each(["array", "features"] as const)(
    "BULK-05 an envelope without a number of pages: %s",
    async (envelope) => {
      const one = await swath("search tasks --output id", canned(600, envelope));
      expect(one.stderr).toBe("showing 250, and there may be more (--page 2 for the next)\n");
      const all = await swath("search tasks --all --output id", canned(1200, envelope));
      expect(all.stdout.split("\n")).toHaveLength(1201);
      expect(all.stderr).toBe("");
    },
  );

  const lines = (text: string): number => text.trimEnd().split("\n").length;
  it.each([
    ["id", lines],
    ["json", (text: string) => (JSON.parse(text) as object[]).length],
    ["ndjson", lines],
    ["geojson", (text: string) => (JSON.parse(text) as { features: object[] }).features.length],
    ["csv", (text: string) => lines(text) - 1],
    ["table", lines],
    ["yaml", (text: string) => text.match(/^- /gm)?.length],
  ])(
    "SEARCH-T-09 a failed page ends with its own error; the rows before it are a complete document: %s",
    async (format, count) => {
      const far = canned(2000);
      const failing: Canned = {
        ...far,
        send: (request) =>
          Buffer.from(request.body ?? "")
            .toString()
            .includes('"page":3')
            ? Promise.resolve({ status: 403, headers: {}, body: Readable.from([]) })
            : far.send(request),
      };
      const { stdout, exitCode, stderr } = await swath(`search tasks --all --output ${format}`, failing);
      expect([count(stdout), exitCode]).toEqual([1000, 5]);
      expect(stderr).toContain("NOT_AUTHORIZED");
    },
  );

  it("--dry-run shows the first request and sends nothing", async () => {
    const { requests, stdout, exitCode } = await swath(
      "search tasks --all --status accepted --dry-run --json",
      canned(9),
    );
    expect({ requests, exitCode }).toEqual({ requests: [], exitCode: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      method: "POST",
      path: "/v1/tasks/search",
      body: { limit: 500, query: { lastStatusCode: "accepted" } },
    });
  });
});

describe("SEARCH-T-06 BULK-02 a service that takes pages of 250 to 500 only", () => {
  /** Refuses other sizes in the form of a recorded reply. */
  const strict = (count: number, words = "Number must be between 250 and 500"): Canned => {
    const far = canned(count);
    const send: Send = (request) => {
      const inBody = JSON.parse(Buffer.from(request.body ?? "{}").toString()) as { limit?: number };
      const limit = inBody.limit ?? Number(new URL(request.url).searchParams.get("limit") ?? 250);
      if (limit >= 250 && limit <= 500) return far.send(request);
      const error = {
        message: "Validation Error",
        code: "VALIDATION_ERROR",
        detail: [{ message: words, code: "too_small", path: "body.limit" }],
      };
      const body = Readable.from([Buffer.from(JSON.stringify({ error }))]);
      return Promise.resolve({ status: 422, headers: { "content-type": "application/json" }, body });
    };
    return { ...far, send };
  };
  const ids = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, index) => `t-${from + index}\n`).join("");

  it.each([
    ["search tasks --page-size 10", ids(0, 10)],
    ["search tasks --page-size 10 --page 3", ids(20, 30)],
    ["search tasks --page-size 100 --page 3 --limit 120", ids(200, 320)],
    ["search tasks --page-size 10 --all", ids(0, 620)],
    ["search tasks --limit 3", ids(0, 3)],
    ["task list --limit 3", ids(0, 3)],
    ["task list --page-size 7 --page 2", ids(7, 14)],
    ["search repeats --page-size 10", ""],
  ])("%s asks again within its range, and cuts here", async (words, rows) => {
    const run = await swath(`${words} --output id`, strict(620));
    expect(run.exitCode, run.stderr).toBe(0);
    if (rows !== "") expect(run.stdout).toBe(rows);
    const small = words.includes("page-size") || words.startsWith("task");
    expect(run.stderr.includes("the service refuses pages of")).toBe(small);
    expect(run.requests.length).toBeLessThanOrEqual(4);
  });

  it("a range without numbers is that of the interface; another refusal is not retried", async () => {
    expect((await swath("search tasks --page-size 10 --output id", strict(620, "too small"))).stdout).toBe(
      ids(0, 10),
    );
    const other = strict(620);
    const refusing: Canned = {
      ...other,
      send: async () => ({
        status: 422,
        headers: {},
        body: Readable.from([
          Buffer.from(
            '{"error":{"message":"sort is unknown","detail":[{"path":"body.sort","message":"no"}]}}',
          ),
        ]),
      }),
    };
    const run = await swath("search tasks --page-size 10", refusing);
    expect(run.requests).toHaveLength(1);
    expect(run.exitCode).not.toBe(0);
  });
});

describe("rows", () => {
  it("SEARCH-R-15 SEARCH-R-16 shows the columns of a task, and any path of it", async () => {
    const table = await swath("search tasks", canned(2), { stdoutTTY: true, columns: 100 });
    expect(table.stdout).toMatchInlineSnapshot(`
      "[1mID[22m   [1mNAME[22m  [1mSTATUS[22m    [1mPLACE[22m
      t-0  Etna  accepted  near Etna (IT)
      t-1  Etna  accepted  near Etna (IT)
      "
    `);
    const columns = await swath(
      "search tasks --columns id,properties.lastStatusCode --output csv",
      canned(2),
    );
    expect(columns.stdout).toMatchInlineSnapshot(`
      "id,properties.lastStatusCode
      t-0,accepted
      t-1,accepted
      "
    `);
    const feature = await swath("search tasks --output geojson", canned(1));
    expect(JSON.parse(feature.stdout)).toMatchObject({
      type: "FeatureCollection",
      features: [{ type: "Feature", geometry: { type: "Point" } }],
    });
  });
});
