import { toJsonObject } from "../../contract/json-object.ts";
import type { Account } from "../accounts.ts";
import { Recent } from "../recent.ts";
import { storeVersion, type Bindable, type Database } from "../store/database.ts";
import { compareKeys, isMissingValue, toSortKey, type SortKey, type RequestQuery } from "./request-query.ts";
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
const COLUMN_OF_PATH: Readonly<Record<RequestKind, Readonly<Record<string, string>>>> = {
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

function deriveValues({ kind, record: { properties } }: TaskingRequest): Bindable[] {
  const valueAt = (path: string): unknown =>
    path.split(".").reduce<unknown>((value, name) => toJsonObject(value)[name], properties);
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
        ...deriveValues(request),
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
        ...deriveValues(request),
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

export interface RequestPage {
  records: RequestRecord[];
  currentPage: number;
  totalPages: number;
}

/** Number of searches whose matches are kept, so that their further pages need no new search. */
const MAX_REMEMBERED = 8;

/** Searches over one store. */
export class RequestSearcher {
  readonly #remembered = new Recent<readonly number[]>(MAX_REMEMBERED);

  constructor(private readonly database: Database) {}

  /** Returns one page; `key` identifies the search, `page` counts from 1. A page beyond the last is empty. */
  page(search: RequestSearch, key: string, page: number, limit: number): RequestPage {
    // Matches are valid for one version of the store.
    const seqs = this.#remembered.get(`${storeVersion(this.database)} ${key}`, () =>
      findMatches(this.database, search),
    );
    const wanted = seqs.slice((page - 1) * limit, page * limit);
    const rows = this.database.all(
      "SELECT seq, record FROM request_records WHERE seq IN (SELECT value FROM json_each(?))",
      JSON.stringify(wanted),
    );
    const bySeq = new Map(rows.map(({ seq, record }) => [Number(seq), String(record)]));
    return {
      records: wanted.flatMap((seq) => {
        const text = bySeq.get(seq);
        return text === undefined ? [] : [JSON.parse(text) as RequestRecord];
      }),
      currentPage: page,
      totalPages: Math.max(1, Math.ceil(seqs.length / limit)),
    };
  }
}

interface RequestSearch extends RequestQuery {
  kind: RequestKind;
  caller: Account;
  /** Dot path under `properties`. */
  sort: string;
  isDescending: boolean;
}

/** The sort order of the index. */
export const DEFAULT_SORT = "submissionTime";

/** Returns the sorted rows of all matching requests that a caller may see. */
function findMatches(database: Database, search: RequestSearch): number[] {
  const { conditions, sort, isDescending } = search;
  const isIndexed = sort === DEFAULT_SORT;
  const paths = [...conditions.map(({ path }) => path), ...(isIndexed ? [] : [sort])];
  const rows = readSortValues(database, search, paths, isIndexed && isDescending ? "DESC" : "ASC");
  const matching = rows.filter((row) => conditions.every(({ matches }, at) => matches(row[at + 1])));
  const seqs = matching.map(([seq]) => seq as number);
  if (isIndexed) return seqs;
  const keys = new Map(matching.map((row) => [row[0] as number, toSortKey(row.at(-1))]));
  return seqs.sort((a, b) => compareInOrder(keys.get(a) as SortKey, keys.get(b) as SortKey, isDescending));
}

/** Compares sort keys. Missing values come last in both directions; equal values keep their stored order. */
function compareInOrder(a: SortKey, b: SortKey, isDescending: boolean): number {
  const [isMissing, isOtherMissing] = [isMissingValue(a), isMissingValue(b)];
  if (isMissing || isOtherMissing) return Number(isMissing) - Number(isOtherMissing);
  return isDescending ? -compareKeys(a, b) : compareKeys(a, b);
}

/** Returns `[seq, value, ...]` of every visible request, read as one JSON text: many times faster than row by row. */
function readSortValues(
  database: Database,
  { kind, caller, includesDerived }: RequestSearch,
  paths: readonly string[],
  direction: "ASC" | "DESC",
): unknown[][] {
  const own = COLUMN_OF_PATH[kind];
  const bound: Bindable[] = [];
  const expressions = paths.map((path) => {
    if (Object.hasOwn(own, path)) return `r.${own[path]}`;
    bound.push(toJsonPath(path));
    return "d.record -> ?";
  });
  const isDeep = bound.length > 0;
  const isManager = caller.roles.includes("organization-manager");
  const [row] = database.all(
    `SELECT json_group_array(json(item)) AS items FROM (
       SELECT json_array(${["r.seq", ...expressions].join(", ")}) AS item
       FROM requests r ${isDeep ? "JOIN request_records d USING (seq)" : ""}
       WHERE r.kind = ? AND r.${isManager ? "organization_id" : "user_id"} = ?
       ${includesDerived ? "" : "AND r.repeat_id IS NULL"}
       ORDER BY r.submitted_ms ${direction}, r.seq ${direction})`,
    ...bound,
    kind,
    isManager ? caller.organizationId : caller.userId,
  );
  return JSON.parse(String(row?.["items"] ?? "[]")) as unknown[][];
}

/**
 * Returns a dot path in SQLite's notation. No field name contains a quote, so quotes are removed and such a path
 * finds nothing.
 */
function toJsonPath(path: string): string {
  const names = path.split(".").map((name) => `."${name.replaceAll('"', "")}"`);
  return `$."properties"${names.join("")}`;
}
