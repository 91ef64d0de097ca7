/** P4 P8 P15 a service whose clock differs by days: its own Date decides, never our clock. */
import { describe, expect, it } from "vitest";
import { firstly, itemOf, ordered, SCENE, sendObject, signed } from "./data-host.ts";
import type { Asked, Misbehave } from "./hostile-server.ts";
import { runAll } from "./matrix.ts";
import { bytesOf, json, reset, say, type Reply } from "./reply.ts";
import { recordOf } from "./spending-service.ts";
import { isOf, ORIGINAL, SPENDERS, type Spender } from "./spenders.ts";

const DAY_MS = 86_400_000;
const SKEWS = [
  { skew: "a day ahead", skewMs: DAY_MS },
  { skew: "a day behind", skewMs: -DAY_MS },
  { skew: "ten years behind", skewMs: -3652 * DAY_MS },
];

const dated = (reply: Reply, skewMs: number): Reply => ({
  ...reply,
  headers: { date: new Date(Date.now() + skewMs).toUTCString(), ...reply.headers },
});

describe("P15 Retry-After as a date of a service that is", () => {
  const ASKED_MS = 3000;
  const rows = SKEWS.map((row) => ({ ...row, title: row.skew }));
  /** The times of the requests, by the title of the row. */
  const cameMs = new Map<string, number[]>(rows.map(({ title }) => [title, []]));
  const seenOf = runAll(rows, ({ skewMs, title }) => ({
    args: ["task", "get", "t-1", "--retries", "1", "--verbose"],
    serve: (socket, asked, count) => {
      cameMs.get(title)!.push(performance.now());
      const found = json({ taskingrequestId: "t-1", lastStatusCode: "active" });
      const nowMs = Date.now() + skewMs;
      const date = new Date(nowMs).toUTCString();
      const headers = { date, "retry-after": new Date(nowMs + ASKED_MS).toUTCString() };
      say(count === 1 ? { status: 503, headers } : dated(found, skewMs))(socket, asked, count);
    },
  }));
  it.each(rows)("$title is waited for, exactly as long as requested", async (row) => {
    const seen = await seenOf(row);
    expect(seen.code, seen.stderr).toBe(0);
    expect(seen.asked.length).toBe(2);
    // Not longer, by the program's own output: load cannot change it. Up to half a second is random.
    const saidMs = Number(/^\* try 2 in (\S+) ms/m.exec(seen.stderr)?.[1]);
    expect(saidMs).toBeGreaterThanOrEqual(ASKED_MS);
    expect(saidMs).toBeLessThanOrEqual(ASKED_MS + 500);
    // Not shorter, by the clock of the service; timers count whole milliseconds, and may be one early.
    const [first = Number.NaN, second = Number.NaN] = cameMs.get(row.title)!;
    expect(second - first).toBeGreaterThan(saidMs - 3);
  });
});

/** Returns only records submitted in the requested interval, by its own clock. */
function strictSearch(spender: Spender, skewMs: number): Misbehave {
  const records: { at: number; record: object }[] = [];
  return (socket, asked, count) => {
    if (isOf(spender)(asked)) {
      const at = Date.now() + skewMs;
      const record = recordOf(spender, asked, "made-1");
      (record as { properties: Record<string, unknown> }).properties["submissionTime"] = new Date(
        at,
      ).toISOString();
      records.push({ at, record });
      return reset(socket, asked, count);
    }
    if (!asked.path.endsWith("/search")) {
      const original = {
        properties: { repeatrequestId: ORIGINAL, taskingrequestId: ORIGINAL, preApproval: true },
      };
      return say(dated(json(original), skewMs))(socket, asked, count);
    }
    const [from = 0, to = 0] = intervalIn(asked);
    const results = records.filter(({ at }) => at >= from && at <= to).map(({ record }) => record);
    say(dated(json({ results, totalPages: 1 }), skewMs))(socket, asked, count);
  };
}

const intervalIn = ({ body }: Asked): number[] =>
  (/"submissionTime":"([^"]+)"/.exec(body)?.[1] ?? "").split("/").map((time) => Date.parse(time));

describe("P4 a lost request is found at a service that is", () => {
  const searched = SPENDERS.filter(({ foundBy, title }) => foundBy === "search" && !title.startsWith("api"));
  const rows = SKEWS.flatMap((row) =>
    searched.map((spender) => ({ ...row, spender, title: `${row.skew}: ${spender.title}` })),
  );
  const seenOf = runAll(rows, ({ spender, skewMs }) => ({
    args: spender.args,
    serve: strictSearch(spender, skewMs),
  }));
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    expect(seen.code, seen.stderr).toBe(0);
    expect(seen.asked.filter(isOf(row.spender)).length).toBe(1);
    expect(seen.journal).toMatchObject([{ state: "confirmed", resultId: "made-1" }]);
  });
});

describe("P8 a link that has expired by our clock, of a data host that is", () => {
  const old = "&X-Amz-Date=20200101T000000Z&X-Amz-Expires=60";
  const rows = SKEWS.flatMap((row) =>
    [false, true].map((isRefused) => ({
      ...row,
      isRefused,
      title: `${row.skew}${isRefused ? ", which refuses it once" : ""}`,
    })),
  );
  const seenOf = runAll(rows, ({ skewMs, isRefused }) => {
    const whole: Misbehave = (socket) =>
      socket.write(
        bytesOf(dated({ body: SCENE, headers: { etag: '"v1"', "content-type": "image/tiff" } }, skewMs)),
      );
    const expired = dated(
      { status: 403, body: "<Error><Code>AccessDenied</Code>Request has expired</Error>" },
      skewMs,
    );
    const data = isRefused ? firstly(say(expired), sendObject()) : whole;
    return {
      args: ["order", "download", "o-1", "--out-dir", "out", "--json"],
      serve: ordered((origin) => [itemOf({ HH: { href: signed(origin) + old } })], data),
    };
  });
  it.each(rows)("$title: the host decides, and at most one renewal is requested", async (row) => {
    const seen = await seenOf(row);
    expect(seen.code, seen.stderr).toBe(0);
    expect(seen.asked.filter(({ path }) => path.startsWith("/data/")).length).toBe(row.isRefused ? 2 : 1);
    expect(seen.asked.filter(({ path }) => path.startsWith("/orders/")).length).toBe(row.isRefused ? 2 : 1);
  });
});
