/** The meaning of a record now: a process may still work on it, or has ended, and a later attempt may have passed it. */
import {
  parseAttempt,
  type IntentRecord,
  type IntentState,
  type IsAlive,
  type ReadRecord,
  toStem,
} from "../record.ts";
import { computeFingerprint, makeRequestIdentity } from "../recorded-purchase.ts";
import type { RecordFiles } from "./files.ts";
import type { JournalLock } from "./lock.ts";

/**
 * The current meaning of a record. `dead` never sent anything and never will; `in-flight` belongs to a running process;
 * `unresolved` may have been accepted; the others are final.
 */
type OpenState = "dead" | "in-flight" | "unresolved" | "confirmed" | "refused";

/** The clocks and processes of this machine. */
export interface Present {
  now: () => number;
  isAlive: IsAlive;
  /** Returns the service's clock minus ours by the last response of this run; undefined before it. */
  skewMs?: (() => number | undefined) | undefined;
}

/** The surroundings of the journal: its files and lock, the time, the process and the profile. */
export interface LedgerWorld extends Present {
  files: RecordFiles;
  lock: JournalLock;
  pid: number;
  profile: string;
  /** The currency of a `$` in the prices of this profile; default: USD. */
  dollar?: string | undefined;
}

// Two small writes lead from prepared to sending. After this time, the process id belongs to another process.
const PREPARED_FOR_MS = 60_000;

// No request waits this long. After this time, the process id belongs to another process.
const SENDING_FOR_MS = 24 * 3_600_000;

/**
 * Returns the milliseconds since a moment of a record, by the one of two clocks, ours and the service's, that shows less: a clock
 * that is set ahead ends nothing.
 */
export function measureElapsedMs(
  sinceMs: number,
  { skewMs: skewThen }: Pick<IntentRecord, "skewMs">,
  { now, skewMs }: Pick<Present, "now" | "skewMs">,
): number {
  const ours = now() - sinceMs;
  const skewNow = skewMs?.();
  return skewThen === undefined || skewNow === undefined ? ours : Math.min(ours, ours + skewNow - skewThen);
}

/** Judges one record. An unreadable record may be anything, so it counts as unresolved. */
export function judgeOpenState({ record }: ReadRecord, present: Present): OpenState {
  if (record === undefined || record.state === "unknown") return "unresolved";
  const { state, pid, preparedAt, sendingAt = preparedAt } = record;
  if (state === "prepared") {
    const isFresh = measureElapsedMs(preparedAt, record, present) < PREPARED_FOR_MS;
    return isFresh && present.isAlive(pid) ? "in-flight" : "dead";
  }
  if (state === "sending") {
    const isFresh = measureElapsedMs(sendingAt, record, present) < SENDING_FOR_MS;
    return isFresh && present.isAlive(pid) ? "in-flight" : "unresolved";
  }
  return state;
}

export interface JournalEntry {
  record: IntentRecord;
  /** The state to show: `sending` is `unknown` if its process has ended. */
  state: IntentState;
  /** True if it blocks the same intent. */
  isOpen: boolean;
  /** True while a running process works on it. */
  isInFlight: boolean;
}

/** Returns a record with its current state. `isPassed`: a later attempt at the same intent was sent. */
export function toJournalEntry(record: IntentRecord, isPassed: boolean, present: Present): JournalEntry {
  const meaning = judgeOpenState({ record }, present);
  // A request whose process died while sending has an unknown outcome.
  const state = meaning === "unresolved" ? "unknown" : record.state;
  const isOpen = !isPassed && (state === "sending" || state === "unknown");
  return { record, state, isOpen, isInFlight: meaning === "in-flight" };
}

type Dated = Pick<IntentRecord, "id" | "preparedAt">;

export const compareByNewest = (a: Dated, b: Dated): number =>
  b.preparedAt - a.preparedAt || parseAttempt(b.id) - parseAttempt(a.id) || (a.id < b.id ? -1 : 1);

/** Reports whether a record was sent and perhaps accepted. */
export function mayPassEarlier(read: ReadRecord, present: Present): boolean {
  const state = judgeOpenState(read, present);
  return state !== "refused" && state !== "dead" && read.record?.details?.orderStatus !== "rejected";
}

export class SentAttempts {
  readonly #byStem = new Map<string, IntentRecord[]>();

  add(record: IntentRecord): void {
    const stem = toStem(record.id);
    this.#byStem.set(stem, [...(this.#byStem.get(stem) ?? []), record]);
  }

  /**
   * Reports whether a later attempt at the same intent was sent. A name alone proves nothing: a file from elsewhere may have
   * any. `earlier` is undefined for a record that cannot be read: then the later one has to be the intent that its name says.
   */
  hasLater(id: string, earlier?: IntentRecord): boolean {
    return (this.#byStem.get(toStem(id)) ?? []).some(
      (later) =>
        parseAttempt(later.id) > parseAttempt(id) &&
        (earlier === undefined ? isNamedByIntent(later) : isSameIntent(earlier, later)),
    );
  }
}

const isNamedByIntent = (record: IntentRecord): boolean =>
  toStem(record.fingerprint) === toStem(record.id) && computeFingerprint(record) === record.fingerprint;

/** Reports whether two records are attempts of one account at one intent. */
const isSameIntent = (one: IntentRecord, other: IntentRecord): boolean =>
  one.fingerprint === other.fingerprint &&
  one.origin === other.origin &&
  (one.profile === other.profile || one.details?.organizationId === other.details?.organizationId) &&
  makeRequestIdentity(one) === makeRequestIdentity(other);
