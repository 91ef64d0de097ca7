/** P1 P3 P4 every command that can cost money, with an answer that is lost, wrong or missing. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BODIES } from "./bodies.ts";
import type { Misbehave } from "./hostile-server.ts";
import { goodReply, spendingService } from "./spending-service.ts";
import { expectClearFailure, expectTimeUp, runAll, type Seen } from "./matrix.ts";
import { bytesOf, cut, drip, flood, hangUp, json, reset, say, silence } from "./reply.ts";
import { PROVES_ALL } from "../sampled.ts";
import { isOf, SPENDERS, type Spender } from "./spenders.ts";
import { exitOf } from "./statuses.ts";

interface Row {
  title: string;
  spender: Spender;
  misbehave: Misbehave;
  /** Of the answer, if one arrived. */
  status?: number;
  waits: boolean;
}

const GOOD = json({ orderId: "o-1", taskingrequestId: "t-9", repeatrequestId: "r-9" }, 201);
const elsewhere = (status: number): Misbehave => say({ status, headers: { location: "/elsewhere" } });
const html = BODIES["an HTML page"];

/** None of these shows whether the request was carried out. */
const LOST: readonly (readonly [title: string, Misbehave, status?: number])[] = [
  ["a reset", reset],
  ["a hang-up", hangUp],
  ["no answer", silence],
  ["a reset in the status", cut(GOOD, 10, "reset")],
  ["an end in the headers", cut(GOOD, 40, "end")],
  ["a reset after the headers", cut(GOOD, bytesOf(GOOD).indexOf("\r\n\r\n") + 4, "reset")],
  ["a body that stops", cut(GOOD, -3, "hang")],
  ["a body cut before its last byte", cut(GOOD, -1, "end")],
  ["a body one byte at a time", drip('HTTP/1.1 201 Created\r\ncontent-length: 100000\r\n\r\n{"a":"')],
  ["headers without end", flood("HTTP/1.1 201 Created\r\n", "x-more: 1\r\n".repeat(1000))],
  ["a body without end", flood('HTTP/1.1 201 Created\r\n\r\n{"a":"', "x".repeat(1_000_000))],
  ["408", say(json({ message: "late" }, 408)), 408],
  ["a bare 409", say({ status: 409, body: "{}" }), 409],
  ["500", say({ status: 500, ...BODIES["the documented error"] }), 500],
  ["502 as a page", say({ status: 502, ...html }), 502],
  ["503 with Retry-After", say({ status: 503, headers: { "retry-after": "1" } }), 503],
  ["504", say({ status: 504, body: "" }), 504],
  ["302", elsewhere(302), 302],
  ["307", elsewhere(307), 307],
  ["308", elsewhere(308), 308],
  ["200 as a page", say({ status: 200, ...html }), 200],
  ["200 with JSON cut short", say({ status: 200, ...BODIES["JSON cut short"] }), 200],
  ["200 with binary", say({ status: 200, ...BODIES["binary called JSON"] }), 200],
  ["200 with gzip unasked", say({ status: 200, ...BODIES["gzip that nobody asked for"] }), 200],
  ["200 too deep", say({ status: 200, ...BODIES["too deep"] }), 200],
];

/** Success without an id. An approval creates nothing with an id: there it is success. */
const IDLESS: typeof LOST = [
  ["201 without id", say(json({ status: "fine" }, 201)), 201],
  ["200 with null", say({ status: 200, body: "null" }), 200],
  ["204", say({ status: 204, length: false }), 204],
  ["200 with an empty id", say(json({ orderId: "", taskingrequestId: "", repeatrequestId: null })), 200],
];

/** Further cases of raw or free requests are distributed among them: their code path is the same. */
const ALWAYS = new Set(["a reset", "no answer", "500", "307", "200 as a page", "201 without id"]);
/** These last until the time limit. */
const ENDLESS = new Set(["no answer", "a body that stops", "a body one byte at a time"]);
const isAlike = ({ title, isFree }: Spender): boolean => title.startsWith("api ") || isFree === true;
/** The order gets every answer; the others get one in several, each a different one. */
const everyOf = (spender: Spender): number =>
  spender === SPENDERS[0] ? 1 : (isAlike(spender) ? 4 : 1) * (PROVES_ALL ? 1 : 4);

const rowsOf = (kinds: typeof LOST): Row[] =>
  SPENDERS.flatMap((spender, index) =>
    kinds
      .filter(([title], kind) => ALWAYS.has(title) || (index + kind) % everyOf(spender) === 0)
      .map(([title, misbehave, status]) => ({
        title: `${spender.title}: ${title}`,
        spender,
        misbehave,
        ...(status !== undefined && { status }),
        waits: ENDLESS.has(title),
      })),
  );

const caseOf =
  (takes: boolean) =>
  ({ spender, misbehave }: Pick<Row, "spender" | "misbehave">) => ({
    args: [...spender.args, "--retries", "1"],
    serve: spendingService(spender, misbehave, takes).serve,
  });

/** One request in any case; the target of a redirect gets none. */
function expectOneRequest({ asked }: Seen, spender: Spender): void {
  expect(asked.filter(isOf(spender)).length).toBe(1);
  expect(asked.filter(({ path }) => path === "/elsewhere")).toEqual([]);
}

function expectUnknownOrder(seen: Seen, { status }: Pick<Row, "status">): void {
  expectClearFailure(seen);
  expectTimeUp(seen);
  expect(seen.code).toBe(13);
  expect(seen.stderr).toMatch(/OUTCOME_UNKNOWN[^]*exit 13/);
  expect(seen.stderr).toMatch(/\b[0-9a-f]{16}-1\b/);
  // The review of an order shows what was ordered before.
  expect(seen.stderr).toMatch(/swath (?:journal show [0-9a-f]{16}-1|order review --item )/);
  expect(seen.journal).toMatchObject([{ state: "unknown" }]);
  expect(seen.journal[0]?.status).toBe(status);
}

describe("P1 P3 P4 the request was carried out, and the answer is", () => {
  const rows = rowsOf([...LOST, ...IDLESS]);
  const seenOf = runAll(rows, caseOf(true), ({ waits }) => waits);
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    expectOneRequest(seen, row.spender);
    if (row.spender.foundBy === "nothing") return expectUnknownOrder(seen, row);
    // Found by a lookup, so that its id is printed and the run succeeds.
    expect(seen.code, seen.stderr).toBe(0);
    expect(seen.journal).toMatchObject([{ state: "confirmed" }]);
    // A raw request shows the answer, and an approval's answer may be empty.
    if (row.spender.title !== "api PATCH a status") expect(seen.stdout).toContain(seen.journal[0]?.resultId);
  });
});

describe("P3 the request was not carried out, and the answer is", () => {
  const rows = SPENDERS.flatMap((spender, index) => {
    // Every command gets the reset; the other failures are distributed among them.
    const [title, misbehave, status] = LOST[(index * 7 + 3) % LOST.length]!;
    return [
      { title: `${spender.title}: a reset`, spender, misbehave: reset, waits: false },
      { title: `${spender.title}: ${title}`, spender, misbehave, status, waits: ENDLESS.has(title) },
    ];
  });
  const seenOf = runAll(
    rows,
    (row) => ({ ...caseOf(false)(row), again: row.spender.args, isLater: true }),
    // Searches follow each other with pauses of seconds.
    ({ waits, spender: { foundBy } }) => waits || (foundBy === "search" && "for pauses"),
  );
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    expectOneRequest(seen, row.spender);
    const { foundBy } = row.spender;
    if (foundBy === "nothing") expectUnknownOrder(seen, row);
    expectClearFailure(seen);
    expect(seen.code).toBe(13);
    // Within a minute of the failure an approval may still arrive. A later run that finds the request in review sends it again.
    const isFree = foundBy === "status";
    expect(seen.journal).toMatchObject([{ state: "unknown" }]);
    expect(seen.again?.code === 13, seen.again?.stderr).toBe(!isFree);
    expect(seen.again?.asked.filter(isOf(row.spender)).length).toBe(isFree ? 1 : 0);
    if (!isFree) expect(seen.again?.stderr).toContain("INTENT_OPEN");
  });
});

/** Resolves at the second search: a pause of seconds follows. */
function secondSearch(serve: Misbehave): { serve: Misbehave; came: Promise<void> } {
  let resolve = (): void => {};
  const came = new Promise<void>((seen) => {
    resolve = seen;
  });
  const watching: Misbehave = (socket, asked, count) => {
    serve(socket, asked, count);
    if (asked.path.endsWith("/search") && count === 2) resolve();
  };
  return { serve: watching, came };
}

describe("P14 Ctrl-C during the search for a lost answer", () => {
  const rows = SPENDERS.filter(({ foundBy, title }) => foundBy === "search" && !title.startsWith("api "));
  const seenOf = runAll(rows, (spender) => {
    const { serve, came } = secondSearch(spendingService(spender, reset, false).serve);
    return {
      args: spender.args,
      serve,
      meddle: async ({ child }) => {
        await came;
        child.kill("SIGINT");
      },
    };
  });
  it.each(rows)("$title: ends at once, unknown, with exit 13", async (spender) => {
    const seen = await seenOf(spender);
    expect(seen.code, seen.stderr).toBe(13);
    expect(seen.stderr).toContain("a search does not find it");
    expect(seen.asked.filter(({ path }) => path.endsWith("/search")).length).toBe(2);
    expect(seen.journal).toMatchObject([{ state: "unknown" }]);
  });
});

/** An unreadable record, which may be any purchase. */
async function damage(home: string): Promise<void> {
  const dir = join(home, ".local/state/swath/journal");
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await writeFile(join(dir, "0123456789abcdef-1.json"), '{"version":1}');
  // Leftovers of a run that was killed while it wrote a record.
  await writeFile(join(dir, ".fedcba9876543210-1.json.x.tmp"), '{"ver');
}

describe("ORDER-18 a journal with an unreadable record", () => {
  const rows = SPENDERS.map((spender) => ({ spender, title: spender.title }));
  const seenOf = runAll(rows, ({ spender }) => ({
    args: spender.args,
    serve: spendingService(spender, goodReply(spender), true).serve,
    prepare: damage,
  }));
  it.each(rows)("$title: a request that costs money is not sent", async ({ spender, title }) => {
    const seen = await seenOf({ spender, title });
    expect(seen.asked.filter(isOf(spender)).length).toBe(spender.isFree ? 1 : 0);
    expect(seen.code, seen.stderr).toBe(spender.isFree ? 0 : 13);
    if (!spender.isFree) expect(seen.stderr).toMatch(/0123456789abcdef-1\.json[^]*INTENT_OPEN/);
  });
});

const REFUSALS = [400, 401, 403, 404, 422, 429];

describe("P1 a refusal allows another attempt", () => {
  const rows = SPENDERS.flatMap((spender, index) =>
    REFUSALS.filter((_, at) => (index + at) % 2 === 0).map((status) => ({
      status,
      spender,
      title: `${spender.title}: ${status}`,
    })),
  );
  const seenOf = runAll(rows, ({ spender, status }) => ({
    ...caseOf(false)({ spender, misbehave: say(json({ message: "no" }, status)) }),
    args: [...spender.args, "--retries", "5"],
  }));
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    expectClearFailure(seen);
    expectOneRequest(seen, row.spender);
    expect(seen.code).toBe(exitOf(row.status));
    expect(seen.journal).toMatchObject([{ state: "refused", status: row.status }]);
  });
});

describe("P16 a valid answer", () => {
  const rows = SPENDERS.map((spender) => ({ spender, title: spender.title }));
  const seenOf = runAll(rows, ({ spender }) => ({
    args: spender.args,
    serve: spendingService(spender, goodReply(spender), true).serve,
    again: spender.args,
  }));
  it.each(rows)("$title: its id is printed and in the journal, and a repetition asks", async (row) => {
    const seen = await seenOf(row);
    expect(seen.code, seen.stderr).toBe(0);
    expectOneRequest(seen, row.spender);
    const [record] = seen.journal;
    expect(record?.state).toBe("confirmed");
    expect(seen.stdout).toContain(record?.resultId);
    const sent = seen.again?.asked.filter(isOf(row.spender)).length;
    expect(sent, seen.again?.stderr).toBe(row.spender.isFree ? 1 : 0);
    expect(seen.again?.code === 0).toBe(row.spender.isFree ?? false);
  });
});
