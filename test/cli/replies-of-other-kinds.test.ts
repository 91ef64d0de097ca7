/**
 * Replies of every endpoint with one property replaced by a value of another type, or removed: a command reports it or
 * continues without it, and never ends with INTERNAL. A sample of the changes runs here; `test/soak/shapes.test.ts` tries all
 * of them, and several in one reply.
 */
import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { changesOf, expectAnswers } from "./changed-reply.ts";
import { REPLY_READERS, runAgainst } from "./reply-readers.ts";

/**
 * Has no factor in common with the number of other types: each property is replaced at least once, and by each type somewhere.
 */
const EVERY = 7;

const asked = new Set<string>();

describe.each(REPLY_READERS)("$what with properties of other types", (reader) => {
  const { reply, lines, status = 200 } = reader;

  it("P16 the commands accept the valid reply", async () => {
    for (const words of lines) {
      const result = await runAgainst(words, reader, reply);
      // 12: a wait for a request that waits for its approval.
      const expected = status === 200 ? [0, 10, 11, 12] : [8];
      expect(expected, `${words}\n${result.stderr}`).toContain(result.exitCode);
      expect(result.requests.length, words).toBeGreaterThan(0);
      for (const { method, path } of result.requests) asked.add(`${method} ${path.split("?")[0]}`);
    }
  });

  it("P16 ERRORS-12 ends in a stated error, never in INTERNAL", async () => {
    await expectAnswers(
      reader,
      changesOf(reply).filter((_change, at) => at % EVERY === 0),
    );
  });
});

it("P16 these commands call every endpoint of the interface", () => {
  // The order of a task is previewed only if the catalog does not list what it contains.
  const { reviewTaskOrder: _previewed, ...others } = ENDPOINTS;
  const missing = Object.values(others).filter(({ method, path }) => {
    const pattern = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u");
    return ![...asked].some((request) => pattern.test(request));
  });
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
