/** A service whose orders expire one hour after they were placed, and where what was ordered before costs nothing again. */
import { createHash } from "node:crypto";
import type { HttpRequest, HttpResponse, Send } from "../../src/contract/send.ts";
import { TransportError } from "../../src/contract/send.ts";
import { stoppedClock, type StoppedClock } from "./stopped-clock.ts";
import { BASE_URL, runWords, tempHome, type Run, type Surroundings } from "./world.ts";

const HOUR_MS = 3_600_000;
const FILES = "https://data.example";

interface Placed {
  id: string;
  atMs: number;
  granules: string[];
}

export class HourlyService {
  readonly clock: StoppedClock = stoppedClock();
  readonly orders: Placed[] = [];
  /** Bodies of `POST /orders`. */
  readonly asked: unknown[] = [];
  /** Byte ranges of the requests for files, with the order of their link. */
  readonly fetched: string[] = [];
  /** Replaces a response. */
  answer: (call: { key: string; count: number }) => { status: number; body?: unknown } | undefined = () =>
    undefined;
  /** After this many bytes of a file, its connection breaks and this is called. */
  breaks: { after: number; change?: () => void }[] = [];
  isOrderShown = false;
  /** Called once, before the next order is accepted. */
  onOrder: (() => Promise<void>) | undefined;
  readonly #counts = new Map<string, number>();

  /** Returns the content of a file. */
  static bytesOf(name: string, size = 60_000): Buffer {
    const block = createHash("sha256").update(name).digest();
    const bytes = Buffer.alloc(size, block);
    // A GeoTIFF begins like this.
    Buffer.from("49492a0008000000", "hex").copy(bytes);
    return bytes;
  }

  isExpired({ atMs }: Placed): boolean {
    return this.clock.now() >= atMs + HOUR_MS;
  }

  passHours(hours = 2): void {
    this.clock.ms += hours * HOUR_MS;
  }

  async run(words: string, given: Surroundings & { home: string }): Promise<Run> {
    return runWords(words, {
      send: this.send,
      clock: this.clock,
      ...given,
      env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key", ...given.env },
    });
  }

  /** Places an order from a new home, and returns both. */
  async placed(items = ["a"]): Promise<{ home: string; id: string }> {
    const home = await tempHome();
    const flags = items.map((item) => `--item c/${item}`).join(" ");
    const run = await this.run(`order place ${flags} --yes --output id`, { home });
    return { home, id: run.stdout.trim() };
  }

  readonly send: Send = (request) => this.clock.during(this.#answer(request));

  async #answer(request: HttpRequest): Promise<HttpResponse> {
    const { method, url, body } = request;
    if (url.startsWith(FILES)) return this.#file(request);
    const path = url.slice(BASE_URL.length);
    const key = `${method} ${path}`;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    const given = this.answer({ key, count });
    if (given !== undefined) return json(given.status, given.body);
    const sent =
      body === undefined ? undefined : (JSON.parse(String(body)) as { items: { granuleId: string }[] });
    if (key === "POST /orders/review")
      return json(200, this.#review(sent!.items.map(({ granuleId }) => granuleId)));
    if (key === "POST /orders") {
      const { onOrder } = this;
      this.onOrder = undefined;
      await onOrder?.();
      this.asked.push(sent);
      return json(200, this.#place(sent!.items.map(({ granuleId }) => granuleId)));
    }
    const [, id = "", rest = ""] = /^GET \/orders\/([^/]+)(\/download)?$/.exec(key) ?? [];
    const order = this.orders.find((one) => one.id === id);
    if (order === undefined) return json(404, { message: "no order" });
    if (rest === "") return this.isOrderShown ? json(200, this.#result(order)) : json(403, { message: "no" });
    if (this.isExpired(order)) return json(400, { error: "order expired" });
    return json(
      200,
      order.granules.map((granule) => this.#item(granule, order)),
    );
  }

  #owned(granule: string): boolean {
    return this.orders.some(({ granules }) => granules.includes(granule));
  }

  #review(granules: readonly string[]): unknown {
    const lines = granules.map((granuleId) => {
      const isOwned = this.#owned(granuleId);
      return {
        collectionId: "c",
        granuleId,
        previouslyOrdered: isOwned,
        cost: isOwned ? "$0.00" : "$500.00",
      };
    });
    const total = `$${lines.filter(({ previouslyOrdered }) => !previouslyOrdered).length * 500}.00`;
    return { authorized: true, orderDetails: { lineItems: lines, summary: { subtotal: total, total } } };
  }

  #place(granules: string[]): unknown {
    const order = { id: `o-${this.orders.length + 1}`, atMs: this.clock.now(), granules };
    this.orders.push(order);
    return this.#result(order);
  }

  #result({ id, atMs, granules }: Placed): unknown {
    return {
      orderId: id,
      orderDate: new Date(atMs).toISOString(),
      expirationDate: new Date(atMs + HOUR_MS).toISOString(),
      orderStatus: "completed",
      contractId: null,
      items: granules.map((granuleId) => ({ collectionId: "c", granuleId, previouslyOrdered: false })),
    };
  }

  #item(granule: string, { id }: Placed): unknown {
    const href = `${FILES}/${granule}/${granule}.tif?Expires=1&Signature=${id}`;
    return { type: "Feature", id: granule, collection: "c", assets: { VV: { href, roles: ["data"] } } };
  }

  #file({ url, headers, method }: HttpRequest): HttpResponse {
    const { pathname, searchParams } = new URL(url);
    const order = this.orders.find(({ id }) => id === searchParams.get("Signature"))!;
    if (this.isExpired(order)) return json(403, { message: "Request has expired" });
    const bytes = HourlyService.bytesOf(pathname);
    const [, from = "0", to = String(bytes.length - 1)] =
      /^bytes=(\d+)-(\d+)?$/.exec(headers["range"] ?? "") ?? [];
    const part = bytes.subarray(Number(from), Number(to) + 1);
    if (method === "GET") this.fetched.push(`${order.id} ${from}`);
    const isPart = headers["range"] !== undefined;
    const end = this.breaks.shift();
    return {
      status: isPart ? 206 : 200,
      headers: {
        etag: '"1-1"',
        "accept-ranges": "bytes",
        "content-type": "binary/octet-stream",
        "content-length": String(part.length),
        ...(isPart && { "content-range": `bytes ${from}-${to}/${bytes.length}` }),
      },
      body: (async function* () {
        if (end === undefined) return yield part;
        yield part.subarray(0, end.after);
        end.change?.();
        throw new TransportError("reset", "maybe", "the connection was reset");
      })(),
    };
  }
}

const json = (status: number, value: unknown): HttpResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: (async function* () {
    yield Buffer.from(JSON.stringify(value));
  })(),
});
