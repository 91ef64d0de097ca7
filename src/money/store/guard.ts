/** A request that costs money: claims its record, sends it once, and writes its outcome. */
import { readOrder } from "../../contract/read-order.ts";
import { readReview } from "../../contract/read-review.ts";
import type { SpendGuard, SpendIntent } from "../../contract/spend.ts";
import { isOrder } from "../purchase.ts";
import { isAboveLimit, parseMoney } from "../../domain/price/money.ts";
import { AppError } from "../../errors.ts";
import { classifyOutcome, type FailedOutcome } from "../outcome.ts";
import { intentDetailsOf, type IntentDetails } from "../details.ts";
import type { IntentRecord } from "../record.ts";
import { nounOf } from "../subject.ts";
import { reserveIntent, withdraw, type ReserveOptions } from "./reserve-intent.ts";
import type { LedgerWorld, RecordFiles } from "./files.ts";
import { momentOf, settleIntent, withApproval } from "./settle.ts";
import type { Moment, Reconcile, Reconciled } from "./settle.ts";

export interface GuardOptions extends ReserveOptions {
  /**
   * Aborts when the person gives up waiting for the response (the second Ctrl-C): the outcome becomes unknown
   * at once. The first Ctrl-C must not reach the request, so `go` gets no signal.
   */
  abandoned: AbortSignal;
  /** Searches the service for the result of an unknown outcome. */
  reconcile: Reconcile;
  /** An earlier attempt with an unknown outcome: its result is searched for before anything is sent. */
  earlier?: IntentRecord | undefined;
  /** Called when an unknown outcome becomes known. */
  onReconciled: (record: IntentRecord) => void;
  /** Called when a known outcome could not be saved, so that its record can go to stderr. */
  onUnsaved: (record: IntentRecord, error: unknown) => void;
}

class Abandoned extends Error {
  override readonly name = "Abandoned";
}

/** Resolves with the response; rejects as soon as the person gives up. A later response is ignored. */
function answerOf<T>(go: () => Promise<T>, abandoned: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = (): void => reject(new Abandoned("interrupted while waiting for the response"));
    abandoned.addEventListener("abort", giveUp, { once: true });
    go()
      .then(resolve, reject)
      .finally(() => abandoned.removeEventListener("abort", giveUp));
  });
}

/** Runs spending requests by the rules of the journal: durable intent, one request, durable outcome. */
export function guardSpending(world: LedgerWorld, options: GuardOptions): SpendGuard {
  const { files, now } = world;

  const skewNow = ({ skewMs: known }: IntentRecord): { skewMs?: number } => {
    const skewMs = known ?? options.skewMs();
    return skewMs === undefined ? {} : { skewMs };
  };
  const save = async (record: IntentRecord): Promise<void> => {
    try {
      await files.replace(record);
    } catch (error) {
      options.onUnsaved(record, error);
    }
  };
  const search = async (record: IntentRecord, when: Moment): Promise<Reconciled | undefined> => {
    if (options.abandoned.aborted) return undefined;
    return settleIntent(world, record, options.reconcile, when, async (settled) => {
      await save(settled);
      options.onReconciled(settled);
    });
  };

  return async (intent, go, idOf, adopt) => {
    options.abandoned.throwIfAborted();
    const fail = async (
      sending: IntentRecord,
      outcome: FailedOutcome,
      cause: unknown,
    ): Promise<ReturnType<NonNullable<typeof adopt>>> => {
      const closed: IntentRecord = { ...sending, ...outcome, closedAt: now(), ...skewNow(sending) };
      await save(closed);
      if (outcome.state === "refused") throw cause;
      const finding = adopt && (await search(closed, "now"));
      // The first response may be that of a search. Later responses do not measure the skew again: a clock
      // may have been set meanwhile.
      const isSettled = finding?.outcome === "found" || (finding?.outcome === "absent" && finding.isFree);
      const measured = skewNow(closed);
      if (!isSettled && measured.skewMs !== closed.skewMs) await save({ ...closed, ...measured });
      if (adopt && finding?.outcome === "found") return adopt(finding.found);
      throw outcomeUnknown(closed, outcome, cause, finding);
    };
    const lost = adopt && options.earlier && (await inBatch(files, options.earlier, intent));
    const earlier = lost && (await search(lost, momentOf(lost, world)));
    if (adopt && earlier?.outcome === "found") return adopt(earlier.found);
    const sending = await reserveIntent(intent, world, options);
    if (options.abandoned.aborted) {
      await withdraw(files, sending);
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
      return fail(sending, { state: "unknown", reason: "the response has no id" }, undefined);
    }
    const details = isOrder(intent)
      ? {
          ...sending.details,
          ...spelledOtherwise(reply),
          ...intentDetailsOf(reply),
          ...pricedBy(reply, sending.details?.price, world.dollar),
        }
      : sending.details;
    const confirmed: IntentRecord = { ...sending, state: "confirmed", resultId, closedAt: now(), details };
    await save({ ...withApproval(confirmed, reply), ...skewNow(sending) });
    return reply;
  };
}

/** Returns the record as it is now, with the batch of the intent, so that a rerun of the batch knows what was found. */
async function inBatch(
  files: RecordFiles,
  given: IntentRecord,
  { facts }: SpendIntent,
): Promise<IntentRecord> {
  const { record = given } = (await files.read(given.id)) ?? {};
  const members = new Set([
    ...(record.details?.batch?.split(" ") ?? []),
    ...(facts?.batch?.split(" ") ?? []),
  ]);
  return members.size === 0
    ? record
    : { ...record, details: { ...record.details, batch: [...members].join(" ") } };
}

/** Returns the fields of the response, also in another casing or inside `order`. */
function spelledOtherwise(reply: unknown): IntentDetails {
  const { items = [], ...details } = intentDetailsOf(readOrder(reply));
  return items.length > 0 ? { ...details, items } : details;
}

// Spec silent: a price in the response to an order. We read an amount with a currency only: a bare number may be a
// count.
/** Returns the price of a response if it is higher than the reviewed one, or cannot be compared with it. */
export function pricedBy(
  reply: unknown,
  reviewed: string | undefined,
  dollar: string | undefined,
): { price?: string } {
  const { total, amounts = [] } = readReview(reply) ?? {};
  let price = reviewed;
  for (const { text } of total === undefined ? [] : amounts) {
    if (!parseMoney(text)?.currency) continue;
    const before = parseMoney(price ?? "");
    if (before === undefined || isAboveLimit(text, before, dollar)) price = text;
  }
  return price === undefined || price === reviewed ? {} : { price };
}

/** Returns the error of a request that may have been accepted. */
function outcomeUnknown(
  record: IntentRecord,
  outcome: FailedOutcome,
  cause: unknown,
  finding?: Reconciled,
): AppError {
  const kind = outcome.status === undefined ? "network" : "service";
  const searched = finding === undefined || finding.outcome === "found" ? "" : `; ${finding.because}`;
  const message = `the ${nounOf(record)} may have been accepted: ${outcome.reason}${searched} (journal ${record.id})`;
  return new AppError(kind, "OUTCOME_UNKNOWN", message, {
    status: outcome.status,
    request: { method: record.method, path: record.path },
    data: { intentId: record.id, ...(finding && { search: finding.outcome }) },
    cause,
  });
}
