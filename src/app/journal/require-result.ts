/** Looks the id of a resolved request up at the service, before it is recorded for good. Only reads. */
import { getEndpoint, readPathId } from "../../contract/endpoints.ts";
import { isSameId } from "../../contract/id-key.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { compareWithSent } from "../../domain/tasking/reconcile.ts";
import { AppError } from "../../errors.ts";
import { removeChosenName } from "../../money/recorded-purchase.ts";
import { readOrderedItems, type IntentRecord } from "../../money/record.ts";
import { advice, typed } from "../../hint.ts";
import type { AppContext } from "../context.ts";

type Noun = "order" | "task" | "repeat";

const TITLES: Readonly<Record<Noun, string>> = { order: "order", task: "task", repeat: "repeat request" };

const WITHOUT_LOOK_UP = typed("--no-validate");

/** The request of a record: an unreadable record has none to compare. */
type Sent = Pick<IntentRecord, "id"> & Partial<IntentRecord>;

/**
 * Requires that the service has the request, and that its fields are not those of another one. Errors: those of reading it; CONFLICT for a
 * record of another service or with other fields.
 */
export async function requireResult(context: AppContext, sent: Sent, resultId: string): Promise<void> {
  const noun: Noun = (sent.kind && getEndpoint(sent.kind).journal?.record) ?? "order";
  await requireSameService(context, sent);
  const found = await readResult(context, noun, resultId);
  if (found.id !== undefined && !isSameId(found.id, resultId))
    throw makeConflict(sent, `the service answered with ${found.id} instead of ${resultId}, the result`);
  if (noun === "order") requireSameItems(sent, resultId, found.source);
  else requireSameFields(sent, `${TITLES[noun]} ${resultId}`, found.source);
}

async function requireSameService({ service }: AppContext, { id, origin, profile }: Sent): Promise<void> {
  if (origin === undefined) return;
  const connected = (await service.connect()).origin;
  if (connected === origin) return;
  throw new AppError(
    "local",
    "CONFLICT",
    `journal ${id} was sent to ${origin}, and this profile uses ${connected}`,
    {
      next: advice`Add ${typed("--profile", profile ?? "<name>")}, or ${WITHOUT_LOOK_UP} to record it without a look-up`,
    },
  );
}

async function readResult(
  { service, signal }: AppContext,
  noun: Noun,
  id: string,
): Promise<{ id?: string | undefined; source: unknown }> {
  const { getOrder, getTask, getRepeat } = service.client;
  try {
    if (noun === "order") {
      const { orderId, source } = await getOrder({ params: { orderId: id } });
      return { id: orderId, source };
    }
    return noun === "task"
      ? await getTask({ params: { taskingrequestId: id } })
      : await getRepeat({ params: { repeatrequestId: id } });
  } catch (error) {
    if (!(error instanceof AppError) || signal.aborted) throw error;
    if (error.status === 404)
      throw error.restated(`the service has no ${TITLES[noun]} ${id}: nothing was changed`, {
        next: advice`Check the id. If the service does not show its ${TITLES[noun]}s, add ${WITHOUT_LOOK_UP} to record it without a look-up`,
      });
    if (error.kind !== "service" && error.kind !== "network") throw error;
    throw error.restated(`${TITLES[noun]} ${id} was not looked up: ${error.message}; nothing was changed`, {
      next: advice`Try again, or add ${WITHOUT_LOOK_UP} to record it without a look-up`,
    });
  }
}

/** An order shows fewer names while its products are generated, so an item without a name differs from none. */
function requireSameItems(sent: Sent, orderId: string, order: unknown): void {
  const shown = readOrderedItems(order) ?? [];
  const asked = (readOrderedItems(sent.body) ?? []).flatMap(({ granuleId }) => granuleId ?? []);
  const isWhole = shown.length > 0 && shown.every(({ granuleId }) => granuleId !== undefined);
  if (!isWhole) return;
  const missing = asked.find((id) => !shown.some(({ granuleId = "" }) => isSameId(granuleId, id)));
  if (missing !== undefined)
    throw makeConflict(sent, `order ${orderId} does not contain ${missing}, an item`);
}

function requireSameFields(sent: Sent, title: string, found: unknown): void {
  const { kind, path = "" } = sent;
  if (kind === undefined || getEndpoint(kind).journal?.decides === true) return;
  const request = { kind, originalId: readPathId(path), body: removeChosenName(sent) };
  if (compareWithSent(request, toJsonObject(found)) === "different")
    throw makeConflict(sent, `${title} has other values than the request`);
}

const makeConflict = ({ id }: Sent, problem: string): AppError =>
  new AppError("local", "CONFLICT", `${problem} of journal ${id}: nothing was changed`, {
    data: { intentId: id },
    next: advice`Check the id, or add ${WITHOUT_LOOK_UP} to record it without a look-up`,
  });
