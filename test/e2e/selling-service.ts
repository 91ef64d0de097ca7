/** A service that sells: prices by path, orders with ids, tasks that can be searched. It can hold its answers back. */
import type { ServerResponse } from "node:http";
import { listenHttp } from "../local-server.ts";

export interface SellingService {
  url: string;
  /** Bodies of the complete requests that bought or created something, in order. */
  readonly sold: { path: string; body: Record<string, unknown> }[];
  /** While true, a purchase gets no answer: `release` answers it. */
  holds: boolean;
  /** Resolves after this many purchases. */
  until(count: number): Promise<void>;
  release(): void;
}

const PRICE = "$350.00";

export async function sellingService(): Promise<SellingService> {
  const sold: SellingService["sold"] = [];
  const tasks: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  const watchers: (() => void)[] = [];
  const answer = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const { url } = await listenHttp((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.once("end", () => {
      const path = request.url ?? "";
      const body = JSON.parse(text || "{}") as Record<string, unknown>;
      if (path === "/orders/review") return answer(response, 200, { summary: { total: PRICE } });
      if (request.method === "GET") return answer(response, 200, inReview(path));
      if (path.endsWith("/search")) return answer(response, 200, { results: tasks, totalPages: 1 });
      sold.push({ path, body });
      const decided = /^\/(?:task|repeat-requests)\/([^/]+)\/status$/.exec(path)?.[1];
      const id = decided ?? `${path.slice(1, 2)}-${sold.length}`;
      const reply =
        path === "/orders" ? { orderId: id, orderStatus: "completed", items: [] } : record(id, body);
      if (path !== "/orders") tasks.push(reply);
      for (const resume of watchers) resume();
      const send = (): void => answer(response, 201, reply);
      if (made.holds) waiting.push(send);
      else send();
    });
  });
  const made: SellingService = {
    url,
    sold,
    holds: false,
    until: (count) =>
      new Promise((resolve) => {
        const resume = (): void => void (sold.length >= count && resolve());
        watchers.push(resume);
        resume();
      }),
    release: () => {
      made.holds = false;
      for (const send of waiting.splice(0)) send();
    },
  };
  return made;
}

/** Tasks at $350.00 and series of two images at $200.00 each wait for approval; a record called `paid` was pre-approved. */
function inReview(path: string): Record<string, unknown> {
  const [, noun, id = ""] = path.split("/");
  const preApproval = id.startsWith("paid") ? { preApproval: true } : {};
  const common = { ...preApproval, lastStatusCode: "review" };
  if (noun === "repeat-requests") {
    const repetitionProperties = { repetitionInterval: 7, repetitionCount: 2 };
    const properties = {
      ...common,
      repeatrequestId: id,
      costPerImageEstimate: "$200.00",
      repetitionProperties,
    };
    return { type: "Feature", geometry: TARGET, properties };
  }
  const statusHistory = [{ code: "review", message: "estimate ready" }];
  const order = { summary: { total: PRICE, subtotal: PRICE } };
  const properties = { ...common, taskingrequestId: id, statusHistory, order };
  return { type: "Feature", geometry: TARGET, properties };
}

const TARGET = { type: "Point", coordinates: [14.99, 37.75] };

/** The record of a task: the sent properties, and those of the service. */
const record = (id: string, body: Record<string, unknown>): Record<string, unknown> => ({
  ...body,
  properties: {
    ...(body["properties"] as object | undefined),
    taskingrequestId: id,
    repeatrequestId: id,
    submissionTime: new Date().toISOString(),
    lastStatusCode: "received",
  },
});
