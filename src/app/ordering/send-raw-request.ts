/** Consent, one request, and its reply as data. */
import type { RawCall, RequestDescription } from "../../client/build-request.ts";
import type { Client, RawReply } from "../../client/client.ts";
import { parseJson } from "../../client/parse-json.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { objectOf } from "../../contract/json-object.ts";
import type { OrderBody } from "./order-items.ts";
import { endpointOf } from "../../contract/endpoints.ts";
import { moneyText, type Money } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import { agree } from "../consent.ts";
import type { OrderContext } from "./settle-order.ts";
import { allowSpend } from "../spending/spend-policy.ts";
import { advice, swath, type Command, type Hint } from "../../hint.ts";

export async function sendRequest(
  context: OrderContext,
  request: RawCall,
  { include, maxCost }: { include?: true; maxCost?: Money },
): Promise<unknown> {
  const client = await context.service.connect();
  await askFor(context, client, request, maxCost);
  const reply = await client.raw(request);
  const body = readBody(reply.text);
  if (include !== true) return body;
  return { status: reply.status, headers: shownHeaders(reply), body };
}

/** Methods that change nothing, and carry no body. */
export const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Asks the same questions as the command for this endpoint; a request to an unknown path may do anything. */
async function askFor(
  context: OrderContext,
  client: Client,
  request: RawCall,
  maxCost: Money | undefined,
): Promise<void> {
  const { endpoint, effect, method, path, body } = client.describeRaw(request);
  const entry = endpoint && endpointOf(endpoint);
  if (entry?.login === true) {
    throw new AppError("usage", "USAGE", "the token endpoint takes a user name and a password, not a key", {
      hint: advice`Type: ${swath`auth token --username <name>`}`,
    });
  }
  if (context.service.isDryRun) return;
  if (effect === "spend" && entry !== undefined) {
    await requireNotOrdered(context, client, { endpoint, path, body });
    const hint = pricedCommand(entry, path, maxCost);
    await allowSpend(context, {
      subject: `${method} ${path}`,
      price: { kind: "never-shown", hint, underBudget: hint },
      maxCost,
      question: `${method} ${path} can cost money (${lowerFirst(entry.summary)}). Send it?`,
    });
  } else if (entry?.affects !== undefined) {
    await agree(context, `${method} ${path} ${entry.affects}. Send it?`);
  } else if (entry === undefined && !READING_METHODS.has(method)) {
    await agree(context, `${method} ${path} is not in the interface, and may change anything. Send it?`);
  }
}

/** What an earlier order holds, or may hold, is not paid twice: the rules of `order place` and `order task` hold. */
async function requireNotOrdered(
  context: OrderContext,
  { origin }: Client,
  { endpoint, path, body }: Pick<RequestDescription, "endpoint" | "path" | "body">,
): Promise<void> {
  if (endpoint === "orderTask") {
    const { notOrderedYet } = await import("./order-task.ts");
    const given = body === undefined ? undefined : objectOf(body);
    await notOrderedYet(context, { taskId: segmentOf(path, -1), body: given }, {});
  }
  const { items } = objectOf(body);
  if (endpoint !== "placeOrder" || !Array.isArray(items)) return;
  const { checkOrderedBefore } = await import("./ordered-before.ts");
  await checkOrderedBefore(context, body as OrderBody, {
    origin,
    isFollowed: false,
    outDir: undefined,
    orderOnly: () => undefined,
    isTyped: true,
  });
}

/** The command that reads the price before it sends the same request. */
function pricedCommand(entry: Endpoint, path: string, maxCost: Money | undefined): Hint {
  const { record: noun = "task", decides, copies } = entry.journal ?? {};
  const at = entry.path.split("/").findIndex((segment) => segment.startsWith("{"));
  const id = segmentOf(path, at - entry.path.split("/").length);
  const limit = maxCost === undefined ? [] : ["--max-cost", moneyText(maxCost)];
  if (decides === true) return priceFirst(swath`${noun} approve ${id} ${limit}`);
  if (copies === "task" || copies === "repeat") return priceFirst(swath`${noun} retask ${id} ${limit}`);
  if (entry.creates === true) return "To see the price before you approve it, leave out the pre-approval";
  return priceFirst(
    at === -1 ? swath`order place --item <collection>/<item> ${limit}` : swath`order task ${id} ${limit}`,
  );
}

const priceFirst = (command: Command): Hint => advice`This command reads the price first: ${command}`;

/** The segment at this place, counted from the end: the base URL may have a path of its own. */
function segmentOf(path: string, fromEnd: number): string {
  const segment = path.replace(/\?.*$/, "").replace(/\/+$/, "").split("/").at(fromEnd) ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Parsed JSON, else the text, else null for an empty body. */
function readBody(text: string): unknown {
  if (text.trim() === "") return null;
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? parsed.value : text;
}

/** Headers that describe the reply and hold no secret. */
const SHOWN_NAMES = new Set(
  (
    "allow cache-control content-language content-length content-type date deprecation etag last-modified link " +
    "retry-after sunset vary"
  ).split(" "),
);
const SHOWN_KINDS = /^(?:x-)?(?:(?:request|correlation|trace)-id|ratelimit(?:-[\w-]+)?)$/;
const isShown = (name: string): boolean => SHOWN_NAMES.has(name) || SHOWN_KINDS.test(name);

const shownHeaders = ({ headers }: RawReply): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isShown(name)));
