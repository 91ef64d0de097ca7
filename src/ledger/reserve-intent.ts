import type { SpendIntent } from "../contract/spend.ts";
import type { Budget } from "../domain/spending/budget.ts";
import { AppError } from "../errors.ts";
import { damagedBlock, damagedRecords, type DamagedRecord } from "./damaged-records.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { RECORD_VERSION, attemptOf, stemOf } from "./intent-record.ts";
import type { IntentRecord, ReadRecord } from "./intent-record.ts";
import { keepBudget } from "./keep-budget.ts";
import { judgedNow, keepItems, type JudgedOrders } from "./keep-items.ts";
import { intentInFlight, intentUnresolved, journalUnwritable, repeatDeclined } from "./ledger-errors.ts";
import { openStateOf, passesEarlier } from "./open-state.ts";
import { intentDetailsOf, withoutSignatures } from "./intent-details.ts";
import type { LedgerWorld, RecordFiles } from "./record-files.ts";
import { isOrder } from "./subject.ts";

export interface ReserveOptions {
  /** Lets an unresolved intent pass. One that is in flight never passes. */
  resend?: boolean;
  /** Asked when the same intent was confirmed within the last ten minutes; false stops. */
  confirmRepeat: (previous: IntentRecord, intent: SpendIntent) => boolean | Promise<boolean>;
  /** Asked when records cannot be read that may be purchases; throws to stop. Left out, every such record stops. */
  confirmDamaged?: (damaged: readonly [DamagedRecord, ...DamagedRecord[]]) => Promise<void>;
  /** The service's clock minus ours in milliseconds, by the last reply of this run; undefined before the first. */
  skewMs?: () => number | undefined;
  /** What earlier orders the run has compared with; left out where it has not. */
  judged?: () => JudgedOrders | undefined;
  /** What the profile may spend; intents that cost nothing pass. */
  budget?: Budget;
}

const REPEAT_WITHIN_MS = 10 * 60_000;
// Each round that fails means that another process has made an attempt; this many never happen.
const ROUNDS = 20;

interface Attempt extends ReadRecord {
  id: string;
}

async function attemptsAt(files: RecordFiles, stem: string): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const id of await files.attemptsOf(stem)) {
    const read = await files.read(id);
    if (read !== undefined) attempts.push({ id, ...read });
  }
  return attempts;
}

/**
 * The latest attempt that was not refused can block: one before it that is still unknown was passed on purpose. What was
 * refused or never sent bought nothing, and leaves open what was open before it.
 */
function refuseWhenOpen(
  attempts: readonly Attempt[],
  intent: SpendIntent,
  world: LedgerWorld,
  mayPass: (id: string) => boolean,
): void {
  const latest = attempts.find((attempt) => passesEarlier(attempt, world.now(), world.isAlive));
  if (latest === undefined) return;
  const openState = openStateOf(latest, world.now(), world.isAlive);
  if (openState === "in-flight" && latest.record) throw intentInFlight(latest.record);
  if (openState === "unresolved" && !mayPass(latest.id))
    throw intentUnresolved(latest.id, intent, latest.record);
}

/** The records that cannot be read and that a person agreed to pass. One that nobody agreed to stops what costs money. */
async function passDamaged(
  world: LedgerWorld,
  { resend = false, confirmDamaged }: ReserveOptions,
): Promise<ReadonlySet<string>> {
  if (resend) return new Set();
  const damaged = await damagedRecords(world).catch((error: unknown) => {
    throw journalUnwritable(world.files.dir, error);
  });
  const [first, ...others] = damaged.filter(({ isOpen }) => isOpen);
  if (first === undefined) return new Set();
  if (confirmDamaged === undefined) throw damagedBlock([first, ...others]);
  await confirmDamaged([first, ...others]);
  return new Set([first, ...others].map(({ id }) => id));
}

function confirmedJustNow(attempts: readonly Attempt[], nowMs: number): IntentRecord | undefined {
  const isRecent = ({ record }: Attempt): boolean =>
    record?.state === "confirmed" &&
    // One that was settled later is known since then: a rerun had no answer until that moment.
    nowMs - Math.max(record.closedAt ?? 0, record.resolvedAt ?? 0) < REPEAT_WITHIN_MS;
  return attempts.find(isRecent)?.record;
}

/** True while no later attempt exists and the attempt that we judged is unchanged. */
async function isAlone(files: RecordFiles, stem: string, id: string, judged?: Attempt): Promise<boolean> {
  const [first] = await files.attemptsOf(stem);
  if (first !== id) return false;
  if (judged?.record === undefined) return true;
  const now = await files.read(judged.id);
  return now?.record?.state === judged.record.state;
}

/** Makes `sending` durable for this attempt; undefined when another process has the better right to it. */
async function claim(
  files: RecordFiles,
  prepared: IntentRecord,
  now: number,
  judged?: Attempt,
): Promise<IntentRecord | undefined> {
  if (!(await files.create(prepared))) return undefined;
  const sending: IntentRecord = { ...prepared, state: "sending", sendingAt: now };
  let isOurs = false;
  try {
    await files.replace(sending);
    isOurs = await isAlone(files, stemOf(prepared.fingerprint), prepared.id, judged);
  } finally {
    // Nothing was sent. Should even this fail, the record blocks the intent, which costs a question and no money.
    if (!isOurs) await files.remove(prepared.id).catch(() => undefined);
  }
  return isOurs ? sending : undefined;
}

/** An intent that does not fit goes away again: nothing of it was sent. */
async function orWithdraw(
  world: LedgerWorld,
  sending: IntentRecord,
  judge: () => Promise<void>,
): Promise<void> {
  try {
    await judge();
  } catch (error) {
    await world.files.remove(sending.id).catch(() => undefined);
    throw error instanceof AppError ? error : journalUnwritable(world.files.dir, error);
  }
}

/**
 * Claims the next attempt at an intent and makes `sending` durable; after this the caller may send. Attempts are
 * numbered and made with link(2), so two processes cannot make the same one. A process that was taken for dead may
 * wake up all the same: each side first writes, then reads what the other wrote, so at most one of them continues.
 */
export async function reserveIntent(
  intent: SpendIntent,
  world: LedgerWorld,
  options: ReserveOptions,
): Promise<IntentRecord> {
  const { files, now, pid, profile } = world;
  const inJournal = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw journalUnwritable(files.dir, error);
    });
  const { kind, origin, method, path, body, effect, facts } = intent;
  const contractId = (body as { contractId?: unknown } | null | undefined)?.contractId;
  const skewMs = options.skewMs?.();
  const known = typeof contractId === "string" ? { contractId, ...facts } : facts;
  const fingerprint = fingerprintOf(intent, profile);
  const stem = stemOf(fingerprint);
  const agreedTo = new Set<string>();

  await inJournal(files.ensureDirectory());
  const passed = effect === "write" ? new Set<string>() : await passDamaged(world, options);
  const judged = isOrder(intent)
    ? (options.judged?.() ?? (await inJournal(judgedNow(world, options.resend ?? false))))
    : undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const attempts = await inJournal(attemptsAt(files, stem));
    const [latest] = attempts;
    refuseWhenOpen(attempts, intent, world, (id) => options.resend === true || passed.has(id));
    const previous = confirmedJustNow(attempts, now());
    if (previous && !agreedTo.has(previous.id)) {
      if (!(await options.confirmRepeat(previous, intent))) throw repeatDeclined(previous);
      agreedTo.add(previous.id);
      judged?.set(previous.id, "agreed");
    }
    const prepared: IntentRecord = {
      version: RECORD_VERSION,
      id: `${stem}-${latest ? attemptOf(latest.id) + 1 : 1}`,
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
    const sending = await inJournal(claim(files, prepared, now(), latest));
    if (sending === undefined) continue;
    await orWithdraw(world, sending, async () => {
      if (judged) await keepItems(world, judged, sending);
      if (options.budget && effect !== "write") await keepBudget(world, options.budget, sending);
    });
    // What one run sends, it has agreed to as a whole.
    judged?.set(sending.id, "agreed");
    return sending;
  }
  throw journalUnwritable(files.dir, new Error(`${ROUNDS} other attempts at ${stem} came first`));
}
