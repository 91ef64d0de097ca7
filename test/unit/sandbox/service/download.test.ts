import { afterEach, describe, expect, it } from "vitest";
import { listen, type Listening } from "../../../../src/sandbox/listen.ts";
import { multihash } from "../../../sha256.ts";
import { findCollectWithout, findGranules, ofType } from "./granules.ts";
import { openBench, type Bench, type BenchOptions } from "./open.ts";

const open: Listening[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close(AbortSignal.abort())));
});

/** A bench with one completed order of a GEO item. */
async function withOrder(options: BenchOptions = {}): Promise<Bench & { path: string }> {
  const bench = await openBench(options);
  const [granule] = await findGranules(bench, ofType("GEO"));
  const { collectionId, granuleId } = granule!;
  const { json } = await bench.ask("POST", "/orders", { body: { items: [{ collectionId, granuleId }] } });
  return { ...bench, path: `/orders/${json.orderId}/download` };
}

/** A bench with an order that waits for a product to be generated. */
async function withUnfinished(options: BenchOptions = {}): Promise<Bench & { path: string; id: string }> {
  const bench = await openBench(options);
  const source = await findCollectWithout(bench, "GEC");
  const items = [
    { collectionId: source.collectionId, granuleId: source.granuleId },
    { productType: "GEC", collectIds: [source.collectId] },
  ];
  const { json } = await bench.ask("POST", "/orders", { body: { items } });
  return { ...bench, id: json.orderId, path: `/orders/${json.orderId}/download` };
}

const hrefsOf = (items: { assets: Record<string, { href?: string }> }[]) =>
  items.flatMap(({ assets }) => Object.values(assets).map(({ href }) => href));

async function serve({ sandbox, member }: Bench) {
  const server = await listen(sandbox, { port: 0 });
  open.push(server);
  return { url: server.url, headers: { authorization: `ApiKey ${member.apiKey}` } };
}

interface Asset {
  href: string;
  type: string;
  "file:size": number;
  "file:checksum": string;
}

/** The assets of the only item of an order, requested over the socket. */
async function assetsOver({ url, headers }: { url: string; headers: Record<string, string> }, path: string) {
  const [item] = (await (await fetch(`${url}${path}`, { headers })).json()) as {
    assets: Record<string, Asset>;
  }[];
  return item?.assets ?? {};
}

/** Path and query of a signed href, as the sandbox sees them in memory. */
const pathOf = (href: string) => href.replace(/^http:\/\/127\.0\.0\.1/, "");

describe("GET /orders/{orderId}/download", () => {
  it("DOWNLOAD-01 ORDER_NOT_FOUND for an unknown order and for another user's; managers see the organization's", async () => {
    const { ask, path, manager, outsider } = await withOrder();
    for (const answer of [
      await ask("GET", "/orders/nobody/download"),
      await ask("GET", path, { as: outsider }),
    ]) {
      expect([answer.status, answer.json.error.code]).toEqual([404, "ORDER_NOT_FOUND"]);
    }
    expect((await ask("GET", path, { as: manager })).status).toBe(200);
  });

  it("a member does not see the manager's order", async () => {
    const bench = await openBench();
    const [granule] = await findGranules(bench, ofType("GEO"));
    const { collectionId, granuleId } = granule!;
    const body = { items: [{ collectionId, granuleId }] };
    const { json } = await bench.ask("POST", "/orders", { as: bench.manager, body });
    expect((await bench.ask("GET", `/orders/${json.orderId}/download`)).status).toBe(404);
  });

  it("DOWNLOAD-02 DOWNLOAD-03 is an array of items whose assets are all signed, with size and checksum", async () => {
    const { ask, path } = await withOrder();
    const { json } = await ask("GET", path);
    expect(json).toHaveLength(1);
    expect(json[0]).toMatchObject({
      type: "Feature",
      stac_version: "1.0.0",
      links: [{ rel: "self" }, { rel: "root" }, { rel: "parent" }, { rel: "collection" }],
    });
    for (const href of hrefsOf(json)) expect(href).toMatch(/\?expires=\d+&signature=[0-9a-f]{64}$/);
    for (const asset of Object.values<Record<string, unknown>>(json[0].assets)) {
      expect(asset["file:checksum"]).toMatch(/^1220[0-9a-f]{64}$/);
    }
  });

  it("DOWNLOAD-05 410 ORDER_EXPIRED from expirationDate on", async () => {
    const { ask, path, clock } = await withOrder({ settings: { orderTtl: 60 } });
    clock.ms += 59_999;
    expect((await ask("GET", path)).status).toBe(200);
    clock.ms += 1;
    const { status, json } = await ask("GET", path);
    expect([status, json.error.code]).toEqual([410, "ORDER_EXPIRED"]);
  });

  it("DOWNLOAD-06 409 ORDER_IN_PROGRESS until everything is generated", async () => {
    const { ask, path, clock } = await withUnfinished();
    const { status, json } = await ask("GET", path);
    expect([status, json.error.code]).toEqual([409, "ORDER_IN_PROGRESS"]);
    clock.ms += 60_000;
    const done = await ask("GET", path);
    expect(
      done.json.map(
        ({ properties }: { properties: Record<string, unknown> }) => properties["sar:product_type"],
      ),
    ).toEqual(["GEO", "GEC"]);
  });

  it("DOWNLOAD-06 can answer 202, 404, 405, an empty list or items without href instead", async () => {
    const { ask, path, id } = await withUnfinished();
    const answer = async (inProgressDownload: string) => {
      await ask("POST", "/_sandbox/settings", { body: { inProgressDownload } });
      return ask("GET", path);
    };
    expect(await answer("202")).toMatchObject({
      status: 202,
      json: { orderId: id, orderStatus: "in-progress" },
    });
    expect(await answer("404")).toMatchObject({ status: 404, json: { error: { code: "ORDER_NOT_FOUND" } } });
    expect(await answer("405")).toMatchObject({ status: 405, headers: { allow: expect.any(String) } });
    expect(await answer("empty")).toMatchObject({ status: 200, json: [] });
    const partial = await answer("partial");
    const [ready, waiting] = partial.json;
    expect(hrefsOf([ready])).not.toContain(undefined);
    expect(new Set(hrefsOf([waiting]))).toEqual(new Set([undefined]));
  });

  it("SBX-02 SBX-04 an order is completed by the control plane, or by polling with the clock in mode auto", async () => {
    const ended = await withUnfinished();
    const done = await ended.ask("POST", `/_sandbox/orders/${ended.id}/complete`);
    expect(done.json).toEqual({ orderId: ended.id, orderStatus: "completed" });
    expect((await ended.ask("GET", ended.path)).status).toBe(200);
    expect((await ended.ask("POST", "/_sandbox/orders/nobody/complete")).status).toBe(404);

    const polled = await withUnfinished({ settings: { generationDelay: 3600 } });
    await polled.ask("POST", "/_sandbox/clock", { body: { mode: "auto" } });
    expect((await polled.ask("GET", polled.path, { as: polled.outsider })).status).toBe(404);
    expect((await polled.ask("GET", "/_sandbox/clock")).json.now).toBe("2026-03-10T11:47:00.000Z");
    expect((await polled.ask("GET", polled.path)).status).toBe(200);
    expect((await polled.ask("GET", "/_sandbox/clock")).json.now).toBe("2026-03-10T12:47:00.000Z");
  });
});

describe("signed files", () => {
  it("DOWNLOAD-04 need no credentials, and have the announced bytes", async () => {
    const bench = await withOrder();
    const assets = await assetsOver(await serve(bench), bench.path);
    expect(Object.keys(assets)).toHaveLength(4);
    for (const asset of Object.values(assets)) {
      const response = await fetch(asset.href);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get("content-length")).toBe(String(asset["file:size"]));
      expect(response.headers.get("content-type")).toBe(asset.type);
      expect(multihash(bytes)).toBe(asset["file:checksum"]);
    }
  });

  it("DOWNLOAD-07 answer HEAD, ranges, If-Range and 416 for a download engine", async () => {
    const bench = await withOrder();
    const { thumbnail } = await assetsOver(await serve(bench), bench.path);
    const { href, "file:size": size } = thumbnail!;
    const get = (headers: Record<string, string>, method = "GET") => fetch(href, { method, headers });
    const whole = await get({});
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    const head = await get({}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(size),
      "",
    ]);
    const middle = await get({ range: "bytes=100-199", "if-range": etag });
    expect([middle.status, middle.headers.get("content-range")]).toEqual([206, `bytes 100-199/${size}`]);
    expect(Buffer.from(await middle.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
    const tail = await get({ range: "bytes=-10" });
    expect(Buffer.from(await tail.arrayBuffer()).equals(bytes.subarray(-10))).toBe(true);
    expect((await get({ range: "bytes=0-9", "if-range": '"other"' })).status).toBe(200);
    const beyond = await get({ range: `bytes=${size}-` });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${size}`]);
    expect((await get({}, "POST")).headers.get("allow")).toBe("GET, HEAD");
  });

  it("SBX-08 DOWNLOAD-07 another size of products is another file: sizes, bytes and entity tags change at once", async () => {
    const bench = await withOrder();
    const over = await serve(bench);
    const [small] = Object.values(await assetsOver(over, bench.path));
    const tagOf = async ({ href }: Asset) =>
      (await fetch(href, { method: "HEAD" })).headers.get("etag") ?? "";
    const before = await tagOf(small!);
    await bench.ask("POST", "/_sandbox/settings", { body: { productSize: "90MB" } });
    const [large] = Object.values(await assetsOver(over, bench.path));
    expect(large!["file:size"]).toBeGreaterThan(80e6);
    expect(large!["file:size"]).toBeLessThanOrEqual(90e6);
    // A checksum would require all bytes.
    expect(large).not.toHaveProperty("file:checksum");
    const resumed = await fetch(small!.href, { headers: { range: "bytes=100-199", "if-range": before } });
    expect([resumed.status, resumed.headers.get("content-length")]).toEqual([
      200,
      String(large!["file:size"]),
    ]);
    await resumed.body?.cancel();
    expect(await tagOf(small!)).not.toBe(before);
    await bench.ask("POST", "/_sandbox/settings", { body: { productSize: null } });
    expect(await tagOf(small!)).toBe(before);
  });

  it("DOWNLOAD-04 403 SIGNATURE_INVALID for an unsigned, altered, truncated or borrowed signature", async () => {
    const { ask, path } = await withOrder();
    const [first = "", second = ""] = hrefsOf((await ask("GET", path)).json).map((href) =>
      pathOf(href ?? ""),
    );
    const [file, query = ""] = first.split("?");
    for (const target of [
      file,
      `${file}?${query.replace(/expires=(\d)/, (_all, digit) => `expires=${(Number(digit) + 1) % 10}`)}`,
      `${file}?${query.slice(0, -1)}`,
      `${file}?${query}&x=1`,
      `${second.split("?")[0]}?${query}`,
      `${file}%20?${query}`,
      `/assets/../orders?${query}`,
      `/assets/%2e%2e/%2e%2e/etc/passwd?${query}`,
    ]) {
      const answer = await ask("GET", target ?? "", { as: "nobody" });
      expect([target, answer.status, answer.json.error.code]).toEqual([target, 403, "SIGNATURE_INVALID"]);
    }
    expect((await ask("GET", first, { as: "nobody" })).status).toBe(200);
  });

  it("DOWNLOAD-09 403 SIGNED_URL_EXPIRED after an hour, or on request; a new download result renews it", async () => {
    const { ask, path, clock } = await withOrder();
    const fresh = async () => pathOf(hrefsOf((await ask("GET", path)).json)[0] ?? "");
    const first = await fresh();
    clock.ms += 3_599_999;
    expect((await ask("GET", first, { as: "nobody" })).status).toBe(200);
    clock.ms += 1;
    const late = await ask("GET", first, { as: "nobody" });
    expect([late.status, late.json.error.code]).toEqual([403, "SIGNED_URL_EXPIRED"]);
    expect((await ask("GET", await fresh(), { as: "nobody" })).status).toBe(200);
    await ask("POST", "/_sandbox/faults", { body: { route: "asset", expired: true, count: 1 } });
    expect((await ask("GET", await fresh(), { as: "nobody" })).json.error.code).toBe("SIGNED_URL_EXPIRED");
    expect((await ask("GET", await fresh(), { as: "nobody" })).status).toBe(200);
  });

  it("DOWNLOAD-03 the data hrefs of a search are not signed and give no access", async () => {
    const { ask } = await withOrder();
    const { json } = await ask("POST", "/catalog/search", { body: { limit: 1 } });
    // Its pictures have links of their own.
    const data = hrefsOf(json.features).filter((href) => href?.includes(".png") === false);
    expect(data).toHaveLength(2);
    for (const href of data) {
      expect((await ask("GET", pathOf(href ?? ""), { as: "nobody" })).json.error.code).toBe(
        "SIGNATURE_INVALID",
      );
    }
  });
});
