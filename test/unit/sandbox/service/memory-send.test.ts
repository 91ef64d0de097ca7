import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { HttpResponse } from "../../../../src/contract/send.ts";
import { createSandboxSend } from "../../../../src/sandbox/sandbox.ts";
import { findGranules, ofType } from "./granules.ts";
import { openBench } from "./open.ts";

const BASE = "http://127.0.0.1:7717/v1";

const textOf = async ({ body }: HttpResponse): Promise<string> => (await buffer(body)).toString("latin1");

describe("the sandbox behind Send", () => {
  it("DOWNLOAD-03 orders and downloads through links below the base URL's prefix", async () => {
    const bench = await openBench();
    const send = createSandboxSend(bench.sandbox, `${BASE}/`);
    const [granule] = await findGranules(bench, ofType("GEO"));
    const { collectionId, granuleId } = granule!;
    const headers = { authorization: `ApiKey ${bench.member.apiKey}`, "content-type": "application/json" };
    const body = JSON.stringify({ items: [{ collectionId, granuleId }] });
    const placed = await send({ method: "POST", url: `${BASE}/orders`, headers, body });
    const { orderId } = JSON.parse(await textOf(placed)) as { orderId: string };
    const download = await send({ method: "GET", url: `${BASE}/orders/${orderId}/download`, headers });
    const [item] = JSON.parse(await textOf(download)) as {
      assets: Record<string, { href: string; "file:size": number }>;
    }[];
    for (const { href, "file:size": size } of Object.values(item!.assets)) {
      expect(href.startsWith(`${BASE}/assets/`)).toBe(true);
      const file = await send({ method: "GET", url: href, headers: {} });
      expect([file.status, (await textOf(file)).length]).toEqual([200, size]);
      const head = await send({ method: "HEAD", url: href, headers: {} });
      expect([head.headers["content-length"], await textOf(head)]).toEqual([String(size), ""]);
    }
  });

  it("an aborted request is a TransportError, before it is sent and while it waits", async () => {
    const { sandbox } = await openBench();
    const send = createSandboxSend(sandbox, BASE);
    const request = { method: "GET", url: `${BASE}/orders/7/download`, headers: {} };
    await expect(send({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({
      reason: "aborted",
      delivered: "no",
    });
    const controller = new AbortController();
    const waiting = createSandboxSend(
      { handle: () => new Promise(() => undefined) },
      BASE,
    )({ ...request, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ reason: "aborted", delivered: "maybe" });
  });
});
