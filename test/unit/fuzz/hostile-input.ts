/** Text from outside: valid, nearly valid, truncated, doubled, deep, long, and hostile. */
import { createContext, Script } from "node:vm";
import * as fc from "fast-check";
import { expect } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { expectLinear } from "../../growth.ts";

const BITES = [
  "\0", "\u001b[2J", "\r\n::error::x", "\u202e", "\u200b", "\ud800", "\uffff", "__proto__", "constructor", "../", "..\\", "%00", "%2e%2e%2f",
  "1e999", "-0", "NaN", "9".repeat(400), "[", "{", '"', "'", "(", "<", "&a;", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "]]>", "=cmd|' /C x'!A0", "\\u0000", "İ", "🛰️", "a".repeat(5000),
]; // prettier-ignore

/** A well-formed text with a piece cut out, doubled or replaced, one to four times. */
export function mutated(...seeds: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(...BITES),
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.string({ maxLength: 8 }),
  );
  const edit = fc.record({ at: fc.nat(), length: fc.nat({ max: 12 }), kind: fc.nat({ max: 3 }), piece });
  const edited = fc.tuple(fc.constantFrom(...seeds), fc.array(edit, { maxLength: 4 })).map(([seed, edits]) =>
    edits.reduce((text, { at, length, kind, piece }) => {
      const from = text.length === 0 ? 0 : at % text.length;
      const to = Math.min(text.length, from + length);
      if (kind === 0) return text.slice(0, from) + text.slice(to);
      if (kind === 1) return text.slice(0, to) + text.slice(from);
      if (kind === 2) return text.slice(0, from) + piece + text.slice(from);
      return text.slice(0, from) + piece + text.slice(to);
    }, seed),
  );
  return fc.oneof(
    { weight: 6, arbitrary: edited },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    { weight: 1, arbitrary: piece },
  );
}

/** JSON values of any shape, with the property names that a reader looks for. */
export function shaped(...names: readonly string[]): fc.Arbitrary<unknown> {
  const key = fc.oneof(
    fc.constantFrom(...names, "__proto__", "constructor", "toString"),
    fc.string({ maxLength: 5 }),
  );
  const leaf = fc.oneof(
    fc.constantFrom(...BITES, null, true, 0, -1, 1e308, "", "2031-02-28T00:00:00Z", "https://x.test/a?b=c"),
    fc.string({ maxLength: 6 }),
    fc.double(),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.array(tie("value"), { maxLength: 4 }),
      tie("record"),
    ),
    record: fc
      .array(fc.tuple(key, tie("value")), { maxLength: 5 })
      // As in JSON.parse: __proto__ is an own property like any other.
      .map(
        (entries) =>
          JSON.parse(
            `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each) ?? "null"}`).join(",")}}`,
          ) as unknown,
      ),
  }));
  return value;
}

/**
 * Milliseconds after which a pattern that backtracks without end is stopped: the time limit of a test waits for the event loop.
 * Every parser here needs milliseconds. After the first hang, shorter hanging texts are found sooner.
 */
let hangsAfterMs = 60_000;

const place = createContext({});
const call = new Script("work()");

function stoppedIfItHangs(work: () => unknown): unknown {
  place["work"] = work;
  try {
    return call.runInContext(place, { timeout: hangsAfterMs });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") hangsAfterMs = 1000;
    throw error;
  }
}

/** Runs the parser, which ends, and throws nothing but AppErrors. The prototypes stay as they were. */
export async function expectCalm(work: () => unknown): Promise<void> {
  try {
    await stoppedIfItHangs(work);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).not.toBe("INTERNAL");
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
}

/** Requires that parsing a text of `count` pieces is calm and takes linear time. */
export const expectCalmAtLength = (
  count: number,
  textOf: (count: number) => string,
  parse: (text: string) => unknown,
): Promise<void> => expectLinear(count, textOf, (text) => expectCalm(() => parse(text)));
