import type { Database } from "../store/database.ts";

/** Events that change requests without a client's call, in their order within one moment. */
const EVENT_KINDS = ["complete", "estimate", "accept-series", "spawn", "end-series", "schedule"] as const;
type EventKind = (typeof EVENT_KINDS)[number];

export interface RequestEvent {
  atMs: number;
  kind: EventKind;
  requestId: string;
}

const rankOf = (kind: EventKind): number => EVENT_KINDS.indexOf(kind);

/** Future events: they and the clock determine the state of every request. */
export class EventsTable {
  constructor(private readonly database: Database) {}

  add({ atMs, kind, requestId }: RequestEvent): void {
    this.database.run(
      "INSERT OR IGNORE INTO request_events (at_ms, rank, request_id) VALUES (?, ?, ?)",
      Math.ceil(atMs),
      rankOf(kind),
      requestId,
    );
  }

  /** Returns the first event up to a moment. */
  first(untilMs: number): RequestEvent | undefined {
    const [row] = this.database.all<{ atMs: number; rank: number; requestId: string }>(
      `SELECT at_ms AS atMs, rank, request_id AS requestId FROM request_events WHERE at_ms <= ?
       ORDER BY at_ms, rank, request_id LIMIT 1`,
      untilMs,
    );
    return row && { atMs: row.atMs, kind: EVENT_KINDS[row.rank] as EventKind, requestId: row.requestId };
  }

  /** Returns requests with the same event at the same moment. */
  requestsAt(atMs: number, kind: EventKind): string[] {
    return this.database
      .all<{ id: string }>(
        "SELECT request_id AS id FROM request_events WHERE at_ms = ? AND rank = ? ORDER BY request_id",
        atMs,
        rankOf(kind),
      )
      .map(({ id }) => id);
  }

  /** Returns the time of the next event of a request or of a task of that series, of any kind or of one. */
  nextOf(requestId: string, kind?: EventKind): number | undefined {
    const [row] = this.database.all<{ atMs: number | null }>(
      `SELECT MIN(at_ms) AS atMs FROM request_events WHERE rank = COALESCE(?, rank)
       AND (request_id = ? OR request_id IN (SELECT id FROM requests WHERE repeat_id = ?))`,
      kind && rankOf(kind),
      requestId,
      requestId,
    );
    return row?.atMs ?? undefined;
  }

  /** Deletes the events of a request, or only those of one kind. */
  remove(requestId: string, kind?: EventKind): void {
    this.database.run(
      "DELETE FROM request_events WHERE request_id = ? AND rank = COALESCE(?, rank)",
      requestId,
      kind && rankOf(kind),
    );
  }
}
