/** P14 P15 the number of retries and the length of waits, whatever the service requests. */
import { describe, expect, it } from "vitest";
import type { Misbehave } from "./hostile-server.ts";
import { expectClearFailure, runAll } from "./matrix.ts";
import { isPlaced, placing } from "./placing.ts";
import { json, reset, say } from "./reply.ts";

const GET = ["task", "get", "t-1"];
const FOUND = json({ taskingrequestId: "t-1", lastStatusCode: "active" });

const busy = (status: number, retryAfter: string): Misbehave =>
  say({ status, headers: { "retry-after": retryAfter }, body: '{"message":"busy"}' });

const wishes = [
  { wish: "0", tries: 3 },
  { wish: "-1", tries: 3 },
  { wish: "soon", tries: 3 },
  { wish: "1.5", tries: 3 },
  { wish: "", tries: 3 },
  { wish: "0x10", tries: 3 },
  { wish: "Thu, 01 Jan 1970 00:00:00 GMT", tries: 3 },
  { wish: "61", tries: 1 },
  { wish: "86400", tries: 1 },
  { wish: "604800", tries: 1 },
  { wish: "99999999999999999999", tries: 3 },
  { wish: "1e400", tries: 3 },
  { wish: "Fri, 31 Dec 9999 23:59:59 GMT", tries: 3 },
  { wish: "1, 2, 3", tries: 3 },
].flatMap((row) =>
  [429, 503].map((status) => ({ ...row, status, title: `${status}, Retry-After: "${row.wish}"` })),
);

describe("P15 a read that is asked to come back later", () => {
  const seenOf = runAll(
    wishes,
    ({ status, wish }) => ({
      args: [...GET, "--retries", "2", "--verbose"],
      serve: busy(status, wish),
    }),
    () => "for pauses",
  );
  it.each(wishes)("$title is sent $tries times", async (row) => {
    const seen = await seenOf(row);
    expectClearFailure(seen);
    expect(seen.code).toBe(9);
    expect(seen.stderr).toContain(row.status === 429 ? "RATE_LIMITED" : "SERVICE_ERROR");
    expect(seen.asked.length, seen.stderr).toBe(row.tries);
    // By the program's own output: the pauses are those of a failure without a requested time.
    const pauses = [...seen.stderr.matchAll(/^\* try \d in (\S+) ms/gm)].map(([, ms]) => Number(ms));
    expect(pauses.length).toBe(row.tries - 1);
    for (const [nth, ms] of pauses.entries()) expect(ms, row.title).toBeLessThanOrEqual(500 * 2 ** nth);
  });
});

describe("P1 a spending request that is asked to come back later", () => {
  const seenOf = runAll(wishes, ({ status, wish }) => placing(busy(status, wish), "--retries", "5"));
  it.each(wishes)("$title is sent once", async (row) => {
    const seen = await seenOf(row);
    expect(seen.asked.filter(isPlaced).length).toBe(1);
    expect(seen.journal).toMatchObject([{ state: row.status === 429 ? "refused" : "unknown" }]);
    expect(seen.code).toBe(row.status === 429 ? 9 : 13);
  });
});

const recoveries = [
  { title: "503 twice", first: say({ status: 503 }), tries: 3 },
  { title: "429 twice", first: say({ status: 429 }), tries: 3 },
  { title: "a reset twice", first: reset, tries: 3 },
  { title: "half a reply twice", first: say({ body: "{}", length: 200 }), tries: 3, waits: true },
  { title: "500 twice", first: say({ status: 500, body: "<html>oops" }), tries: 3 },
];

describe("P15 a read is repeated after", () => {
  const seenOf = runAll(
    recoveries,
    ({ first }) => ({
      args: [...GET, "--retries", "3"],
      serve: (socket, asked, count) => (count <= 2 ? first : say(FOUND))(socket, asked, count),
    }),
    ({ waits }) => waits ?? "for pauses",
  );
  it.each(recoveries)("$title", async (row) => {
    const seen = await seenOf(row);
    expect(seen.code, seen.stderr).toBe(0);
    expect(seen.asked.length).toBe(row.tries);
  });
});
