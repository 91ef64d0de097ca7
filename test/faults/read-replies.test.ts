/** ERRORS-12 P14 every status with every kind of body, for a request that changes nothing. */
import { describe, expect, it } from "vitest";
import { BODIES, BODY_NAMES } from "./bodies.ts";
import { expectClearFailure, runAll } from "./matrix.ts";
import { say } from "./reply.ts";
import { exitOf, STATUSES } from "./statuses.ts";

// Every status has another body, and three statuses have all of them: different code reads the two.
const rows = [
  ...STATUSES.map((status, index) => ({ status, body: BODY_NAMES[index % BODY_NAMES.length]! })),
  ...[200, 409, 502].flatMap((status) => BODY_NAMES.map((body) => ({ status, body }))),
]
  .map((row) => ({ ...row, title: `${row.status} with ${row.body}` }))
  .filter(({ title }, index, all) => all.findIndex((row) => row.title === title) === index);

describe("ERRORS-12 P14 a read", () => {
  const seenOf = runAll(rows, ({ status, body }) => ({
    args: ["task", "get", "t-1", "--retries", "0"],
    serve: say({ status, ...BODIES[body] }),
  }));
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    expectClearFailure(seen);
    expect(seen.asked.length).toBe(1);
    const isSuccess = row.status < 300;
    // Bytes after a 204 or 304, which have no body, are a broken connection.
    const isBroken = [204, 304].includes(row.status);
    expect(seen.code, seen.stderr).toBe(isBroken ? 9 : isSuccess ? 8 : exitOf(row.status));
    if (isSuccess && !isBroken) expect(seen.stderr).toContain("RESPONSE_UNRECOGNISED");
  });
});
