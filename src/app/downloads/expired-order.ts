/** Handles an order whose downloads have expired: the journal has its items, so they can be ordered again. */
import type { AppError } from "../../errors.ts";
import { EXPIRED, plainItems } from "../../ledger/intent-details.ts";
import type { AppContext } from "../context.ts";

/** Returns the service's refusal with the step that orders the same items again, if this machine knows them. */
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
  const { kind, body, path } = noted.record;
  const taskId = kind === "orderTask" ? decodeURIComponent(path.split("/").at(-1) ?? "") : undefined;
  return error.restated(error.message, {
    next: { do: "orderAgain", orderId, taskId, items: plainItems(body) },
  });
}
