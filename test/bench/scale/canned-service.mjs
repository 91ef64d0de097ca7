/**
 * A service of any size: it repeats one item of the sandbox under as many ids as a request wants. It answers searches of the
 * catalog, reviews, orders and links, from bytes that are made once.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { startSandbox } from "../start-sandbox.mjs";

const LINKS_LIVE_MS = 3_600_000;

/** One item of the sandbox, as a search returns it and as the links of an order do. */
async function itemsOfSandbox(env) {
  const sandbox = await startSandbox(env);
  try {
    const query = { "sar:product_type": { eq: "GEO" } };
    const { features } = await sandbox.ask("POST", "/catalog/search", { limit: 1, query });
    const [{ collection, id }] = features;
    const { orderId } = await sandbox.ask("POST", "/orders", {
      items: [{ collectionId: collection, granuleId: id }],
    });
    const [delivered] = await sandbox.ask("GET", `/orders/${orderId}/download`);
    return { found: features[0], delivered };
  } finally {
    await sandbox.close();
  }
}

/** Repeats an item: its id, and every name that holds it, end in a number. */
function repeater(item) {
  const parts = JSON.stringify(item).split(item.id);
  return (serial) => parts.join(`${item.id.slice(0, -8)}${serial.toString(16).padStart(8, "0")}`);
}

const NEXT = /^\d+$/;

/** Returns `{ url, close }`. The links of an order have as many items as the last group of its id says. */
export async function startCannedService(env) {
  const { found, delivered } = await itemsOfSandbox(env);
  const foundAt = repeater(found);
  const deliveredAt = repeater(delivered);
  let orders = 0;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    const url = new URL(request.url, `http://${request.headers.host}`);
    const body = text === "" ? {} : JSON.parse(text);
    const json = answer(request.method, url, body);
    response
      .writeHead(json === undefined ? 404 : 200, { "content-type": "application/json" })
      .end(json ?? '{"error":{"code":"NOT_FOUND","message":"not canned"}}');
  });

  function answer(method, url, body) {
    const { pathname } = url;
    if (pathname === "/catalog/search") return pageOf(url, body);
    if (pathname === "/orders/review")
      return JSON.stringify({
        authorized: true,
        summary: { total: `$${350 * body.items.length}.00`, subtotal: `$${350 * body.items.length}.00` },
        items: body.items.map((item) => ({ ...item, productType: "GEO", cost: "$350.00" })),
      });
    if (pathname === "/orders" && method === "POST")
      return JSON.stringify({
        orderId: `5ddcec7e-0491-4a82-a7a3-${String((orders += 1)).padStart(12, "0")}`,
        orderDate: new Date().toISOString(),
        expirationDate: new Date(Date.now() + 7 * 86_400_000).toISOString(),
        orderStatus: "completed",
        items: body.items,
      });
    const [, items] = /^\/orders\/[0-9a-f-]+-(\d{12})\/download$/.exec(pathname) ?? [];
    if (items === undefined) return undefined;
    const expires = `expires=${Date.now() + LINKS_LIVE_MS}`;
    const features = Array.from({ length: Number(items) }, (_, at) => deliveredAt(at));
    return `[${features.join()}]`.replaceAll(/expires=\d+/g, expires);
  }

  /** The token of a page is the number of items before it. */
  function pageOf(url, body) {
    const token = url.searchParams.get("token") ?? body.token ?? "0";
    if (!NEXT.test(token)) return undefined;
    const first = Number(token);
    const limit = Math.min(Number(url.searchParams.get("limit") ?? body.limit ?? 10), 1000);
    const features = Array.from({ length: limit }, (_, at) => foundAt(first + at));
    const next = {
      rel: "next",
      href: `${url.origin}/catalog/search?token=${first + limit}`,
      type: "application/geo+json",
      method: "POST",
      body: { token: String(first + limit) },
      merge: true,
    };
    return `{"type":"FeatureCollection","features":[${features.join()}],"links":[${JSON.stringify(next)}]}`;
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
