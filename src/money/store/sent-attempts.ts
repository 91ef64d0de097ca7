/** The attempts at intents that were sent and perhaps accepted. They pass earlier attempts, which then no longer block. */
import { attemptOf, stemOf, type IntentRecord, type ReadRecord } from "../record.ts";
import { openStateOf, type Present } from "./open-state.ts";
import { fingerprintOf, identityOf } from "../recorded-purchase.ts";

/** Reports whether a record was sent and perhaps accepted. */
export function passesEarlier(read: ReadRecord, present: Present): boolean {
  const state = openStateOf(read, present);
  return state !== "refused" && state !== "dead" && read.record?.details?.orderStatus !== "rejected";
}

export class SentAttempts {
  readonly #byStem = new Map<string, IntentRecord[]>();

  add(record: IntentRecord): void {
    const stem = stemOf(record.id);
    this.#byStem.set(stem, [...(this.#byStem.get(stem) ?? []), record]);
  }

  /**
   * Reports whether a later attempt at the same intent was sent. A name alone proves nothing: a file from elsewhere may have
   * any. `earlier` is undefined for a record that cannot be read: then the later one has to be the intent that its name says.
   */
  hasLater(id: string, earlier?: IntentRecord): boolean {
    return (this.#byStem.get(stemOf(id)) ?? []).some(
      (later) =>
        attemptOf(later.id) > attemptOf(id) &&
        (earlier === undefined ? isNamedByIntent(later) : isSameIntent(earlier, later)),
    );
  }
}

const isNamedByIntent = (record: IntentRecord): boolean =>
  stemOf(record.fingerprint) === stemOf(record.id) && fingerprintOf(record) === record.fingerprint;

/** Reports whether two records are attempts of one account at one intent. */
const isSameIntent = (one: IntentRecord, other: IntentRecord): boolean =>
  one.fingerprint === other.fingerprint &&
  one.origin === other.origin &&
  (one.profile === other.profile || one.details?.organizationId === other.details?.organizationId) &&
  identityOf(one) === identityOf(other);
