/** A service that accepts paid requests and then answers, stays silent or breaks, by the seed. It knows the true state. */
import { once } from "node:events";
import { createServer } from "node:http";
import { idOf, intentOf, itemIn } from "./intents.mjs";
import { pick, randomOf } from "./random.mjs";
import { recordOf, requestRecord, searchPage } from "./records.mjs";

/** The outcome of a request that arrived; `refuse`, `busy` and `lost before` cost nothing. */
const FATES = {
  answer: 40,
  late: 10,
  reset: 10,
  "reset in the reply": 8,
  silence: 4,
  500: 8,
  "200 without id": 4,
  "a page": 4,
  refuse: 6,
  busy: 4,
  "lost before": 2,
};
const FREE = new Set(["refuse", "busy", "lost before"]);

export async function chargingServer(seed) {
  /** Item -> the number of its requests, and of its payments. */
  const asked = new Map();
  const charged = new Map();
  const made = { task: [], repeat: [], order: [], approval: [] };
  const count = (map, item) => map.set(item, (map.get(item) ?? 0) + 1);

  const spend = (response, path, text) => {
    const item = itemIn(path + text);
    const intent = intentOf(seed, item);
    count(asked, item);
    const random = randomOf(seed, `${item} ${asked.get(item)}`);
    const fate = pick(random, FATES);
    const record =
      intent.makes === "order"
        ? { orderId: idOf(intent), orderStatus: "completed", items: [] }
        : recordOf(intent, path, JSON.parse(text || "{}"), idOf(intent));
    if (!FREE.has(fate)) {
      count(charged, item);
      made[intent.makes].push(record);
    }
    answer(fate, response, JSON.stringify(record), random);
  };

  const server = createServer((request, response) => {
    const chunks = [];
    request.on("error", () => {});
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url: path } = request;
      const text = Buffer.concat(chunks).toString();
      const read = readingOf(method, path, text, made, charged);
      if (read === undefined && method === "GET") response.writeHead(404).end();
      else if (read === undefined) spend(response, path, text);
      else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(read));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    asked,
    charged,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The answer to a free request. */
function readingOf(method, path, text, made, charged) {
  if (path === "/orders/review") return { authorized: true, totalCost: "$10.00", orderDetails: [] };
  if (path.endsWith("/search"))
    return searchPage(path.startsWith("/tasks") ? made.task : made.repeat, JSON.parse(text));
  if (method !== "GET") return undefined;
  const [, noun, id] = path.split("/");
  if (noun === "orders") return made.order.find(({ orderId }) => orderId === id);
  return requestRecord(noun, id, charged.has(itemIn(id)));
}

function answer(fate, response, reply, random) {
  const say = (status, body, type = "application/json") =>
    response.writeHead(status, { "content-type": type }).end(body);
  if (fate === "answer") say(201, reply);
  else if (fate === "late") setTimeout(() => say(201, reply), random() * 500);
  else if (fate === "reset" || fate === "lost before") response.socket.resetAndDestroy();
  else if (fate === "reset in the reply") {
    response.writeHead(201, { "content-length": reply.length }).write(reply.slice(0, 10), () => {
      response.socket.resetAndDestroy();
    });
  } else if (fate === "500") say(500, '{"message":"oops"}');
  else if (fate === "200 without id") say(200, "{}");
  else if (fate === "a page") say(200, "<html>Sign in</html>", "text/html");
  else if (fate === "refuse") say(422, '{"error":{"code":"ITEM_NOT_FOUND","message":"not now"}}');
  else if (fate === "busy") say(429, '{"message":"busy"}');
}
