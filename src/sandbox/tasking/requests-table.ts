import { objectOf } from "../../contract/json-object.ts";
import type { Bindable, Database } from "../store/database.ts";
import type { InnerState, RequestKind, RequestRecord, TaskingRequest } from "./tasking-request.ts";

/** Columns of record fields that both kinds have: dot path -> column. */
const SHARED_COLUMNS = {
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

/** Record fields with their own column, so that most searches read no record: dot path -> column. */
export const COLUMN_OF_PATH: Readonly<Record<RequestKind, Readonly<Record<string, string>>>> = {
  task: {
    taskingrequestId: "id",
    taskingrequestName: "name",
    repeatrequestId: "repeat_id",
    ...SHARED_COLUMNS,
  },
  repeat: { repeatrequestId: "id", repeatrequestName: "name", ...SHARED_COLUMNS },
};

/** Columns that are derived from the record. */
const DERIVED = ["name", ...Object.values(SHARED_COLUMNS)];

function derivedValues({ kind, record: { properties } }: TaskingRequest): Bindable[] {
  const valueAt = (path: string): unknown =>
    path.split(".").reduce<unknown>((value, name) => objectOf(value)[name], properties);
  const name = properties[kind === "task" ? "taskingrequestName" : "repeatrequestName"];
  return [name, ...Object.keys(SHARED_COLUMNS).map(valueAt)] as Bindable[];
}

interface RequestRow extends Omit<TaskingRequest, "repeatId" | "record" | "inner"> {
  repeatId: string | null;
  record: string;
  inner: string;
}

const toRequest = ({ repeatId, record, inner, ...rest }: RequestRow): TaskingRequest => ({
  ...rest,
  repeatId: repeatId ?? undefined,
  record: JSON.parse(record) as RequestRecord,
  inner: JSON.parse(inner) as InnerState,
});

/** Tasks and repeat requests, each with its record as in responses. */
export class RequestsTable {
  constructor(private readonly database: Database) {}

  insert(request: TaskingRequest): void {
    this.database.transaction(() => {
      this.database.run(
        `INSERT INTO requests (id, kind, user_id, organization_id, repeat_id, submitted_ms, ${DERIVED.join(", ")})
         VALUES (?, ?, ?, ?, ?, ?, ${DERIVED.map(() => "?").join(", ")})`,
        request.id,
        request.kind,
        request.userId,
        request.organizationId,
        request.repeatId,
        request.submittedMs,
        ...derivedValues(request),
      );
      this.database.run(
        "INSERT INTO request_records (seq, record, inner) VALUES (last_insert_rowid(), ?, ?)",
        JSON.stringify(request.record),
        JSON.stringify(request.inner),
      );
    });
  }

  /** Writes record and inner state of an existing request. */
  update(request: TaskingRequest): void {
    this.database.transaction(() => {
      this.database.run(
        `UPDATE requests SET ${DERIVED.map((column) => `${column} = ?`).join(", ")} WHERE id = ?`,
        ...derivedValues(request),
        request.id,
      );
      this.database.run(
        "UPDATE request_records SET record = ?, inner = ? WHERE seq = (SELECT seq FROM requests WHERE id = ?)",
        JSON.stringify(request.record),
        JSON.stringify(request.inner),
        request.id,
      );
    });
  }

  find(kind: RequestKind, id: string): TaskingRequest | undefined {
    return this.#select("r.id = ? AND r.kind = ?", id, kind)[0];
  }

  /** Returns a request that another row of the store refers to. */
  need(id: string): TaskingRequest {
    const [request] = this.#select("r.id = ?", id);
    if (request === undefined) throw new Error(`the store has no request ${id}`);
    return request;
  }

  /** Returns the derived tasks of a series, in the order of creation. */
  derivedTasks(repeatId: string): TaskingRequest[] {
    return this.#select("r.repeat_id = ? ORDER BY seq", repeatId);
  }

  /** Returns the number of derived tasks of a series that are submitted or accepted. */
  countAlive(repeatId: string): number {
    return this.database.count("requests", "repeat_id = ? AND code IN ('submitted', 'accepted')", repeatId);
  }

  count(kind: RequestKind): number {
    return this.database.count("requests", "kind = ?", kind);
  }

  #select(condition: string, ...values: Bindable[]): TaskingRequest[] {
    return this.database
      .all<RequestRow>(
        `SELECT r.kind, r.id, r.user_id AS userId, r.organization_id AS organizationId, r.repeat_id AS repeatId,
           r.submitted_ms AS submittedMs, d.record, d.inner
         FROM requests r JOIN request_records d USING (seq) WHERE ${condition}`,
        ...values,
      )
      .map(toRequest);
  }
}
