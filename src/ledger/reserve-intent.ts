import type { SpendIntent } from "../contract/spend.ts";
import { AppError } from "../errors.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { openStateOf } from "./history.ts";
import { RECORD_VERSION, attemptOf, stemOf } from "./intent-record.ts";
import type { IntentRecord } from "./intent-record.ts";
import { journalUnwritable } from "./record-files.ts";
import { intentDetailsOf, withoutSignatures } from "./intent-details.ts";
import type { LedgerWorld, RecordFiles } from "./record-files.ts";

export interface ReserveOptions {
  /**
   * Throws when the request must not be sent, by a fresh reading of the journal. `except` is the request's own record.
   * `isClaimed`: it is on disk as `sending`, so that two processes see each other.
   */
  judge: (except: string, isClaimed: boolean) => Promise<void>;
  /**
   * Returns the service's clock minus ours in milliseconds, from the last response of this run; undefined
   * before the first.
   */
  skewMs?: () => number | undefined;
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
const withdraw = (files: RecordFiles, { id }: IntentRecord): Promise<void> =>
  files.remove(id).catch(() => undefined);

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
  const { files, now, pid, profile, isAlive } = world;
  const inJournal = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw error instanceof AppError ? error : journalUnwritable(files.dir, error);
    });
  const { kind, origin, method, path, body, effect, facts } = intent;
  const contractId = (body as { contractId?: unknown } | null | undefined)?.contractId;
  const skewMs = skew?.();
  const known = typeof contractId === "string" ? { contractId, ...facts } : facts;
  const fingerprint = fingerprintOf(intent);
  const stem = stemOf(fingerprint);

  const isInFlight = async (other: string): Promise<boolean> =>
    openStateOf((await files.read(other)) ?? {}, now(), isAlive) === "in-flight";

  await inJournal(files.ensureDirectory());
  for (let round = 0; round < ROUNDS; round += 1) {
    const [latest] = await inJournal(files.attemptsOf(stem));
    const id = `${stem}-${latest === undefined ? 1 : attemptOf(latest) + 1}`;
    // While another process sends this intent, a record beside its own would stop both.
    if (latest !== undefined && (await inJournal(isInFlight(latest)))) await inJournal(judge(id, false));
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
    const sending = await inJournal(claim(files, prepared, now()));
    if (sending === undefined) continue;
    try {
      await inJournal(judge(sending.id, true));
      return sending;
    } catch (error) {
      await withdraw(files, sending);
      throw error;
    }
  }
  throw journalUnwritable(files.dir, new Error(`${ROUNDS} other attempts at ${stem} came first`));
}
