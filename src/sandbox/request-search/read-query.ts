import { isMembers, type Members } from "../../contract/members.ts";
import {
  type OperatorSet,
  QUERY_ALIASES,
  REPEAT_QUERY_FIELDS,
  TASK_QUERY_FIELDS,
} from "../../contract/vocabulary.ts";
import type { RequestKind } from "../tasking/tasking-request.ts";
import { type Matcher, matcherOf } from "./matcher.ts";

/** One condition on a field, by its dot path under `properties`. */
interface Condition {
  path: string;
  matches: Matcher;
}

export interface RequestQuery {
  conditions: Condition[];
  /** False leaves out what a series has made. */
  includesDerived: boolean;
}

const FIELDS: Record<RequestKind, Readonly<Record<string, OperatorSet>>> = {
  task: TASK_QUERY_FIELDS,
  repeat: REPEAT_QUERY_FIELDS,
};

export const pathOfField = (field: string): string =>
  Object.hasOwn(QUERY_ALIASES, field) ? (QUERY_ALIASES[field] as string) : field;

/** A checked query, ready to be asked of records. */
export function readQuery(kind: RequestKind, query: Members): RequestQuery {
  const fields = FIELDS[kind];
  // No series has made a series: there the name is a path like any other.
  const { includeRepeatingTasks, ...others } = query;
  const isTask = kind === "task";
  return {
    includesDerived: !isTask || isAffirmed(includeRepeatingTasks),
    conditions: Object.entries(isTask ? others : query).map(([field, wanted]) => ({
      path: pathOfField(field),
      matches: matcherOf(Object.hasOwn(fields, field) ? (fields[field] as OperatorSet) : "standard", wanted),
    })),
  };
}

// Spec silent: the form of includeRepeatingTasks. We read true, "true", {eq: true}, {eq: "true"} and ["true"]; whatever else is
// false, the default: it also applies to a query by repeatrequestId.
function isAffirmed(value: unknown): boolean {
  const [plain] = Array.isArray(value) ? value : [isMembers(value) ? value["eq"] : value];
  return String(plain).toLowerCase() === "true";
}
