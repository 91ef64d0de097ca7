import type { Bindable, Database, Row } from "../store/database.ts";
import type { InnerState, RequestKind, RequestRecord, TaskingRequest } from "./tasking-request.ts";

/** Record fields with their own column, so that most searches read no record: dot path -> column. */
export const COLUMN_OF_PATH: Readonly<Record<RequestKind, Readonly<Record<string, string>>>> = {
  task: columns({ taskingrequestId: "id", taskingrequestName: "name", repeatrequestId: "repeat_id" }),
  repeat: columns({ repeatrequestId: "id", repeatrequestName: "name" }),
};

function columns(own: Record<string, string>): Record<string, string> {
  return {
    ...own,
    lastStatusCode: "code",
    lastStatusTime: "status_time",
    windowOpen: "window_open",
    windowClose: "window_close",
    windowDuration: "duration",
    collectionTier: "tier",
    archiveHoldback: "holdback",
    submissionTime: "submission_time",
    "collectConstraints.collectMode": "mode",
  };
}

const toRequest = (row: Row): TaskingRequest => ({
  kind: row["kind"] as RequestKind,
  id: String(row["id"]),
  userId: String(row["user_id"]),
  organizationId: String(row["organization_id"]),
  repeatId: row["repeat_id"] === null ? undefined : String(row["repeat_id"]),
  submittedMs: Number(row["submitted_ms"]),
  record: JSON.parse(String(row["record"])) as RequestRecord,
  inner: JSON.parse(String(row["inner"])) as InnerState,
});

/** Returns the values of the columns that are derived from the record. */
function columnValues({ kind, record }: TaskingRequest): Bindable[] {
  const { properties } = record;
  const name = properties[kind === "task" ? "taskingrequestName" : "repeatrequestName"];
  return [
    name,
    properties.lastStatusCode,
    properties.lastStatusTime,
    properties["windowOpen"],
    properties["windowClose"],
    properties["windowDuration"],
    properties.collectionTier,
    properties.archiveHoldback,
    properties.collectConstraints["collectMode"],
    properties.submissionTime,
  ] as Bindable[];
}

/** Tasks and repeat requests, each with its record as in replies. */
export class RequestsTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  insert(request: TaskingRequest): void {
    this.#database.transaction(() => {
      this.#database.run(
        `INSERT INTO requests (id, kind, user_id, organization_id, repeat_id, submitted_ms, name, code, status_time,
           window_open, window_close, duration, tier, holdback, mode, submission_time)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        request.id,
        request.kind,
        request.userId,
        request.organizationId,
        request.repeatId,
        request.submittedMs,
        ...columnValues(request),
      );
      this.#database.run(
        "INSERT INTO request_records (seq, record, inner) VALUES (last_insert_rowid(), ?, ?)",
        JSON.stringify(request.record),
        JSON.stringify(request.inner),
      );
    });
  }

  /** Writes record and inner state of an existing request. */
  update(request: TaskingRequest): void {
    this.#database.transaction(() => {
      this.#database.run(
        `UPDATE requests SET name = ?, code = ?, status_time = ?, window_open = ?, window_close = ?, duration = ?,
           tier = ?, holdback = ?, mode = ?, submission_time = ? WHERE id = ?`,
        ...columnValues(request),
        request.id,
      );
      this.#database.run(
        "UPDATE request_records SET record = ?, inner = ? WHERE seq = (SELECT seq FROM requests WHERE id = ?)",
        JSON.stringify(request.record),
        JSON.stringify(request.inner),
        request.id,
      );
    });
  }

  find(kind: RequestKind, id: string): TaskingRequest | undefined {
    const row = this.#database.get(
      "SELECT r.*, d.record, d.inner FROM requests r JOIN request_records d USING (seq) WHERE r.id = ? AND r.kind = ?",
      id,
      kind,
    );
    return row === undefined ? undefined : toRequest(row);
  }

  /** Returns the request of an event, of either kind. */
  byId(id: string): TaskingRequest {
    const row = this.#database.get(
      "SELECT r.*, d.record, d.inner FROM requests r JOIN request_records d USING (seq) WHERE r.id = ?",
      id,
    );
    if (row === undefined) throw new Error(`the store has no request ${id}`);
    return toRequest(row);
  }

  /** Returns a request that another row of the store refers to. */
  need(kind: RequestKind, id: string): TaskingRequest {
    const request = this.find(kind, id);
    if (request === undefined) throw new Error(`the store has no ${kind} ${id}`);
    return request;
  }

  /** Returns the derived tasks of a series, in the order of creation. */
  derivedTasks(repeatId: string): TaskingRequest[] {
    return this.#database
      .all(
        `SELECT r.*, d.record, d.inner FROM requests r JOIN request_records d USING (seq)
         WHERE r.repeat_id = ? ORDER BY seq`,
        repeatId,
      )
      .map(toRequest);
  }

  /** Returns the number of derived tasks of a series that are submitted or accepted. */
  countAlive(repeatId: string): number {
    const row = this.#database.get(
      "SELECT COUNT(*) AS n FROM requests WHERE repeat_id = ? AND code IN ('submitted', 'accepted')",
      repeatId,
    );
    return Number(row?.["n"] ?? 0);
  }

  count(kind: RequestKind): number {
    return Number(this.#database.get("SELECT COUNT(*) AS n FROM requests WHERE kind = ?", kind)?.["n"] ?? 0);
  }
}
