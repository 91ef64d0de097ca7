/**
 * Handles an order whose downloads have expired: the journal records it, and the hint is the command that orders it
 * again.
 */
import { AppError } from "../../errors.ts";
import type { IntentRecord } from "../../ledger/intent-record.ts";
import { EXPIRED, orderedItemsOf, type OrderedItem } from "../../ledger/intent-details.ts";
import { advice, swath, type Command } from "../../hint.ts";
import type { AppContext } from "../context.ts";

/** A longer order is repeated from a file. */
const MOST_ITEMS = 5;

/** Returns the service's refusal with a hint that orders the same items again, if this machine knows them. */
export async function expiredOrder(
  { service }: Pick<AppContext, "service">,
  orderId: string,
  error: AppError,
): Promise<AppError> {
  // The person must see the refusal: an unreadable journal must not hide it.
  const noted = await service
    .journal()
    .then((journal) => journal.note(orderId, { orderStatus: EXPIRED }))
    .catch(() => undefined);
  if (noted === undefined) return error;
  const { status, serviceCode, request, issues } = error;
  const hint = advice`Its downloads have expired. Order the same again, and pay again, with: ${orderAgain(noted.record)}`;
  return new AppError(error.kind, error.code, error.message, {
    status,
    serviceCode,
    request,
    issues,
    hint: needsFile(noted.record)
      ? advice`${hint}; <body.json> is what this prints: ${swath`journal show ${orderId} --json --query body`}`
      : hint,
    cause: error,
  });
}

const needsFile = ({ kind, body }: IntentRecord): boolean =>
  kind !== "orderTask" && orderFlags(body) === undefined;

function orderAgain({ kind, body, path }: IntentRecord): Command {
  if (kind === "orderTask") return swath`order task ${decodeURIComponent(path.split("/").at(-1) ?? "")}`;
  const words = orderFlags(body);
  return words === undefined ? swath`order place --data @<body.json>` : swath`order place ${words}`;
}

/** Returns the items of a short order as flags; undefined when item flags cannot express its body. */
export function orderFlags(body: unknown, most = MOST_ITEMS): readonly string[] | undefined {
  const items = orderedItemsOf(body) ?? [];
  const isPlain = Object.keys(body ?? {}).every((name) => name === "items");
  if (!isPlain || items.length === 0 || items.length > most) return undefined;
  const flags = items.map(flagOf);
  const raw = (body as { items: readonly object[] }).items;
  // A field without an item flag.
  if (raw.some((item, index) => Object.keys(item).length > Object.keys(items[index] ?? {}).length))
    return undefined;
  return flags.every((flag) => flag !== undefined) ? flags.flat() : undefined;
}

function flagOf({ collectionId, granuleId, productType, collectIds }: OrderedItem): string[] | undefined {
  if (collectionId !== undefined && granuleId !== undefined)
    return ["--item", `${collectionId}/${granuleId}`];
  if (productType === undefined || collectIds === undefined) return undefined;
  return ["--generate", `${productType}=${collectIds.join(",")}`];
}
