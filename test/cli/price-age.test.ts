/** The age of a price counts, whoever agreed to it: a machine may sleep between the reading of a price and the request. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { errorOf, scriptedSend, task, type Script } from "./scripted-service.ts";
import { stoppedClock } from "./stopped-clock.ts";
import { BASE_URL, runWords, tempHome, type Run } from "./world.ts";
import { journalNames } from "../journal-names.ts";

const review = (total: string) => ({ body: { authorized: true, summary: { total }, lineItems: [] } });
const priced = (total: string): object =>
  task("t-1", "review", { transactionStatus: "pending-customer-approval", order: { summary: { total } } });
const ORDER = { orderId: "o-1", orderStatus: "completed", items: [] };
const script = (...totals: string[]): Script => ({
  "POST /orders/review": totals.map(review),
  "POST /orders": [{ status: 201, body: ORDER }],
  "GET /task/t-1": totals.map((total) => ({ body: priced(total) })),
  "PATCH /task/t-1/status": [{ body: { status: "submitted" } }],
});

/** A run whose machine sleeps while the first response with a price is on its way. */
async function runAsleep(words: string, totals: string[], asleepMs: number): Promise<Run> {
  const clock = stoppedClock();
  const answers = scriptedSend(script(...totals));
  let hasSlept = false;
  const send: Send = async (request) => {
    const reply = await answers(request);
    const isPrice = request.url.endsWith("/orders/review") || request.method === "GET";
    if (isPrice && !hasSlept) {
      hasSlept = true;
      clock.ms += asleepMs;
    }
    return reply;
  };
  const home = await tempHome();
  return runWords(words, { home, send, clock, env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" } });
}

const paid = ({ requests }: Run): number =>
  requests.filter(({ method, path }) => path === "/orders" || method === "PATCH").length;

describe("P5 a machine that sleeps after the price was read", () => {
  it.each([
    ["order place --item c/x --yes --max-cost 500 --json", 4000],
    ["order place --item c/x --yes --json", 4000],
    ["order place --item c/x --yes --max-cost 5000 --json", 8 * 3_600_000],
    ["order place --item c/x --yes --max-cost 5000 --json", -8 * 3_600_000],
    ["task approve t-1 --yes --max-cost 5000 --json", 3_600_000],
  ])("pays no other price: %s, %i ms", async (words, asleepMs) => {
    const run = await runAsleep(words, ["$100.00", "$900.00"], asleepMs);
    expect([run.exitCode, paid(run)], run.stderr).toEqual([12, 0]);
    expect(errorOf(run)).toMatchObject({ code: "PRICE_CHANGED", shown: "$100.00", now: "$900.00" });
  });

  it.each(["order place --item c/x --yes --max-cost 500", "task approve t-1 --yes --max-cost 500"])(
    "reads it again, and pays the same price: %s",
    async (words) => {
      const run = await runAsleep(words, ["$100.00"], 3_600_000);
      expect([run.exitCode, paid(run)], run.stderr).toEqual([0, 1]);
    },
  );

  it("reads it once if it does not sleep", async () => {
    const run = await runAsleep("order place --item c/x --yes --max-cost 500", ["$100.00"], 0);
    expect(run.requests.map(({ path }) => path)).toEqual(["/orders/review", "/orders"]);
  });

  it.each([
    [["$100.00", "$900.00"], 12, 0],
    [["$100.00"], 0, 1],
  ])("or after the intent is on disk: %j is read again, exit %i, %i sent", async (totals, exitCode, sent) => {
    const home = await tempHome();
    const folder = join(home, ".local/state/swath/journal");
    const clock = stoppedClock();
    let hasSlept = false;
    const now = (): number => {
      const isClaimed = existsSync(folder) && readdirSync(folder).some((name) => /^[0-9a-f]/.test(name));
      if (isClaimed && !hasSlept) clock.ms += 8 * 3_600_000;
      hasSlept ||= isClaimed;
      return clock.ms;
    };
    const run = await runWords("order place --item c/x --yes --max-cost 5000", {
      home,
      clock: { ...clock, now },
      send: scriptedSend(script(...totals)),
      env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
    });
    expect([hasSlept, run.exitCode, paid(run)], run.stderr).toEqual([true, exitCode, sent]);
    expect(run.requests.filter(({ path }) => path === "/orders/review")).toHaveLength(2);
    expect(await journalNames(folder)).toHaveLength(sent);
  });

  it("pays no other price than that of a quote", async () => {
    const home = await tempHome();
    const env = { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" };
    const saved = await runWords("order review --item c/x --save q.json", {
      home,
      env,
      send: scriptedSend(script("$100.00")),
    });
    expect(saved.exitCode, saved.stderr).toBe(0);
    const clock = stoppedClock();
    const answers = scriptedSend(script("$100.00", "$900.00"));
    const send: Send = async (request) => {
      const reply = await answers(request);
      if (request.url.endsWith("/orders/review")) clock.ms += 3_600_000;
      return reply;
    };
    const run = await runWords("quote buy q.json --yes --json", { home, env, clock, send });
    expect([run.exitCode, paid(run), errorOf(run).code]).toEqual([12, 0, "PRICE_CHANGED"]);
  });
});
