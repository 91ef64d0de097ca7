/** Bodies of `POST /tasks/search` and `POST /repeat-requests/search`. */
import * as z from "zod/mini";
import {
  LIMITS,
  REPEAT_QUERY_FIELDS,
  SORT_ORDERS,
  TASK_QUERY_FIELDS,
  type OperatorSet,
} from "../vocabulary.ts";
import { integerFromOne, oneOf, text } from "./fields.ts";
import { queryFindings } from "./query.ts";
import { coded, memberRule } from "./rule.ts";

const pageSize = coded(z.int().check(z.minimum(1), z.maximum(LIMITS.searchPageSizeMax)), {
  code: "PAGE_LIMIT_EXCEEDED",
  expected: `an integer from 1 to ${LIMITS.searchPageSizeMax}`,
});

export type QueryValue =
  | string
  | number
  | boolean
  | string[]
  | Readonly<Record<string, string | number | boolean>>;

function queryOf(fields: Readonly<Record<string, OperatorSet>>): z.ZodMiniType<Record<string, QueryValue>> {
  return z.looseObject({}).check(memberRule((query) => queryFindings(query, fields))) as never;
}

function searchBody(fields: Readonly<Record<string, OperatorSet>>) {
  return z.looseObject({
    sort: z.optional(text),
    order: z.optional(oneOf(SORT_ORDERS)),
    page: z.optional(integerFromOne),
    limit: z.optional(pageSize),
    query: z.optional(queryOf(fields)),
    filter: z.optional(queryOf(fields)),
  });
}

export const TaskSearchBody = searchBody(TASK_QUERY_FIELDS);
export const RepeatSearchBody = searchBody(REPEAT_QUERY_FIELDS);

/** Query parameters of `tasks/paged`, and of the searches where a deployment pages in the query string. */
export const PagedQuery = z.looseObject({
  limit: z.optional(text),
  page: z.optional(text),
  organizationId: z.optional(text),
});
