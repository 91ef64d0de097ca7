/**
 * The claim of a request: its record on disk, as `sending`, before anything leaves this machine. Exactly one of two processes with the same
 * purchase passes, because judging and claiming are one step under the lock of the journal, in this order:
 *
 *     1 write the record as a draft, which no process reads       slow: several at once
 *     2 take the lock
 *     3 judge by the journal as it is now
 *     4 publish the record: every process sees it
 *     5 look: is the lock still ours?                             no: withdraw the record, send nothing
 *     6 release the lock
 *     7 make the name of the record durable, and send             slow: several at once
 *
 * A process may sleep between any two steps, and another one takes the lock over. If that happens before 5, the sleeper sees it there and
 * withdraws. If it happens later, the record was published before the other process judges, so the other process sees the record.
 * It does not matter why the lock is gone: its file was removed by hand, or with the folder, or by a restored backup.
 */
import type { SpendIntent } from "../../contract/spend.ts";
import { AppError } from "../../errors.ts";
import {
  parseAttempt,
  readDetails,
  type IntentRecord,
  isSameAttempt,
  RECORD_VERSION,
  toStem,
  removeSignatures,
} from "../record.ts";
import { computeFingerprint } from "../recorded-purchase.ts";
import { runInJournal, makeUnwritable, type RecordFiles } from "./files.ts";
import type { HeldLock } from "./lock.ts";
import type { LedgerWorld } from "./open-state.ts";
import type { Draft } from "../../disk/durable-files.ts";

/** A name that is taken belongs to a record that the judgement has not seen. More such names than this do not occur. */
const MAX_ROUNDS = 3;
/** A draft that waited longer for the lock is written again, with the time of the claim. */
const MAX_DRAFT_AGE_MS = 1000;

/**
 * Claims the next attempt at an intent: after this the caller may send. `judge` throws when the request must not be sent, by a reading of the
 * journal under the lock. Errors: those of `judge`, INTENT_OPEN if another process keeps the lock, JOURNAL_UNWRITABLE.
 */
export async function claimIntent(
  intent: SpendIntent,
  world: LedgerWorld,
  judge: () => Promise<void>,
): Promise<IntentRecord> {
  const { files, lock } = world;
  const onFiles = <T>(work: Promise<T>): Promise<T> => runInJournal(files.dir, work);
  await onFiles(files.ensureDirectory());
  let draft = await onFiles(draftNext(intent, world));
  let isPublished = false;
  try {
    await lock.hold(async (held) => {
      for (let round = 0; !isPublished; round += 1) {
        if (round === MAX_ROUNDS) throw makeUnwritable(files.dir, new Error("other attempts came first"));
        await judgeNow(world, judge);
        draft = await onFiles(draftNext(intent, world, draft));
        isPublished = await onFiles(draft.publish());
      }
      await requireSeen(files, draft.record);
      await held.requireOurs();
    });
    await onFiles(files.sync());
    return draft.record;
  } catch (error) {
    if (isPublished) await withdrawClaim(files, draft.record);
    throw error;
  } finally {
    await draft.discard().catch(() => {});
  }
}

/** Calls the judge: again, on a new reading, if an earlier one led to an objection. */
async function judgeNow({ files }: LedgerWorld, judge: () => Promise<void>): Promise<void> {
  const { latest } = files;
  try {
    await judge();
  } catch (error) {
    if (latest === undefined || latest !== files.latest) throw error;
    files.latest = undefined;
    await judge();
  }
}

interface RecordDraft extends Draft {
  record: IntentRecord;
}

/** Writes the draft of the next attempt, unless `earlier` is one. Its number is that of the latest listing of the folder. */
async function draftNext(
  intent: SpendIntent,
  world: LedgerWorld,
  earlier?: RecordDraft,
): Promise<RecordDraft> {
  const record = await nextAttempt(intent, world);
  if (earlier !== undefined) {
    const { id, preparedAt } = earlier.record;
    if (id === record.id && Math.abs(record.preparedAt - preparedAt) < MAX_DRAFT_AGE_MS) return earlier;
    await earlier.discard();
  }
  return { record, ...(await world.files.draft(record)) };
}

/** Returns the record of the next attempt at an intent. */
async function nextAttempt(
  { kind, origin, method, path, body, effect, facts }: SpendIntent,
  { files, now, pid, profile, skewMs: skew }: LedgerWorld,
): Promise<IntentRecord> {
  const contractId = (body as { contractId?: unknown } | null | undefined)?.contractId;
  const known = typeof contractId === "string" ? { contractId, ...facts } : facts;
  const details = known && readDetails(known);
  const fingerprint = computeFingerprint({ kind, origin, path, body, ...(details && { details }) });
  const stem = toStem(fingerprint);
  const [latest] = await files.listAttempts(stem);
  const skewMs = skew?.();
  const nowMs = now();
  return {
    version: RECORD_VERSION,
    id: `${stem}-${latest === undefined ? 1 : parseAttempt(latest) + 1}`,
    fingerprint,
    kind,
    origin,
    profile,
    method,
    path,
    body: removeSignatures(body),
    ...(effect !== undefined && { effect }),
    state: "sending",
    pid,
    preparedAt: nowMs,
    sendingAt: nowMs,
    ...(skewMs !== undefined && { skewMs }),
    details,
  };
}

/**
 * Throws if the record is missing or changed, for example because the folder was replaced. Other processes would not see the purchase
 * then.
 */
async function requireSeen(files: RecordFiles, record: IntentRecord): Promise<void> {
  const found = (await files.read(record.id))?.record;
  if (found?.state === "sending" && isSameAttempt(found, record)) return;
  throw new AppError(
    "io",
    "JOURNAL_UNWRITABLE",
    `the spend journal in ${files.dir} has lost the record of this request (${record.id}), which was just written: something removed, replaced or changed it, and nothing was sent`,
    { next: "Let no other program change this folder, and run the same command again" },
  );
}

/** Removes the record of a request that was not sent. If this fails, the record blocks the intent: a question, and no cost. */
export const withdrawClaim = (files: RecordFiles, record: IntentRecord): Promise<void> =>
  files.withdraw(record).catch(() => undefined);

/**
 * Writes the outcome of a request, durable on return. It does not wait for the lock: no outcome is lost for one. A process that held the lock
 * meanwhile may have read the record before and written it after: then the outcome is written again. Errors: JOURNAL_UNWRITABLE.
 */
export async function settleClaim({ files, lock }: LedgerWorld, record: IntentRecord): Promise<void> {
  await runInJournal(files.dir, files.replace(record));
  if (lock.isOursAlone()) return;
  const writeAgain = async (held: HeldLock): Promise<void> => {
    const { record: found } = (await files.read(record.id)) ?? {};
    // A person or a search may have resolved the record meanwhile.
    const isOlder = found?.resolvedAt === undefined && found?.state !== record.state;
    if (found === undefined || !isSameAttempt(found, record) || !isOlder) return;
    await held.requireOurs();
    await files.replace(record);
  };
  // The holding alone makes other processes read the folder again.
  await lock.hold(writeAgain).catch(() => {});
}
