/** A request that costs money: claims its record, sends it once, and writes its outcome. */
import { readOrder } from "../../contract/read-order.ts";
import { readReview } from "../../contract/read-review.ts";
import type { SpendGuard, SpendIntent } from "../../contract/spend.ts";
import { isOrder } from "../purchase.ts";
import { isAboveLimit, parseMoney } from "../../domain/price/money.ts";
import { AppError } from "../../errors.ts";
import { classifyOutcome } from "../outcome.ts";
import type { FailedOutcome } from "../outcome.ts";
import { attemptOf, isSameAttempt, RECORD_VERSION, stemOf, type IntentRecord } from "../record.ts";
import { intentDetailsOf, withoutSignatures, type IntentDetails } from "../details.ts";
import { openStateOf } from "./open-state.ts";
import { momentOf, settleIntent, withApproval } from "./settle.ts";
import type { Moment, Reconcile, Reconciled } from "./settle.ts";
import { inJournal, journalUnwritable, type LedgerWorld, type RecordFiles } from "./files.ts";
import { fingerprintOf } from "../recorded-purchase.ts";
import { nounOf } from "../subject.ts";

export interface ReserveOptions {
  /**
   * Throws when the request must not be sent, by a fresh reading of the journal. `except` is the request's own record.
   * `isClaimed`: it is on disk as `sending`, so that two processes see each other. Returns the own record as this reading found
   * it: a reading without it is not one of the journal that has the claim.
   */
  judge: (except: string, isClaimed: boolean) => Promise<IntentRecord | undefined>;
  /**
   * Returns the service's clock minus ours in milliseconds, from the last response of this run; undefined
   * before the first.
   */
  skewMs: () => number | undefined;
}

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

// Each failed round means that another process made an attempt. More rounds do not occur in practice.
const ROUNDS = 20;

/** Makes `sending` durable for this attempt; undefined if another process made this attempt. */
async function claim(
  files: RecordFiles,
  prepared: IntentRecord,
  nowMs: number,
): Promise<IntentRecord | undefined> {
  if (!(await files.create(prepared))) return undefined;
  const sending: IntentRecord = { ...prepared, state: "sending", sendingAt: nowMs };
  try {
    await files.replace(sending);
  } catch (error) {
    await withdraw(files, prepared);
    throw error;
  }
  return sending;
}

/** Removes the record of a request that was not sent. If this fails, the record blocks the intent: a question, and no cost. */
const withdraw = (files: RecordFiles, record: IntentRecord): Promise<void> =>
  files.withdraw(record).catch(() => undefined);

/** Throws if the last reading did not find the claim: the journal was removed, replaced or changed, so other processes do not see it. */
function requireClaimSeen(dir: string, sending: IntentRecord, found: IntentRecord | undefined): void {
  if (found?.state === "sending" && isSameAttempt(found, sending)) return;
  throw new AppError(
    "io",
    "JOURNAL_UNWRITABLE",
    `the spend journal in ${dir} has lost the record of this request (${sending.id}), which was just written: something removed, replaced or changed it, and nothing was sent`,
    { next: "Let no other program change this folder, and run the same command again" },
  );
}

/**
 * Claims the next attempt at an intent and makes `sending` durable; after this the caller may send. Attempts
 * are numbered and made with link(2), so two processes cannot make the same one. Each process first writes,
 * then judges the records of the others: at most one continues. A process that was taken for dead stops when
 * it wakes up.
 */
export async function reserveIntent(
  intent: SpendIntent,
  world: LedgerWorld,
  { judge, skewMs: skew }: ReserveOptions,
): Promise<IntentRecord> {
  const { files, now, pid, profile } = world;
  const onFiles = <T>(work: Promise<T>): Promise<T> => inJournal(files.dir, work);
  const { kind, origin, method, path, body, effect, facts } = intent;
  const contractId = (body as { contractId?: unknown } | null | undefined)?.contractId;
  const skewMs = skew();
  const known = typeof contractId === "string" ? { contractId, ...facts } : facts;
  const fingerprint = fingerprintOf(intent);
  const stem = stemOf(fingerprint);

  const isInFlight = async (other: string): Promise<boolean> =>
    openStateOf((await files.read(other)) ?? {}, world) === "in-flight";

  await onFiles(files.ensureDirectory());
  for (let round = 0; round < ROUNDS; round += 1) {
    const [latest] = await onFiles(files.attemptsOf(stem));
    const id = `${stem}-${latest === undefined ? 1 : attemptOf(latest) + 1}`;
    // While another process sends this intent, a record beside its own would stop both.
    if (latest !== undefined && (await onFiles(isInFlight(latest)))) await onFiles(judge(id, false));
    const prepared: IntentRecord = {
      version: RECORD_VERSION,
      id,
      fingerprint,
      kind,
      origin,
      profile,
      method,
      path,
      body: withoutSignatures(body),
      ...(effect !== undefined && { effect }),
      state: "prepared",
      pid,
      preparedAt: now(),
      ...(skewMs !== undefined && { skewMs }),
      details: known && intentDetailsOf(known),
    };
    const sending = await onFiles(claim(files, prepared, now()));
    if (sending === undefined) continue;
    try {
      requireClaimSeen(files.dir, sending, await onFiles(judge(sending.id, true)));
      return sending;
    } catch (error) {
      await withdraw(files, sending);
      throw error;
    }
  }
  throw journalUnwritable(files.dir, new Error(`${ROUNDS} other attempts at ${stem} came first`));
}
