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
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add({ atMs, kind, requestId }: RequestEvent): void {
    this.#database.run(
      "INSERT OR IGNORE INTO request_events (at_ms, rank, request_id) VALUES (?, ?, ?)",
      Math.ceil(atMs),
      rankOf(kind),
      requestId,
    );
  }

  /** Returns the first event up to a moment. */
  first(untilMs: number): RequestEvent | undefined {
    const row = this.#database.get(
      "SELECT at_ms, rank, request_id FROM request_events WHERE at_ms <= ? ORDER BY at_ms, rank, request_id LIMIT 1",
      untilMs,
    );
    return (
      row && {
        atMs: Number(row["at_ms"]),
        kind: EVENT_KINDS[Number(row["rank"])] as EventKind,
        requestId: String(row["request_id"]),
      }
    );
  }

  /** Returns requests with the same event at the same moment. */
  requestsAt(atMs: number, kind: EventKind): string[] {
    return this.#database
      .all(
        "SELECT request_id FROM request_events WHERE at_ms = ? AND rank = ? ORDER BY request_id",
        atMs,
        rankOf(kind),
      )
      .map((row) => String(row["request_id"]));
  }

  /** Returns the time of a request's next event, of any kind or of one; undefined when there is none. */
  nextOf(requestId: string, kind?: EventKind): number | undefined {
    const row = this.#database.get(
      "SELECT MIN(at_ms) AS at_ms FROM request_events WHERE request_id = ? AND rank = COALESCE(?, rank)",
      requestId,
      kind && rankOf(kind),
    );
    return typeof row?.["at_ms"] === "number" ? row["at_ms"] : undefined;
  }

  /** Returns the time of the next event of a series or of one of its tasks. */
  nextOfSeries(repeatId: string): number | undefined {
    const row = this.#database.get(
      `SELECT MIN(at_ms) AS at_ms FROM request_events
       WHERE request_id = ? OR request_id IN (SELECT id FROM requests WHERE repeat_id = ?)`,
      repeatId,
      repeatId,
    );
    return typeof row?.["at_ms"] === "number" ? row["at_ms"] : undefined;
  }

  /** Deletes the events of a request, or only those of one kind. */
  remove(requestId: string, kind?: EventKind): void {
    if (kind === undefined) this.#database.run("DELETE FROM request_events WHERE request_id = ?", requestId);
    else {
      this.#database.run(
        "DELETE FROM request_events WHERE request_id = ? AND rank = ?",
        requestId,
        rankOf(kind),
      );
    }
  }
}
