/** Converts the issues of a schema to faults with stable codes and plain messages. */
import * as z from "zod/mini";
import type { Fault } from "../errors.ts";
import { formatPath, getPath } from "./json-path.ts";
import type { Finding } from "./finding.ts";
import { expectations, type Expectation } from "./schemas/rule.ts";

type Issue = z.core.$ZodIssue;

/** Returns all faults of a value; an empty list means that the value is valid. */
export function findFaults(schema: z.ZodMiniType, value: unknown): Fault[] {
  // An issue keeps neither its schema nor further fields of ours, so its message carries the expectation of the schema.
  const error = (issue: z.core.$ZodRawIssue): string => JSON.stringify(findExpectation(issue));
  const issues = z.safeParse(schema, value, { error }).error?.issues ?? [];
  const faults = issues.flatMap(lookInside).map((issue) => toFault(issue, value));
  return faults.filter(
    ({ code, path, message }, index) =>
      faults.findIndex((other) => other.code === code && other.path === path && other.message === message) ===
      index,
  );
}

function toFault(issue: Issue, root: unknown): Fault {
  const path = issue.path as (string | number)[];
  const value = getPath(root, path);
  const label = labelOf(path);
  const base = { path: formatPath(path), value: isShort(value) ? value : undefined };
  if (issue.code === "custom") {
    const { code, message, says = "is not valid", rule } = issue.params as Finding;
    return { ...base, code, message: message ?? `${label} ${show(value)} ${says}`, rule };
  }
  const { code, expected } = parseExpectation(issue);
  const message =
    value === undefined
      ? `${label} is missing; it must be ${expected}`
      : `${label} ${show(value)} is not ${expected}`;
  return { ...base, code, message, rule: expected };
}

/** Returns the fault of a response that does not have the shape of its endpoint. */
export function shapeFault(expected: string, value: unknown): Fault {
  return {
    code: "RESPONSE_UNRECOGNISED",
    path: "",
    message: `the body ${show(value)} is not ${expected}`,
    rule: expected,
  };
}

/** Returns the fault of a response that may contain a secret: its body is not shown. */
export function makeSecretFault(expected: string): Fault {
  const message = `the body is not ${expected}; it is not shown, because it may contain a token`;
  return { code: "RESPONSE_UNRECOGNISED", path: "", message, rule: expected };
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  tuple: "an array",
  object: "an object",
};

/** Returns the expectation of the schema that raised the issue, or of the schema whose check raised it. */
function findExpectation(issue: z.core.$ZodRawIssue): Expectation {
  const raisers = [issue.inst, issue.schema] as (z.core.$ZodType | undefined)[];
  const known = raisers
    .map((raiser) => raiser && expectations.get(raiser))
    .find((each) => each !== undefined);
  if (known !== undefined) return known;
  if (issue.code === "invalid_value")
    return { code: "ENUM_INVALID", expected: `one of ${issue.values.join(", ")}` };
  const kind = issue.code === "invalid_type" ? KINDS[issue.expected] : undefined;
  return { code: "FIELD_TYPE_INVALID", expected: kind ?? "a value of the stated kind" };
}

const parseExpectation = ({ message }: Issue): Expectation => JSON.parse(message) as Expectation;

/** Replaces the issue of a union with the issues of the branch of the right kind, if its schema asks for this. */
function lookInside(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union" || parseExpectation(issue).looksInside !== true) return [issue];
  const branch = issue.errors.find((inner) => inner.every(({ path }) => path.length > 0));
  return branch?.map((inner): Issue => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

/** Returns the last name of the path with its indexes: `orbitalPlanes[1]`. */
function labelOf(path: readonly (string | number)[]): string {
  const start = path.findLastIndex((key) => typeof key === "string");
  return path.length === 0 ? "the body" : formatPath(path.slice(Math.max(start, 0)));
}

function show(value: unknown): string {
  if (value === undefined) return "(missing)";
  const json = JSON.stringify(value) ?? typeof value;
  return json.length > 80 ? `${json.slice(0, 77)}...` : json;
}

/** Reports whether a value is short enough for a message. */
function isShort(value: unknown): boolean {
  return typeof value !== "object" || (JSON.stringify(value)?.length ?? 0) <= 300;
}
