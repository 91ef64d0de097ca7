import type { SpendGuard } from "../contract/spend.ts";
import { classifyOutcome } from "./classify-outcome.ts";
import type { FailedOutcome } from "./classify-outcome.ts";
import type { IntentRecord } from "./intent-record.ts";
import { outcomeUnknown } from "./ledger-errors.ts";
import { orderDetailsOf } from "./order-details.ts";
import { reserveIntent } from "./reserve-intent.ts";
import type { LedgerWorld, ReserveOptions } from "./reserve-intent.ts";

export interface GuardOptions extends ReserveOptions {
  /**
   * Aborts when the person gives up waiting for the answer (the second Ctrl-C): the outcome becomes unknown at once.
   * The first one must not reach the request, so `go` gets no signal.
   */
  abandoned?: AbortSignal;
  /** The outcome is known but could not be saved: the record, with the id, belongs on stderr. */
  onUnsaved: (record: IntentRecord, error: unknown) => void;
}

class Abandoned extends Error {
  override readonly name = "Abandoned";
}

/** The answer, or a rejection as soon as the person gives up. What still comes after that is ignored. */
function answerOf<T>(go: () => Promise<T>, abandoned: AbortSignal | undefined): Promise<T> {
  if (abandoned === undefined) return go();
  return new Promise<T>((resolve, reject) => {
    const giveUp = (): void => reject(new Abandoned("interrupted while waiting for the answer"));
    abandoned.addEventListener("abort", giveUp, { once: true });
    go()
      .then(resolve, reject)
      .finally(() => abandoned.removeEventListener("abort", giveUp));
  });
}

/** Runs spending requests by the rules of the journal: durable intent, one request, durable outcome. */
export function guardSpending(world: LedgerWorld, options: GuardOptions): SpendGuard {
  const { files, now } = world;

  const save = async (record: IntentRecord): Promise<void> => {
    try {
      await files.replace(record);
    } catch (error) {
      options.onUnsaved(record, error);
    }
  };
  const fail = async (sending: IntentRecord, outcome: FailedOutcome, cause: unknown): Promise<never> => {
    const closed: IntentRecord = { ...sending, ...outcome, closedAt: now() };
    await save(closed);
    if (outcome.state === "refused") throw cause;
    throw outcomeUnknown(closed, outcome, cause);
  };

  return async (intent, go, idOf) => {
    options.abandoned?.throwIfAborted();
    const sending = await reserveIntent(intent, world, options);
    if (options.abandoned?.aborted) {
      await files.remove(sending.id).catch(() => undefined);
      options.abandoned.throwIfAborted();
    }
    let reply: Awaited<ReturnType<typeof go>>;
    let resultId: string | undefined;
    try {
      reply = await answerOf(go, options.abandoned);
      resultId = idOf(reply);
    } catch (error) {
      const outcome: FailedOutcome =
        error instanceof Abandoned ? { state: "unknown", reason: error.message } : classifyOutcome(error);
      return fail(sending, outcome, error);
    }
    if (resultId === undefined || resultId === "") {
      return fail(sending, { state: "unknown", reason: "the answer has no id" }, undefined);
    }
    const isOrder = intent.kind === "placeOrder" || intent.kind === "orderTask";
    const details = isOrder ? { ...sending.details, ...orderDetailsOf(reply) } : sending.details;
    await save({ ...sending, state: "confirmed", resultId, closedAt: now(), details });
    return reply;
  };
}
