/** The record of a request that is about to be sent: durable before anything leaves this machine. */
import type { SpendIntent } from "../../contract/spend.ts";
import { AppError } from "../../errors.ts";
import { attemptOf, isSameAttempt, RECORD_VERSION, stemOf, type IntentRecord } from "../record.ts";
import { intentDetailsOf, withoutSignatures } from "../details.ts";
import { openStateOf } from "./open-state.ts";
import { inJournal, journalUnwritable, type LedgerWorld, type RecordFiles } from "./files.ts";
import { fingerprintOf } from "../recorded-purchase.ts";

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
export const withdraw = (files: RecordFiles, record: IntentRecord): Promise<void> =>
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
