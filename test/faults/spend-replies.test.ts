/**
 * P1 P3 every status with every kind of body, for a request that costs money: one request, and a true record of it. Each status
 * is here, and each body with a success (201) and with a conflict (409), whose code is read from it. Other errors are classified
 * by their status alone, in one function: 422, a refusal, and 500, which proves nothing, get every third body, each a
 * different one; `npm run test:all` has all.
 */
import { describe, expect, it } from "vitest";
import { BODIES, BODY_NAMES } from "./bodies.ts";
import { expectClearFailure, runAll } from "./matrix.ts";
import { placing, isPlaced } from "./placing.ts";
import { bytesOf, json, say } from "./reply.ts";
import { sampled } from "../sampled.ts";
import { exitOf, isRefusing, STATUSES } from "./statuses.ts";

const rows = [
  ...STATUSES.map((status, index) => ({ status, body: BODY_NAMES[(index * 7) % BODY_NAMES.length]! })),
  ...[201, 409].flatMap((status) => BODY_NAMES.map((body) => ({ status, body }))),
  ...[422, 500].flatMap((status, at) => sampled(BODY_NAMES, 3, at).map((body) => ({ status, body }))),
]
  .map((row) => ({ ...row, title: `${row.status} with ${row.body}` }))
  .filter(({ title }, index, all) => all.findIndex((row) => row.title === title) === index);

describe("P1 P3 a spending request answered", () => {
  const seenOf = runAll(rows, ({ status, body }) => placing(say({ status, ...BODIES[body] })));
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    expectClearFailure(seen);
    expect(seen.asked.filter(isPlaced).length).toBe(1);
    const isRefused = isRefusing(row.status);
    expect(seen.journal).toMatchObject([{ state: isRefused ? "refused" : "unknown" }]);
    if (row.status >= 400) expect(seen.journal[0]?.status).toBe(row.status);
    expect(seen.code, seen.stderr).toBe(isRefused ? exitOf(row.status) : 13);
    if (!isRefused) expect(seen.stderr).toMatch(/OUTCOME_UNKNOWN[^]*exit 13/);
  });
});

describe("P16 a spending request confirmed", () => {
  const confirmed = [200, 201, 202, 203, 207, 299].map((status) => ({ status, title: String(status) }));
  const seenOf = runAll(confirmed, ({ status }) => placing(say(json({ orderId: "o-1" }, status))));
  it.each(confirmed)("$status with an id is exit 0, and the id is in the journal", async (row) => {
    const { code, stderr, journal, asked } = await seenOf(row);
    expect(code, stderr).toBe(0);
    expect(asked.filter(isPlaced).length).toBe(1);
    expect(journal).toMatchObject([{ state: "confirmed", resultId: "o-1" }]);
  });
});

describe("P16 interim replies before the reply to a spending request", () => {
  const before = [
    "100 Continue",
    "100",
    "103 Early Hints\r\nlink: </a>",
    "100 Continue\r\n\r\nHTTP/1.1 102 ",
  ];
  const rows = before.map((status, at) => ({ title: `${at} ${status.split("\r")[0]}`, status }));
  const accepted = bytesOf(json({ orderId: "o-1" }, 201));
  const seenOf = runAll(rows, ({ status }) =>
    placing((socket) => socket.write(`HTTP/1.1 ${status}\r\n\r\n${accepted.toString()}`)),
  );
  it.each(rows)("$title: the order is confirmed, and sent once", async (row) => {
    const { code, stderr, journal, asked } = await seenOf(row);
    expect(code, stderr).toBe(0);
    expect(asked.filter(isPlaced).length).toBe(1);
    expect(journal).toMatchObject([{ state: "confirmed", resultId: "o-1" }]);
  });
});

describe("P1 a conflict", () => {
  // A 409 proves a refusal only by a code for one.
  const codes = [
    ["ORDER_NOT_AUTHORIZED", "refused"],
    ["VS_WITHOUT_GEO", "refused"],
    ["CONFLICT", "unknown"],
    ["SERVICE_REJECTED", "unknown"],
    ["SERVICE_ERROR", "unknown"],
    ["toString", "unknown"],
    ["INTERNAL", "unknown"],
  ] as const;
  const conflicts = codes.map(([code, state]) => ({ code, state, title: code }));
  const seenOf = runAll(conflicts, ({ code }) => placing(say(json({ error: { code, message: "no" } }, 409))));
  it.each(conflicts)("409 $code is $state", async (row) => {
    const { journal, asked, code } = await seenOf(row);
    expect(journal).toMatchObject([{ state: row.state, status: 409 }]);
    expect(asked.filter(isPlaced).length).toBe(1);
    expect(code === 13).toBe(row.state === "unknown");
  });
});
