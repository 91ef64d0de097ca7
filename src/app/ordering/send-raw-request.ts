/** Asks for consent, sends one request, and returns its response as data. */
import type { AppContext } from "../context.ts";
import type { RawCall } from "../../client/build-request.ts";
import type { Client, RawReply } from "../../client/client.ts";
import { parseJson } from "../../client/exchange.ts";
import type { PaidRequest } from "../../contract/spend.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import { getEndpoint, readPathId, isCancellation, isGuarded } from "../../contract/endpoints.ts";
import type { Money } from "../../domain/price/money.ts";
import { AppError } from "../../errors.ts";
import { agree, buy, openRun, requireEarlierLimits } from "../../money/buy.ts";
import { requestOffer, type Offer } from "../../money/run.ts";
import { readOrderedItems } from "../../money/record.ts";
import { findOrderedTask } from "../../money/recorded-purchase.ts";
import { requireConsent } from "../../money/consent.ts";
import type { OrderBody } from "./order-items.ts";
import { makeItemsOffer, listNamedItems, addNamedItems, makeTaskOffer } from "./order-offer.ts";

export async function sendRequest(
  context: AppContext,
  request: RawCall,
  { include, maxCost }: { include?: true; maxCost?: Money },
): Promise<unknown> {
  const client = await context.service.connect();
  const reply = await sendOnce(context, client, request, maxCost);
  const body = readBody(reply.text);
  if (include !== true) return body;
  return { status: reply.status, headers: pickShownHeaders(reply), body };
}

/** Methods that change nothing and have no body. */
export const READING_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Judges and asks like the command for this endpoint. A request to an unknown path may do anything, so consent is asked for. Under a
 * limit the request is refused, because its cost is never shown.
 */
async function sendOnce(
  context: AppContext,
  client: Client,
  request: RawCall,
  maxCost: Money | undefined,
): Promise<RawReply> {
  const { endpoint, effect, method, path, body } = client.describeRaw(request);
  const entry = endpoint && getEndpoint(endpoint);
  if (entry?.login === true)
    throw new AppError("usage", "USAGE", "the token endpoint takes a user name and a password, not a key");
  if (context.service.isDryRun) return client.raw(request);
  if (effect === "spend" || isGuarded(endpoint, effect)) {
    const cost = { kind: "neverShown" } as const;
    if (entry?.journal?.decides === true) {
      const id = readPathId(path);
      await requireEarlierLimits(context, [{ id, title: `${entry.journal.record} ${id}`, terms: { cost } }]);
    }
    const terms = {
      cost,
      question: () => `${method} ${path} can cost money (${lowerFirst(entry?.summary ?? "")}). Send it?`,
    };
    return buy(context, await makeRawOffer(context, client, request), {
      maxCost,
      ...(effect === "spend" && { terms }),
    });
  }
  if (entry?.journal?.decides === true && isCancellation(body))
    await requireConsent(
      context,
      `${method} ${path} cancels ${entry.journal.record} ${readPathId(path)} for good. Send it?`,
    );
  else if (entry?.affects !== undefined)
    await requireConsent(context, `${method} ${path} ${entry.affects}. Send it?`);
  else if (entry === undefined && !READING_METHODS.has(method))
    await agree(
      openRun(context, { maxCost }),
      {
        cost: { kind: "neverShown", why: "the path is not in the interface and its cost is not known" },
        question: () => `${method} ${path} is not in the interface, and may change anything. Send it?`,
      },
      [],
    );
  return client.raw(request);
}

/** Builds the offer of the typed request, so that an equal earlier order is not paid for twice. */
async function makeRawOffer(context: AppContext, client: Client, request: RawCall): Promise<Offer<RawReply>> {
  const intent = client.rawIntent(request);
  if (intent === undefined) throw new Error("a guarded request without an endpoint");
  const prepare = (): Promise<PaidRequest<RawReply>> => client.paidRaw(request);
  const taskId = findOrderedTask(intent);
  if (taskId !== undefined) return makeTaskOffer(context, { taskId }, { ofTask: prepare });
  if (intent.kind !== "placeOrder") return requestOffer(intent, prepare);
  const body = (isJsonObject(intent.body) ? intent.body : {}) as OrderBody;
  const offer = await makeItemsOffer(context, body, {
    path: intent.path,
    isTyped: true,
    prepare,
  });
  const isKnown = (readOrderedItems(body) ?? []).every(({ granuleId }) => granuleId !== undefined);
  return isKnown || context.consent.resend ? offer : addPricedItems(context, offer);
}

/** Returns the offer with the archive items that its price names, if the price can be read. */
async function addPricedItems(
  { service }: AppContext,
  offer: Offer<RawReply, OrderBody>,
): Promise<Offer<RawReply>> {
  const review = await service.client
    .reviewOrder({ body: offer.body, isSentOnce: true })
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return undefined;
    });
  return (review && addNamedItems(offer, listNamedItems(review))) ?? offer;
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Returns parsed JSON, else the text, else null for an empty body. */
function readBody(text: string): unknown {
  if (text.trim() === "") return null;
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? parsed.value : text;
}

/** Headers that describe the response and contain no secret. */
const SHOWN_NAMES = new Set(
  (
    "allow cache-control content-language content-length content-type date deprecation etag last-modified link " +
    "retry-after sunset vary"
  ).split(" "),
);
const SHOWN_KINDS = /^(?:x-)?(?:(?:request|correlation|trace)-id|ratelimit(?:-[\w-]+)?)$/;
const isShown = (name: string): boolean => SHOWN_NAMES.has(name) || SHOWN_KINDS.test(name);

const pickShownHeaders = ({ headers }: RawReply): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isShown(name)));
