/** Adds stable codes to schemas: `coded` for a single value, `rule` for several values together. */
import * as z from "zod/mini";
import type { ErrorCode } from "../../errors.ts";
import type { Finding } from "../finding.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import { getPath } from "../json-path.ts";

// Compiling validators costs more than it saves in a process that validates one body. Every schema file imports this
// file first, so that the setting applies before the first schema is created.
z.config({ jitless: true });

export interface Expectation {
  code: ErrorCode;
  /** Text after "is not": `one of right, left, either`. */
  expected: string;
  /** For unions: a fault inside the intended branch is reported at its own path, with its own code. */
  looksInside?: boolean;
}

export const expectations = z.registry<Expectation>();

/** Returns the schema with the code and the message for a value of the wrong kind. */
export function withExpectation<S extends z.core.$ZodType>(schema: S, expectation: Expectation): S {
  expectations.add(schema, expectation);
  return schema;
}

/**
 * Returns a rule that also runs when a field already has a fault, so that all faults are reported at once: its value
 * is therefore unvalidated. Pass it to `.check()`.
 */
export function makeRule<T = unknown>(find: (value: T) => Iterable<Finding>): z.core.$ZodCheck<T> {
  return z.superRefine<T>(
    (value, context) => {
      for (const { path = [], ...finding } of find(value)) {
        context.addIssue({
          code: "custom",
          path: [...path],
          params: finding,
          input: getPath(value, path),
          continue: true,
        });
      }
    },
    { when: () => true },
  );
}

/** Returns a rule over the fields of an object; it ignores other values. */
export function makeMemberRule(find: (members: JsonObject) => Iterable<Finding>): z.core.$ZodCheck<unknown> {
  return makeRule((value) => (isJsonObject(value) ? find(value) : []));
}
