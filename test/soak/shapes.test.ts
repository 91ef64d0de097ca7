/**
 * Replies with every property replaced by every other type of value, and with several properties of another shape: null, a
 * number, text, an array, an object, or nothing. A command ends in an answer, and never with exit code 1 (INTERNAL). `npm run
 * soak -- --shapes` requests 5,000 replies with several, with its own seed.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesOf, expectAnswers, pathsIn, replaced } from "../cli/changed-reply.ts";
import { sampled } from "../sampled.ts";
import { REPLY_READERS, runAgainst } from "../cli/reply-readers.ts";

const REPLIES = Number(process.env["SWATH_SHAPES"] ?? 150);
const SEED = Number(process.env["SWATH_SHAPES_SEED"] ?? 13);

const SHAPES: readonly unknown[] = [
  null, true, 0, 7, -1.5, 1e300, "", "text", "7", "2026-03-01T00:00:00Z", "\u001b[2J", "__proto__",
  [], [null], [7], ["a", {}], [[]], {}, { a: null }, { href: 7, id: null }, undefined,
]; // prettier-ignore

describe("P16 ERRORS-12 every reader of a reply", () => {
  const shares = REPLY_READERS.map((reader, at) => {
    const each = Math.floor(REPLIES / REPLY_READERS.length);
    return { ...reader, count: each + (at < REPLIES % REPLY_READERS.length ? 1 : 0) };
  });

  it.each(REPLY_READERS)("$what: a property of another type ends in an answer or a stated error", (reader) =>
    expectAnswers(reader, sampled(changesOf(reader.reply), 8)),
  );

  it.each(shares)(
    "$what: $count replies of other shapes end in an answer or a stated error",
    { timeout: 1_200_000 },
    async (reader) => {
      const change = fc.tuple(fc.nat(), fc.constantFrom(...SHAPES));
      const changes = fc.array(change, { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...reader.lines), changes, async (words, chosen) => {
          let reply = reader.reply;
          for (const [at, shape] of chosen) {
            const paths = pathsIn(reply);
            reply = replaced(reply, paths[at % paths.length]!, shape);
          }
          const { exitCode, stderr } = await runAgainst(words, reader, reply);
          expect(exitCode, `${words}: ${JSON.stringify(reply)}\n${stderr}`).not.toBe(1);
        }),
        { numRuns: reader.count, seed: SEED },
      );
    },
  );
});
