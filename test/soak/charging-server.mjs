/** A service that takes orders and then answers, lies silent or breaks, as the seed has it. It knows the truth. */
import { once } from "node:events";
import { createServer } from "node:http";
import { pick, randomOf } from "./random.mjs";

/** What becomes of a request that arrived; all but `refuse` and `busy` cost money. */
const FATES = {
  answer: 40,
  late: 10,
  reset: 10,
  "reset in the reply": 8,
  silence: 4,
  500: 8,
  "200 without id": 4,
  "a page": 4,
  refuse: 8,
  busy: 4,
};

export async function chargingServer(seed) {
  /** Item -> how often it was asked for, and paid for. */
  const asked = new Map();
  const charged = new Map();
  const count = (map, item) => map.set(item, (map.get(item) ?? 0) + 1);
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("error", () => {});
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const item = JSON.parse(Buffer.concat(chunks).toString()).items[0].granuleId;
      count(asked, item);
      const random = randomOf(seed, `${item} ${asked.get(item)}`);
      const fate = pick(random, FATES);
      if (fate !== "refuse" && fate !== "busy") count(charged, item);
      answer(fate, response, `o-${item}`, random);
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

function answer(fate, response, orderId, random) {
  const say = (status, body, type = "application/json") =>
    response.writeHead(status, { "content-type": type }).end(body);
  const order = JSON.stringify({ orderId, orderStatus: "completed", items: [] });
  if (fate === "answer") say(201, order);
  else if (fate === "late") setTimeout(() => say(201, order), random() * 500);
  else if (fate === "reset") response.socket.resetAndDestroy();
  else if (fate === "reset in the reply") {
    response.writeHead(201, { "content-length": order.length }).write(order.slice(0, 10), () => {
      response.socket.resetAndDestroy();
    });
  } else if (fate === "500") say(500, '{"message":"oops"}');
  else if (fate === "200 without id") say(200, "{}");
  else if (fate === "a page") say(200, "<html>Sign in</html>", "text/html");
  else if (fate === "refuse") say(422, '{"error":{"code":"ITEM_NOT_FOUND","message":"not now"}}');
  else if (fate === "busy") say(429, '{"message":"busy"}');
}
