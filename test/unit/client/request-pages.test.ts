/** Pages of a request search: the first alone, the others ahead of the reader, in order, with limits. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fetchRequestPages,
  type FetchedPage,
  type RequestPagesOptions,
} from "../../../src/client/request-pages.ts";
import { readTaskId } from "../../../src/contract/read-record.ts";

interface Service {
  ids: readonly string[];
  size: number;
  /** Has no number of pages. */
  isSilent?: boolean;
  /** Always answers with this page. */
  stuckAt?: number;
}

interface Watched {
  asked: number[];
  /** The most simultaneous requests. */
  mostInFlight: number;
  aborted: boolean;
}

type Row = Record<string, unknown>;

const record = (id: string): Record<string, unknown> => ({ properties: { taskingrequestId: id } });

/** Later pages answer before earlier ones. */
function service({ ids, size, isSilent = false, stuckAt }: Service): {
  fetchPage: RequestPagesOptions<Row>["fetchPage"];
  watched: Watched;
} {
  const watched: Watched = { asked: [], mostInFlight: 0, aborted: false };
  let inFlight = 0;
  return {
    watched,
    fetchPage: async (page, signal) => {
      watched.asked.push(page);
      signal.addEventListener("abort", () => (watched.aborted = true));
      inFlight += 1;
      watched.mostInFlight = Math.max(watched.mostInFlight, inFlight);
      for (let turn = 0; turn < 20 - (page % 20); turn += 1) await Promise.resolve();
      inFlight -= 1;
      const at = stuckAt ?? page;
      const results = ids.slice((at - 1) * size, at * size).map(record);
      const totalPages = Math.max(1, Math.ceil(ids.length / size));
      return isSilent ? { records: results } : { records: results, currentPage: at, totalPages };
    },
  };
}

const EVERYTHING = {
  firstPage: 1,
  maxPages: Infinity,
  limit: Infinity,
  concurrency: 4,
  remedy: "look there",
};

async function read(
  options: Partial<RequestPagesOptions<Row>> & { fetchPage: RequestPagesOptions<Row>["fetchPage"] },
) {
  const pages: FetchedPage<Row>[] = await Array.fromAsync(
    fetchRequestPages({ ...EVERYTHING, pageSize: 250, idOf: readTaskId, ...options }),
  );
  return { pages, ids: pages.flatMap(({ records }) => records.map(readTaskId)) };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `t-${index}`);

describe("pages of requests", () => {
  it("SEARCH-T-09 any list in any page size is complete, in order, with limited concurrency", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        async (count, size, concurrency, isSilent) => {
          const { fetchPage, watched } = service({ ids: names(count), size, isSilent });
          const { ids, pages } = await read({ fetchPage, pageSize: size, concurrency });
          expect(ids).toEqual(names(count));
          expect(watched.mostInFlight).toBeLessThanOrEqual(concurrency);
          expect(pages.at(-1)).toMatchObject({ hasMore: false });
          expect(pages.at(-1)?.note).toBeUndefined();
        },
      ),
    );
  });

  it("SEARCH-T-09 the first page is requested alone, the others together", async () => {
    const { fetchPage, watched } = service({ ids: names(100), size: 10 });
    const pages = fetchRequestPages({ ...EVERYTHING, pageSize: 10, idOf: readTaskId, fetchPage });
    const first = pages.next();
    expect(watched.asked).toEqual([1]);
    await first;
    expect(watched.asked).toEqual([1, 2, 3, 4, 5]);
    await pages.return();
    expect(watched.aborted).toBe(true);
  });

  it("SEARCH-T-09 a slow reader keeps only as many pages as are requested together", async () => {
    const { fetchPage, watched } = service({ ids: names(10_000), size: 10 });
    const pages = fetchRequestPages({ ...EVERYTHING, pageSize: 10, idOf: readTaskId, fetchPage });
    for (let taken = 1; taken <= 500; taken += 1) {
      await pages.next();
      expect(watched.asked.length).toBeLessThanOrEqual(taken + 4);
    }
    await pages.return();
  });

  it("a total requests no page beyond it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 }), async (limit) => {
        const { fetchPage, watched } = service({ ids: names(100), size: 10 });
        const { ids, pages } = await read({ fetchPage, limit });
        expect(ids).toEqual(names(Math.min(limit, 100)));
        expect(watched.asked).toHaveLength(Math.min(10, Math.ceil(limit / 10)));
        expect(pages.at(-1)?.hasMore).toBe(limit < 100);
      }),
    );
  });

  it("one page is one request", async () => {
    const { fetchPage, watched } = service({ ids: names(100), size: 10 });
    const { pages } = await read({ fetchPage, firstPage: 3, maxPages: 1 });
    expect(watched.asked).toEqual([3]);
    expect(pages).toMatchObject([{ page: 3, totalPages: 10, hasMore: true }]);
  });

  it("SEARCH-T-09 records that move during the search are listed once, and a longer list is read to its end", async () => {
    let submitted = 0;
    const { ids } = await read({
      fetchPage: async (page) => {
        const all = [...names(submitted).map((id) => `new-${id}`), ...names(30)];
        submitted += 1;
        const results = all.slice((page - 1) * 5, page * 5).map(record);
        return { records: results, currentPage: page, totalPages: Math.ceil(all.length / 5) };
      },
      concurrency: 1,
    });
    expect(ids).toEqual(names(30));
  });

  it.each([
    ["the same page again", { stuckAt: 1 }, "received page 1 instead of page 2 (look there)"],
    [
      "the same list again, unnumbered",
      { stuckAt: 1, isSilent: true },
      "page 2 had no new results (look there)",
    ],
  ])("a service that ignores the page number: %s", async (_title, how, note) => {
    const { fetchPage, watched } = service({ ids: names(100), size: 10, ...how });
    const { ids, pages } = await read({ fetchPage, pageSize: 10 });
    expect(ids).toEqual(names(10));
    expect(pages.at(-1)?.note).toBe(note);
    expect(watched.asked.length).toBeLessThan(8);
  });

  it("an announced page that is empty ends the list, and is reported", async () => {
    const { pages } = await read({
      fetchPage: async (page) => ({
        records: page === 1 ? [record("a")] : [],
        currentPage: page,
        totalPages: 1e9,
      }),
    });
    expect(pages.at(-1)?.note).toBe("page 2 is empty although the service announced 1000000000 pages");
  });

  it("a failed page fails after the pages before it", async () => {
    const seen: unknown[] = [];
    const pages = fetchRequestPages({
      ...EVERYTHING,
      pageSize: 1,
      idOf: readTaskId,
      fetchPage: async (page) => {
        if (page === 3) throw new Error("no page 3");
        return { records: [record(`t-${page}`)], currentPage: page, totalPages: 9 };
      },
    });
    const drain = async (): Promise<void> => {
      for await (const { records } of pages) seen.push(...records.map(readTaskId));
    };
    await expect(drain()).rejects.toThrow("no page 3");
    expect(seen).toEqual(["t-1", "t-2"]);
  });
});
