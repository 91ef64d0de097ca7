/** Whether everything in an order can be downloaded, and what is said when it cannot. */
import type { StacItem } from "../../contract/read-items.ts";
import type { OrderDownload } from "../../contract/replies.ts";
import { expectedItems } from "../../ledger/history.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../../cli/context.ts";
import { serviceWords } from "../../cli/help/order-hints.ts";
import { isLink, sourcesOf } from "./order-sources.ts";

export type Readiness =
  | { ready: true; items: StacItem[] }
  | { ready: false; state: string; cause?: AppError };

/** Statuses with which services say "not yet". */
const NOT_YET = new Set([409, 425]);

/** Asks once for the signed URLs; says whether all of the order is there. */
export async function lookAtOrder(
  context: Context,
  orderId: string,
  signal?: AbortSignal,
): Promise<Readiness> {
  let items: StacItem[];
  try {
    const reply = await context.service.client.getOrderDownload({
      params: { orderId },
      ...(signal && { signal }),
    });
    if (reply.items === undefined) return { ready: false, state: stateIn(reply, orderId) };
    if (reply.skipped !== undefined)
      context.notes.warn(
        `${reply.skipped} of the entries of order ${orderId} are no items (not even objects) and were left out`,
      );
    // Whoever left these out would leave out something that is paid for.
    if (reply.unreadable !== undefined)
      throw unrecognised(
        `${reply.unreadable} of the items of order ${orderId} have assets that are no objects`,
      );
    items = reply.items;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return notReadyOf(context, orderId, error);
  }
  const linked = items.filter((item) => sourcesOf([item]).some(({ href }) => isLink(href)));
  // A service may list an item twice, and an id in two collections. Items without an id are one to the transfer.
  const names = new Set(linked.map(({ id = "item" }) => id)).size;
  const listed = new Set(items.map(({ id }, index) => id ?? index)).size;
  const wanted = Math.max(listed, await expectedCount(context, orderId));
  if (names === 0 || names < wanted || linked.length < items.length)
    return { ready: false, state: `${names} of ${wanted || "?"} items ready` };
  return { ready: true, items };
}

/** A reply without items may say that the order is on its way; anything else is no answer to what was asked. */
function stateIn({ state }: OrderDownload, orderId: string): string {
  if (state !== undefined) return state;
  throw unrecognised(`the download result of order ${orderId} holds no list of items`);
}

const unrecognised = (message: string): AppError =>
  new AppError("service", "RESPONSE_UNRECOGNISED", message, {
    hint: "Run again with --debug-http reply.har to see the exchange",
  });

async function notReadyOf(context: Context, orderId: string, error: AppError): Promise<Readiness> {
  const isKnown = error.status === 404 && (await isJournalled(context, orderId));
  const isConflict =
    error.status !== undefined && NOT_YET.has(error.status) && error.serviceCode !== "ORDER_EXPIRED";
  if (error.code === "ORDER_IN_PROGRESS" || isConflict || isKnown)
    return { ready: false, state: isKnown ? "the service answers 404" : "in-progress", cause: error };
  throw error;
}

async function expectedCount({ service }: Context, orderId: string): Promise<number> {
  const entry = await (await service.journal()).get(orderId);
  if (entry === undefined) return 0;
  const items = expectedItems(entry.record);
  return new Set(items.map(({ granuleId }, index) => granuleId ?? index)).size;
}

async function isJournalled({ service }: Context, orderId: string): Promise<boolean> {
  return (await (await service.journal()).get(orderId)) !== undefined;
}

/** The error for an order that is asked for too early, or that the service does not know. */
export function inProgress(
  context: Pick<Context, "options">,
  orderId: string,
  { state, cause }: Readiness & { ready: false },
): AppError {
  if (cause?.status === 404 && cause.code !== "ORDER_IN_PROGRESS") return notFound(context, orderId, cause);
  return new AppError(
    cause?.kind ?? "service",
    "ORDER_IN_PROGRESS",
    `order ${orderId} is not ready yet (${state})`,
    {
      hint: `Wait for it: swath order download ${orderId} --wait${serviceWords(context)}`,
      status: cause?.status,
      serviceCode: cause?.serviceCode,
      request: cause?.request,
      cause,
    },
  );
}

/** Some services answer so until an order is ready, others when it is gone: without waiting, nobody can say which. */
const notFound = (context: Pick<Context, "options">, orderId: string, cause: AppError): AppError =>
  new AppError(
    cause.kind,
    "ORDER_NOT_FOUND",
    `the service answers 404 for order ${orderId}, which this machine placed`,
    {
      hint: `It may not be ready yet: swath order download ${orderId} --wait${serviceWords(context)}; swath order history shows when it was placed, and with which profile`,
      status: cause.status,
      serviceCode: cause.serviceCode,
      request: cause.request,
      cause,
    },
  );
