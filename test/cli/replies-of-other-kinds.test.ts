/**
 * Replies of every endpoint with each of their members replaced by another kind, or left out: a command reports it or
 * goes on without it, and never ends as a bug of ours.
 */
import { describe, expect, it } from "vitest";
import { OTHERS, pathsIn, replaced } from "./changed-reply.ts";
import { REPLY_READERS, runAgainst } from "./reply-readers.ts";

describe.each(REPLY_READERS)("$what with members of other kinds", (reader) => {
  const { reply, lines, status = 200 } = reader;

  it("P16 the commands know the reply when it is good", async () => {
    for (const words of lines) {
      const result = await runAgainst(words, reader, reply);
      const expected = status === 200 ? [0, 10, 11] : [8];
      expect(expected, `${words}\n${result.stderr}`).toContain(result.exitCode);
      expect(result.requests.length, words).toBeGreaterThan(0);
    }
  });

  it("P16 ends in an answer, never in INTERNAL", async () => {
    let turn = 0;
    for (const path of pathsIn(reply)) {
      for (const other of OTHERS) {
        // Each command in turn: a member meets several of them, each with another kind.
        const words = lines[turn++ % lines.length]!;
        const result = await runAgainst(words, reader, replaced(reply, path, other));
        const what = `${words}: ${path.join(".")} = ${JSON.stringify(other)}`;
        expect(result.exitCode, `${what}\n${result.stderr}`).not.toBe(1);
      }
    }
  });
});
