/** One intent of the journal as data: what `journal list` and `journal show` print. */
import { shownKind } from "../../ledger/subject.ts";
import type { JournalEntry } from "../../ledger/history.ts";
import { formatTimestamp } from "../../time/timestamp.ts";

export interface EntryRow {
  intentId: string;
  /** order, task, repeat request, retask, approval. */
  kind: string;
  /** prepared, sending, confirmed, refused, unknown. */
  state: string;
  /** Whether it blocks the same intent. */
  open: boolean;
  /** When the intent was written, UTC. */
  time: string;
  /** The id that the service gave. */
  id?: string;
  /** As the service wrote it. */
  price?: string;
  profile: string;
  origin: string;
  /** Why it was refused or is unknown. */
  reason?: string;
}

export function entryRow({ record, state, isOpen }: JournalEntry): EntryRow {
  const { resultId, details, reason } = record;
  return {
    intentId: record.id,
    kind: shownKind(record.kind),
    state,
    open: isOpen,
    time: formatTimestamp(record.preparedAt),
    ...(resultId !== undefined && { id: resultId }),
    ...(details?.price !== undefined && { price: details.price }),
    profile: record.profile,
    origin: record.origin,
    ...(reason !== undefined && { reason }),
  };
}
