/** How schemas here carry stable codes: `coded` for what one value must be, `rule` for what several must be together. */
import * as z from "zod/mini";
import type { ErrorCode } from "../../errors.ts";
import type { Finding, Path } from "../finding.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";

// Compiling validators costs more than it saves in a process that checks one body. Every schema file imports this one
// first, so it holds before the first schema is made.
z.config({ jitless: true });

export interface Expectation {
  code: ErrorCode;
  /** Follows "is not": `one of right, left, either`. */
  expected: string;
  /** For unions: a fault deep inside the branch that was meant is reported at its own path, with a code of its own. */
  looksInside?: boolean;
}

export const expectations = z.registry<Expectation>();

/** The schema, with the code and the words for a value that is not of its kind. */
export function coded<S extends z.core.$ZodType>(schema: S, expectation: Expectation): S {
  expectations.add(schema, expectation);
  return schema;
}

/**
 * A rule that also runs when a member is already known to be faulty, so that all faults are reported at once: its value is
 * therefore unproven. Pass it to `.check()`.
 */
export function rule<T = unknown>(find: (value: T) => Iterable<Finding>): z.core.$ZodCheck<T> {
  return z.superRefine<T>(
    (value, context) => {
      for (const { path = [], ...finding } of find(value)) {
        context.addIssue({
          code: "custom",
          path: [...path],
          params: finding,
          input: at(value, path),
          continue: true,
        });
      }
    },
    { when: () => true },
  );
}

/** A rule over the members of an object; nothing is asked when the value is no object. */
export function memberRule(find: (members: JsonObject) => Iterable<Finding>): z.core.$ZodCheck<unknown> {
  return rule((value) => (isJsonObject(value) ? find(value) : []));
}

function at(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) current = (current as Record<string | number, unknown> | null | undefined)?.[key];
  return current;
}
