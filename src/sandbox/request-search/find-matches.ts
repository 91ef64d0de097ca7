import type { Account } from "../accounts.ts";
import type { Bindable, Database } from "../store/database.ts";
import { COLUMN_OF_PATH } from "../tasking/requests-table.ts";
import type { RequestKind } from "../tasking/tasking-request.ts";
import { compareKeys, type SortKey, sortKeyOf } from "./compare-values.ts";
import type { RequestQuery } from "./read-query.ts";

export interface RequestSearch extends RequestQuery {
  kind: RequestKind;
  caller: Account;
  /** Dot path under `properties`. */
  sort: string;
  isDescending: boolean;
}

/** The sort that the index gives. */
export const DEFAULT_SORT = "submissionTime";

/** Rows of all requests that a caller may see and that match, in their order. */
export function findMatches(database: Database, search: RequestSearch): number[] {
  const { conditions, sort, isDescending } = search;
  const isIndexed = sort === DEFAULT_SORT;
  const paths = [...conditions.map(({ path }) => path), ...(isIndexed ? [] : [sort])];
  const rows = project(database, search, paths, isIndexed && isDescending ? "DESC" : "ASC");
  const matching = rows.filter((row) => conditions.every(({ matches }, at) => matches(row[at + 1])));
  const seqs = matching.map(([seq]) => seq as number);
  if (isIndexed) return seqs;
  const keys = new Map(matching.map((row) => [row[0] as number, sortKeyOf(row.at(-1))]));
  return seqs.sort((a, b) => inOrder(keys.get(a) as SortKey, keys.get(b) as SortKey, isDescending));
}

/** What is missing comes last in both directions; equals keep the order in which they were stored. */
function inOrder(a: SortKey, b: SortKey, isDescending: boolean): number {
  if (a[0] === 3 || b[0] === 3) return a[0] === b[0] ? 0 : a[0] === 3 ? 1 : -1;
  return isDescending ? -compareKeys(a, b) : compareKeys(a, b);
}

/** `[seq, value, ...]` of every visible request: one JSON text, many times cheaper than as many rows of the driver. */
function project(
  database: Database,
  { kind, caller, includesDerived }: RequestSearch,
  paths: readonly string[],
  direction: "ASC" | "DESC",
): unknown[][] {
  const own = COLUMN_OF_PATH[kind];
  const bound: Bindable[] = [];
  const expressions = paths.map((path) => {
    if (Object.hasOwn(own, path)) return `r.${own[path]}`;
    bound.push(jsonPath(path));
    return "d.record -> ?";
  });
  const isDeep = bound.length > 0;
  const isManager = caller.roles.includes("organization-manager");
  const row = database.get(
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

/** A dot path as SQLite writes it. A name with a quote in it is no name of ours and finds nothing. */
function jsonPath(path: string): string {
  const names = path.split(".").map((name) => `."${name.replaceAll('"', "")}"`);
  return `$."properties"${names.join("")}`;
}
