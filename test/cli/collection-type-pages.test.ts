/** The list of collection types on several pages, as some services send it. */
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { BASE_URL, runWords } from "./world.ts";

/** 60 types, 25 on a page. */
const pagedTypes =
  ({ isStuck = false, lastPage = 3 } = {}): Send =>
  async ({ method, url, body }) => {
    const page = isStuck ? 1 : Number(new URL(url).searchParams.get("page") ?? 1);
    const results = Array.from({ length: 60 }, (_, index) => ({
      name: `stripmap_${index}`,
      version: 1,
      active: true,
      collectConstraints: { collectMode: "stripmap", numLooks: 9 },
    })).slice((page - 1) * 25, page * 25);
    const listed = { results, current_page: page, total_pages: lastPage };
    const created = {
      ...(JSON.parse((body as string | undefined) ?? "{}") as object),
      properties: { taskingrequestId: "t-1", statusHistory: [{ code: "received" }] },
    };
    const reply = method === "GET" ? listed : created;
    return { status: 200, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(reply))]) };
  };

const swath = (words: string, send: Send) =>
  runWords(words, { send, env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "k" } });

describe("TASK-58 a list of collection types on several pages", () => {
  it("task types reads all of them", async () => {
    const run = await swath("task types --output id", pagedTypes());
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout.trimEnd().split("\n")).toEqual(Array.from({ length: 60 }, (_, at) => `stripmap_${at}`));
    expect(run.requests.map(({ path }) => path).toSorted()).toEqual([
      "/collectiontypes",
      "/collectiontypes?page=2",
      "/collectiontypes?page=3",
    ]);
  });

  it("a service that repeats its first page: the types are shown, with exit 8", async () => {
    const run = await swath("task types --output id", pagedTypes({ isStuck: true }));
    expect([run.stdout.trimEnd().split("\n").length, run.exitCode]).toEqual([25, 8]);
    expect(run.stderr).toContain("received page 1 instead of page 2");
  });

  it("a list without an end is read to a limit, with exit 8", async () => {
    const run = await swath("task types --output id", pagedTypes({ lastPage: 1_000_000 }));
    expect(run.exitCode).toBe(8);
    expect(run.requests.length).toBeLessThan(50);
  });
});
