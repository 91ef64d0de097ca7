/** Orders that are not ready, and their links: `order wait`, `order links`, `order place --wait`. */
import { afterEach, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { runScripted } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const { swath, control, clock } = await openBench();

const all = JSON.parse((await swath("catalog search --product-type GEO --limit 120 --json")).stdout) as {
  id: string;
  properties: Record<string, string>;
}[];
const delivered = new Set(
  (
    await swath("catalog search --product-type GEC --limit 300 --columns properties.vendor:collect_id")
  ).stdout.split("\n"),
);
/** Collects without a GEC: each order of one starts a generation. */
const fresh = all.filter((item) => !delivered.has(item.properties["vendor:collect_id"]!));

const granule = all[0]!.id;
const collect = (): string => fresh.pop()!.properties["vendor:collect_id"]!;

async function order(words: string, home?: string): Promise<string> {
  const { stdout, stderr } = await swath(`order place ${words} --yes --output id`, { ...(home && { home }) });
  expect(stderr).toContain("placed");
  return stdout.trim();
}

afterEach(() => control("POST", "/settings", { inProgressDownload: null, generationDelay: null }));

const named = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uuid>")
    .replaceAll(/VENDOR-\w+/g, "<granule>")
    .replaceAll(/\?[^\s"]+/g, "?<signature>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");

describe("order wait", () => {
  it.each(["409", "202", "404", "405", "empty", "partial"])(
    "ORDER-06 DOWNLOAD-06 GEN-15 polls while the service answers %s",
    async (inProgressDownload) => {
      await control("POST", "/settings", { inProgressDownload });
      const home = await tempHome();
      const id = await order(`--generate GEC=${collect()} --item vendor-archive/${granule}`, home);
      const before = clock.slept.length;
      const run = await swath(`order wait ${id} --poll-interval 20s`, { home });
      expect(run).toMatchObject({ exitCode: 0, stdout: `${id}\t2\n` });
      expect(clock.slept.slice(before)).toEqual([20_000, 20_000, 20_000]);
      // These two statuses have several meanings, and the service's record of the order tells which.
      const isUnclear = inProgressDownload === "404" || inProgressDownload === "405";
      expect(new Set(run.requests.map(({ method, path }) => `${method} ${path}`))).toEqual(
        new Set([`GET /orders/${id}/download`, ...(isUnclear ? [`GET /orders/${id}`] : [])]),
      );
    },
  );

  it("DOWNLOAD-06 GEN-15 ends at --wait-timeout, with the command that resumes it", async () => {
    await control("POST", "/settings", { generationDelay: 7200 });
    const id = await order(`--generate GEC=${collect()}`);
    const run = await swath(`order wait ${id} --wait-timeout 1m`);
    expect(run).toMatchObject({ exitCode: 11, stdout: "" });
    expect(named(run.stderr)).toMatchInlineSnapshot(`
      "order <uuid>: in-progress
      Error: order <uuid> is not finished after 1m (last state: in-progress)
        Raise --wait-timeout
        code WAIT_TIMEOUT, exit 11
      "
    `);
  });

  it("ORDER-07 place --wait returns when the product is ready", async () => {
    const run = await swath(`order place --generate GEC=${collect()} --yes --wait`);
    expect(run.exitCode).toBe(0);
    expect(named(run.stderr)).toMatchInlineSnapshot(`
      "  $420.00  <granule>
      Total: $420.00
      Order <uuid> placed (in-progress)
      order <uuid>: in-progress
      Order <uuid> is ready
      "
    `);
  });

  it("ORDER-13 place --wait that times out still prints the id of the paid order", async () => {
    await control("POST", "/settings", { generationDelay: 7200 });
    const run = await swath(
      `order place --generate GEC=${collect()} --yes --wait --wait-timeout 10s --quiet`,
    );
    expect(run.exitCode).toBe(11);
    expect(run.stdout).toMatch(/^[0-9a-f-]{36}\n$/);
    expect(run.stderr).toContain("code WAIT_TIMEOUT, exit 11");
  });

  it("does not wait for an unknown order", async () => {
    const run = await swath("order wait nope");
    expect(run).toMatchObject({ exitCode: 6, stdout: "" });
    expect(run.requests).toHaveLength(1);
  });

  it.each([
    ["--poll-interval 0s", "100ms or longer"],
    ["--poll-interval soon", "is not a duration"],
    ["--wait-timeout 5", "no unit"],
  ])("GEN-15 %s is refused before any request", async (words, said) => {
    const run = await swath(`order wait x ${words}`);
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
    expect(run.stderr).toContain(said);
  });
});

describe("an order that ended", () => {
  it.each([
    ["order wait", "rejected", "ORDER_NOT_AUTHORIZED", 8],
    ["order download", "rejected", "ORDER_NOT_AUTHORIZED", 8],
    ["order wait", "failed", "items: failed", 7],
    ["order download", "failed", "items: failed", 7],
    ["order links", "error", "items: error", 7],
  ])("DOWNLOAD-06 %s: %s is not waited for", async (words, orderStatus, message, exitCode) => {
    const run = await runScripted(`${words} o-1`, { GET: [{ body: { orderStatus, items: [] } }] });
    expect([run.exitCode, run.requests.length]).toEqual([exitCode, 1]);
    expect(run.stderr).toContain(message);
  });

  it("ORDER-13 order place: the id of a failed order is printed, exit 7", async () => {
    const run = await runScripted("order place --item c/g --yes --output id", {
      "POST /orders": [{ body: { orderId: "o-1", orderStatus: "failed" } }],
    });
    expect([run.exitCode, run.stdout]).toEqual([7, "o-1\n"]);
  });
});

describe("a list with an entry that is not an item", () => {
  it.each(["order wait o-1", "order links o-1", "order wait o-1 --json"])(
    "DOWNLOAD-10 %s: the items are shown, and the exit is 10",
    async (words) => {
      const item = (id: string) => ({ id, assets: { HH: { href: `https://data.example/${id}.tif` } } });
      const run = await runScripted(words, { GET: [{ body: [item("i1"), null, item("i3")] }] });
      expect(run.exitCode).toBe(10);
      expect(run.stdout).not.toBe("");
      expect(run.stderr).toContain("1 of the entries of order o-1 are not items and were skipped");
    },
  );
});

describe("order links", () => {
  it("DOWNLOAD-01 DOWNLOAD-02 prints the signed URLs, one per line", async () => {
    const id = await order(`--item vendor-archive/${granule}`);
    const run = await swath(`order links ${id} --output id`);
    expect(run.requests).toHaveLength(1);
    expect(run.requests[0]).toMatchObject({ method: "GET", path: `/orders/${id}/download` });
    expect(named(run.stdout)).toMatchInlineSnapshot(`
      "https://sar.example/v1/assets/vendor-archive/<granule>/<granule>.tif?<signature>
      https://sar.example/v1/assets/vendor-archive/<granule>/<granule>.json?<signature>
      https://sar.example/v1/assets/vendor-archive/<granule>/<granule>.png?<signature>
      https://sar.example/v1/assets/vendor-archive/<granule>/<granule>.png?<signature>
      "
    `);
  });

  it("DOWNLOAD-03 filters by asset, and lists the existing ones", async () => {
    const id = await order(`--item vendor-archive/${granule}`);
    expect((await swath(`order links ${id} --asset metadata --columns assetKey`)).stdout).toBe("metadata\n");
    const slip = await swath(`order links ${id} --asset metdata --item nothing`);
    expect(slip).toMatchObject({ exitCode: 2, stdout: "" });
    expect(named(slip.stderr)).toMatchInlineSnapshot(`
      "Error: 2 problems in the input
        - --asset: no asset is named "metdata"; known: HH, metadata, preview, thumbnail [FILTER_UNKNOWN]
          Did you mean "metadata"?
        - --item: no item is named "nothing"; known: <granule> [FILTER_UNKNOWN]
          Rule: a filter must name a known item
        code FILTER_UNKNOWN, exit 2
      "
    `);
  });

  it("DOWNLOAD-06 an order in progress has no links yet", async () => {
    const id = await order(`--generate GEC=${collect()}`);
    const run = await swath(`order links ${id}`);
    expect(run).toMatchObject({ exitCode: 11, stdout: "" });
    expect(named(run.stderr)).toMatchInlineSnapshot(`
      "Error: order <uuid> is not ready yet (in-progress)
        Wait for it: swath order download <uuid> --wait
        code ORDER_IN_PROGRESS, exit 11
      "
    `);
  });

  it("DOWNLOAD-06 a 404 for an order of this machine is reported as such, unless --wait was given", async () => {
    const home = await tempHome();
    const script = {
      "POST /orders": [{ body: { orderId: "o-1", items: [] } }],
      GET: [{ status: 404, body: { message: "not found" } }],
    };
    await runScripted("order place --item c/g --yes", script, { home });
    const run = await runScripted("order links o-1", script, { home });
    expect(run).toMatchObject({ exitCode: 6, stdout: "" });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: the service answers 404 for order o-1, which this machine placed: it may not be ready yet
        Download it: swath order download o-1 --out-dir imagery --wait
        code ORDER_NOT_FOUND, exit 6
      "
    `);
  });

  it("ORDER-21 a 404 for an order in progress by the service's record is not ready", async () => {
    await control("POST", "/settings", { inProgressDownload: "404" });
    const home = await tempHome();
    const id = await order(`--generate GEC=${collect()}`, home);
    const run = await swath(`order links ${id}`, { home });
    expect(run).toMatchObject({ exitCode: 11, stdout: "" });
    expect(run.stderr).toContain(`order ${id} is not ready yet (in-progress)`);
  });

  it("DOWNLOAD-05 ORDER-12 an expired order is reported, with the next step: order again", async () => {
    const id = await order(`--item vendor-archive/${granule}`);
    const now = clock.ms;
    clock.ms += 8 * 86_400_000;
    const run = await swath(`order links ${id}`);
    clock.ms = now;
    expect(run.exitCode).toBe(7);
    expect(named(run.stderr)).toMatchInlineSnapshot(`
      "Error: order <uuid> expired at <time>
        See what it costs to order it again: swath order review --item vendor-archive/<granule>
        code ORDER_EXPIRED, exit 7
      "
    `);
  });

  it("GEN-16 an id is opaque: it is encoded, not parsed", async () => {
    const run = await swath(["order", "links", "a/b c%2f..é"]);
    expect(run.requests[0]?.path).toBe("/orders/a%2Fb%20c%252f..%C3%A9/download");
    expect(run.exitCode).toBe(6);
  });

  it.each(["", " "])("GEN-16 an empty id (%j) is refused before any request", async (id) => {
    const run = await swath(["order", "links", id]);
    expect(run).toMatchObject({ exitCode: 2, requests: [] });
  });
});
