/** The end of a listing of the catalog, and the rows of its later pages, with services that page in different ways. */
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";

const { swath } = await openBench();

interface Position {
  /** From the query or the body; the first page has none. */
  page: number | undefined;
  limit: number;
}
interface Reply {
  items: readonly object[];
  matched?: number;
  /** Page of the link to the next page. */
  next?: number;
  status?: number;
}

const item = (
  index: number,
  properties: object = {},
  geometry: object = { type: "Point", coordinates: [0, 0] },
) => ({
  type: "Feature",
  id: `item-${index}`,
  collection: "vendor-archive",
  geometry,
  properties: { datetime: "2023-11-18T13:00:12.698788Z", "sar:product_type": "GEO", ...properties },
  assets: {},
  links: [],
});

const serve =
  (replyTo: (position: Position) => Reply): Send =>
  async ({ url, body }) => {
    const asked = JSON.parse((body as string | undefined) ?? "{}") as { page?: number; limit?: number };
    const page = new URL(url).searchParams.get("page");
    const {
      items,
      matched,
      next,
      status = 200,
    } = replyTo({
      page: page === null ? asked.page : Number(page),
      limit: asked.limit ?? 10,
    });
    const reply = {
      type: "FeatureCollection",
      features: items,
      ...(matched !== undefined && { numberMatched: matched }),
      links:
        next === undefined ? [] : [{ rel: "next", href: `https://gw.internal.example/search?page=${next}` }],
    };
    return { status, headers: {}, body: Readable.from([Buffer.from(JSON.stringify(reply))]) };
  };

const ALL = Array.from({ length: 53 }, (_, index) => item(index));
const pageOf = (page: number, size: number): object[] => ALL.slice((page - 1) * size, page * size);
const lastPage = (size: number): number => Math.ceil(ALL.length / size);

describe("CATALOG-15 a complete listing is exit 0, however it ends", () => {
  it.each<[string, (position: Position) => Reply]>([
    [
      "links that repeat the last page, with a count",
      ({ page = 1, limit }) => ({
        items: pageOf(Math.min(page, lastPage(limit)), limit),
        matched: 53,
        next: page + 1,
      }),
    ],
    [
      "a last page that links to itself, with a count",
      ({ page = 1, limit }) => ({
        items: pageOf(page, limit),
        matched: 53,
        next: Math.min(page + 1, lastPage(limit)),
      }),
    ],
    [
      "links to empty pages without end, with a count",
      ({ page = 1, limit }) => ({ items: pageOf(page, limit), matched: 53, next: page + 1 }),
    ],
    [
      "a link to a page beyond the end, which is 404, with a count",
      ({ page = 1, limit }) => ({
        items: pageOf(page, limit),
        matched: 53,
        next: page + 1,
        status: page > lastPage(limit) ? 404 : 200,
      }),
    ],
    [
      "pages of a smaller size than requested, without links and counts",
      ({ page = 1 }) => ({ items: pageOf(page, 10) }),
    ],
    [
      "pages without links, each with a count of its own items",
      ({ page = 1, limit }) => ({ items: pageOf(page, limit), matched: pageOf(page, limit).length }),
    ],
    ["everything at once, without a link and a count", () => ({ items: ALL })],
  ])("%s", async (_name, replyTo) => {
    const run = await swath("catalog search --page-size 20 --all --output id", { send: serve(replyTo) });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout).toBe(Array.from({ length: 53 }, (_, index) => `item-${index}\n`).join(""));
  });

  it.each<[string, (position: Position) => Reply]>([
    ["ignores the page", () => ({ items: pageOf(1, 20) })],
    ["refuses the page", ({ page }) => ({ items: pageOf(1, 20), status: page === undefined ? 200 : 422 })],
  ])("a short page is the last one of a service that %s", async (_name, replyTo) => {
    const run = await swath("catalog search --page-size 500 --all --output id", { send: serve(replyTo) });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout.trimEnd().split("\n")).toHaveLength(20);
  });

  it.each<[string, string, (position: Position) => Reply]>([
    [
      "may be missing",
      "links without end, without a count",
      ({ page = 1, limit }) => ({ items: pageOf(Math.min(page, lastPage(limit)), limit), next: page + 1 }),
    ],
    [
      "are missing",
      "a link that leads back before the count is reached",
      ({ page = 1, limit }) => ({ items: pageOf(page, limit), matched: 53, next: page === 2 ? 1 : page + 1 }),
    ],
  ])("pages %s: %s is exit 8", async (words, _name, replyTo) => {
    const run = await swath("catalog search --page-size 20 --all --output id", { send: serve(replyTo) });
    expect(run.exitCode).toBe(8);
    expect(run.stderr).toContain(`pages ${words} from the result`);
  });
});

describe("CATALOG-36 an item of a later page that the service may have found stays", () => {
  const box = (...positions: [number, number][]) => ({
    type: "Polygon",
    coordinates: [[...positions, positions[0]!]],
  });
  const PACIFIC = box([179.9, -17], [180.4, -17], [180.4, -16.5]);

  it.each<[string, string, object, object?]>([
    [
      "an interval that only overlaps the time",
      "--datetime 2023-11-18T13:00:20Z/..",
      { start_datetime: "2023-11-18T12:59:57Z", end_datetime: "2023-11-18T13:00:27Z" },
    ],
    ["no time", "--datetime 2023-11-18T13:00:20Z/..", { datetime: null }],
    ["a footprint beyond 180", "--bbox 178,-18,-178,-16", {}, PACIFIC],
    ["a footprint at the edge", "--bbox 0,0,1,1", {}, box([-1, -1], [0, -1], [0, 0])],
    [
      "a footprint around the pole",
      "--bbox=-170,89.5,-169,90",
      {},
      box([0, 89], [85, 88], [170, 89], [85, 89.9]),
    ],
    [
      "a number beside a text",
      `--set 'query={"view:incidence_angle":{"lt":"100"}}'`,
      { "view:incidence_angle": 30 },
    ],
    ["a text beside a number", "--where view:incidence_angle=30", { "view:incidence_angle": "30.0" }],
    ["an array", "--where instruments=sar", { instruments: ["SAR"] }],
    [
      "another operator",
      `--no-validate --set 'query={"platform":{"neq":"vendor-01"}}'`,
      { platform: "ACME-9" },
    ],
  ])("%s", async (_name, flags, properties, geometry) => {
    const datetime = "2023-11-18T13:00:25Z";
    const later = item(
      2,
      { datetime, ...properties },
      geometry ?? { type: "Point", coordinates: [0.5, 0.5] },
    );
    const send = serve(({ page }) => (page === undefined ? { items: [], next: 2 } : { items: [later] }));
    const run = await swath(`catalog search ${flags} --all --output id`, { send });
    expect([run.exitCode, run.stdout]).toEqual([0, "item-2\n"]);
  });
});
