/** The commitment of an approved series: limits, budget, question and report multiply its images by the price of one. */
import { beforeEach, describe, expect, it } from "vitest";
import { errorOf, runScripted, type Script } from "./scripted-service.ts";
import { stoppedClock } from "./stopped-clock.ts";
import { tempHome } from "./world.ts";

const seriesOf = (id: string, repetition: object, price = "$1,125.00", code = "review"): object => ({
  properties: {
    repeatrequestId: id,
    lastStatusCode: code,
    costPerImageEstimate: price,
    repetitionProperties: repetition,
  },
});
const script = (repetition: object, price?: string): Script => ({
  "GET /repeat-requests/r-1": [{ body: seriesOf("r-1", repetition, price) }],
  "PATCH /repeat-requests/r-1/status": [{ body: seriesOf("r-1", repetition, price, "submitted") }],
});
const methodsOf = ({ requests }: { requests: { method: string }[] }): string[] =>
  requests.map(({ method }) => method);

const THREE = { repetitionInterval: 7, repetitionCount: 3 };
const OPEN = { repeatStart: "2026-03-01T00:00:00Z", repetitionInterval: 7 };
const FOUR_WEEKS = { ...OPEN, repeatEnd: "2026-03-25T00:00:00Z" };

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
const setBudget = async (text: string): Promise<void> => {
  expect((await runScripted(["config", "set", "budget", text], {}, { home })).exitCode).toBe(0);
};

describe("--max-cost on a series", () => {
  it("APPROVE-05 P5 the largest amount of its estimate bounds the price of an image", async () => {
    const { properties } = seriesOf("r-1", THREE, "$10.00") as { properties: object };
    const body = { properties: { ...properties, order: { summary: { total: "$900.00" } } } };
    const run = await runScripted("repeat approve r-1 --yes --max-cost 2000 --json", {
      "GET /repeat-requests/r-1": [{ body }],
    });
    expect([run.exitCode, methodsOf(run)]).toEqual([12, ["GET"]]);
    expect(errorOf(run).message).toContain("$2,700.00");
  });

  it.each([
    [{ ...THREE, untilCancelled: true }, {}, "nothing limits the number of images"],
    [{ ...THREE, until_canceled: "true" }, {}, "nothing limits the number of images"],
    [{ ...THREE, Repetition_Count: 99 }, {}, "$111,375.00"],
    [{ ...THREE, remainingCount: 50 }, {}, "$56,250.00"],
    [{ ...THREE, numberOfImages: 50 }, {}, "$56,250.00"],
    [THREE, { totalCostEstimate: "$9,000.00" }, "$9,000.00"],
    [THREE, { estimate: { betrag: 9000 } }, "$9,000"],
    [THREE, { price_per_image: "$3,000.00" }, "$9,000.00"],
  ])(
    "APPROVE-11 P5 the longest and the most expensive reading of a series counts: %j, %j",
    async (repetition, more, words) => {
      const { properties } = seriesOf("r-1", repetition) as { properties: object };
      const run = await runScripted("repeat approve r-1 --yes --max-cost 4000 --json", {
        "GET /repeat-requests/r-1": [{ body: { properties: { ...properties, ...more } } }],
      });
      expect([run.exitCode, methodsOf(run)]).toEqual([12, ["GET"]]);
      expect(errorOf(run).message).toContain(words);
    },
  );

  it("APPROVE-11 counts of what was collected and remains, and a total that is the sum, change nothing", async () => {
    const { properties } = seriesOf("r-1", THREE) as { properties: object };
    const more = {
      completedCount: 1,
      remainingCount: 0,
      totalCostEstimate: "$3,375.00",
      untilCanceled: false,
    };
    const body = { properties: { ...properties, ...more } };
    const run = await runScripted("repeat approve r-1 --yes --max-cost 3375", {
      ...script(THREE),
      "GET /repeat-requests/r-1": [{ body }],
    });
    expect([run.exitCode, methodsOf(run)]).toEqual([0, ["GET", "PATCH"]]);
    expect(run.stderr).not.toContain("Warning");
  });

  it("APPROVE-11 three images at $1,125 are not approved under a limit of 2000", async () => {
    const run = await runScripted("repeat approve r-1 --yes --max-cost 2000 --json", script(THREE));
    expect([run.exitCode, methodsOf(run)]).toEqual([12, ["GET"]]);
    expect(errorOf(run)).toMatchObject({
      code: "COST_LIMIT_EXCEEDED",
      price: "$3,375.00",
      perImage: "$1,125.00",
      maxCost: "2,000",
    });
  });

  it("APPROVE-11 a limit equal to their total allows them", async () => {
    const run = await runScripted("repeat approve r-1 --yes --max-cost 3375 --json", script(THREE));
    expect([run.exitCode, methodsOf(run)]).toEqual([0, ["GET", "PATCH"]]);
    expect(JSON.parse(run.stdout)).toMatchObject([{ outcome: "approved", price: "$1,125.00" }]);
    const less = await runScripted("repeat approve r-1 --yes --max-cost 3374.99", script(THREE), { home });
    expect(less.exitCode).toBe(12);
  });

  it.each([
    ["beside properties", { repetitionCount: 3 }, "3374.99"],
    ["as text", { repetitionProperties: { repetitionCount: "3" } }, "3374.99"],
    [
      "in two places that disagree",
      { repetitionCount: 3, repetitionProperties: { repetitionCount: 1 } },
      "1125",
    ],
  ])("a count %s counts", async (_where, fields, limit) => {
    const body = {
      properties: {
        repeatrequestId: "r-1",
        lastStatusCode: "review",
        costPerImageEstimate: "$1,125.00",
        ...fields,
      },
    };
    const run = await runScripted(["repeat", "approve", "r-1", "--yes", "--max-cost", limit], {
      GET: [{ body }],
      PATCH: [{ body }],
    });
    expect([run.exitCode, methodsOf(run)]).toEqual([12, ["GET"]]);
    expect(run.stderr).toContain("3 images x $1,125.00 = $3,375.00");
  });

  it("APPROVE-11 a series that ends at a time is bounded by the images of its interval", async () => {
    const over = await runScripted("repeat approve r-1 --yes --max-cost 4499", script(FOUR_WEEKS));
    expect([over.exitCode, methodsOf(over)]).toEqual([12, ["GET"]]);
    expect(over.stderr).toContain("at most 4 images x $1,125.00 = $4,500.00");
    const within = await runScripted("repeat approve r-1 --yes --max-cost 4500", script(FOUR_WEEKS));
    expect([within.exitCode, methodsOf(within)]).toEqual([0, ["GET", "PATCH"]]);
  });

  it.each([
    ["a series without an end", OPEN],
    ["a series until it is cancelled", { ...FOUR_WEEKS, untilCanceled: true }],
    ["an end without a start", { repeatEnd: "2026-03-25T00:00:00Z", repetitionInterval: 7 }],
    [
      "an end without an interval",
      { repeatStart: "2026-03-01T00:00:00Z", repeatEnd: "2026-03-25T00:00:00Z" },
    ],
    ["an end that is not a time", { ...OPEN, repeatEnd: "in spring" }],
    ["an end before the start", { ...OPEN, repeatEnd: "2026-02-01T00:00:00Z" }],
    ["an interval of zero", { ...FOUR_WEEKS, repetitionInterval: 0 }],
    ["a count of zero", { ...OPEN, repetitionCount: 0 }],
    ["an invalid count", { ...OPEN, repetitionCount: true }],
    ["a series until it is cancelled, as text", { repetitionCount: 3, untilCanceled: "true" }],
    ["no repetition at all", {}],
  ])("APPROVE-11 %s is refused under every limit", async (_what, repetition) => {
    const run = await runScripted("repeat approve r-1 --yes --max-cost 100000000 --json", script(repetition));
    expect([run.exitCode, methodsOf(run)]).toEqual([12, ["GET"]]);
    expect(errorOf(run)).toMatchObject({ code: "COST_LIMIT_EXCEEDED", id: "r-1", reason: "unbounded" });
    expect(errorOf(run).message).toContain(
      "the price is $1,125.00 per image, and nothing limits the number of images",
    );
  });

  it("APPROVE-11 an open-ended series can be approved without a limit or budget", async () => {
    const run = await runScripted("repeat approve r-1 --yes", script(OPEN));
    expect([run.exitCode, methodsOf(run)]).toEqual([0, ["GET", "PATCH"]]);
    expect(run.stderr).toContain("r-1: $1,125.00 per image, without a bound on the number of images");
  });

  it("APPROVE-11 several series are limited by the sum of their totals", async () => {
    const several: Script = {
      "GET /repeat-requests/r-1": [{ body: seriesOf("r-1", { repetitionCount: 3 }) }],
      "GET /repeat-requests/r-2": [{ body: seriesOf("r-2", { repetitionCount: 2 }, "$100.50") }],
      "PATCH /repeat-requests/r-1/status": [{ body: seriesOf("r-1", {}, "$1.00", "submitted") }],
      "PATCH /repeat-requests/r-2/status": [{ body: seriesOf("r-2", {}, "$1.00", "submitted") }],
    };
    const refused = await runScripted("repeat approve r-1 r-2 --yes --max-cost 3575.99", several);
    expect([refused.exitCode, methodsOf(refused)]).toEqual([12, ["GET", "GET"]]);
    expect(refused.stderr).toContain("$3,576.00");
    const agreed = await runScripted("repeat approve r-1 r-2 --yes --max-cost 3576", several);
    expect(agreed.exitCode).toBe(0);
  });

  it("APPROVE-11 an unreadable price per image exceeds every limit", async () => {
    const run = await runScripted(
      "repeat approve r-1 --yes --max-cost 100000000 --json",
      script(THREE, "about a thousand"),
    );
    expect([run.exitCode, methodsOf(run), errorOf(run).code]).toEqual([12, ["GET"], "COST_LIMIT_EXCEEDED"]);
    expect(errorOf(run).message).toContain('the price "about a thousand" cannot be read');
  });
});

describe("the question about a series", () => {
  it.each([
    [THREE, "Approve repeat request r-1: every 7 days: 3 x $1,125.00 = $3,375.00?"],
    [{ repetitionCount: 1 }, "Approve repeat request r-1 for 1 x $1,125.00 = $1,125.00?"],
    [FOUR_WEEKS, "Approve repeat request r-1: 1-25 Mar, every 7 days: at most 4 x $1,125.00 = $4,500.00?"],
    [
      OPEN,
      "Approve repeat request r-1: from 1 Mar, every 7 days: $1,125.00 per image, without a bound on the number of images?",
    ],
  ])("APPROVE-11 shows count x price = total (%j)", async (repetition, message) => {
    const asked: string[] = [];
    await runScripted("repeat approve r-1", script(repetition), {
      stdinTTY: true,
      ask: async (question) => {
        asked.push(question.message);
        return false;
      },
    });
    expect(asked).toEqual([message]);
  });

  it("APPROVE-11 one open-ended series among several leaves the total of the others in the question", async () => {
    const named = (id: string, name: string, repetition: object): object => {
      const { properties } = seriesOf(id, repetition) as { properties: object };
      return { properties: { ...properties, repeatRequestName: name } };
    };
    const asked: string[] = [];
    const run = await runScripted(
      "repeat approve r-1 r-2 r-3",
      {
        "GET /repeat-requests/r-1": [{ body: named("r-1", "etna", THREE) }],
        "GET /repeat-requests/r-2": [{ body: named("r-2", "ves-open", OPEN) }],
        "GET /repeat-requests/r-3": [{ body: named("r-3", "stromboli", { repetitionCount: 2 }) }],
      },
      {
        stdinTTY: true,
        ask: async (question) => {
          asked.push(question.message);
          return false;
        },
      },
    );
    expect(run.exitCode).toBe(12);
    expect(asked).toEqual(['Approve 3 repeat requests for $5,625.00, and "ves-open" without a bound?']);
  });

  it.each([
    ['a": 1 km2: $1.00 of $9 left? (y/N)', String.raw`"a\": 1 km2: $1.00 of $9 left? (y/N)"`],
    ["vesuvius\\", '"vesuvius\\\\"'],
    ["30\u00b0 'north' a\\b", "\"30\u00b0 'north' a\\b\""],
  ])("APPROVE-11 the name %s cannot imitate the price in the question", async (name, shown) => {
    const asked: string[] = [];
    const { properties } = seriesOf("r-1", { repetitionCount: 1 }) as { properties: object };
    await runScripted(
      "repeat approve r-1",
      { GET: [{ body: { properties: { ...properties, repeatRequestName: name } } }] },
      {
        stdinTTY: true,
        ask: async (question) => {
          asked.push(question.message);
          return false;
        },
      },
    );
    expect(asked).toEqual([`Approve ${shown}: 1 x $1,125.00 = $1,125.00?`]);
  });

  it("APPROVE-11 P5 a series with more images than shown is not paid", async () => {
    const clock = stoppedClock();
    const run = await runScripted(
      "repeat approve r-1 --json",
      {
        ...script(THREE),
        "GET /repeat-requests/r-1": [
          { body: seriesOf("r-1", THREE) },
          { body: seriesOf("r-1", { repetitionCount: 30 }) },
        ],
      },
      { stdinTTY: true, clock, ask: async () => ((clock.ms += 1000), true) },
    );
    expect([run.exitCode, methodsOf(run), errorOf(run).code]).toEqual([12, ["GET", "GET"], "PRICE_CHANGED"]);
    expect(errorOf(run).message).toContain("30 images x $1,125.00 = $33,750.00");
  });
});

describe("a budget and a series", () => {
  it("P5 three images at $1,125 do not fit a budget of 2000", async () => {
    await setBudget("2000/month");
    const run = await runScripted("repeat approve r-1 --yes --json", script(THREE), { home });
    expect([run.exitCode, methodsOf(run)]).toEqual([12, ["GET"]]);
    expect(errorOf(run)).toMatchObject({
      code: "BUDGET_EXCEEDED",
      message: expect.stringContaining("and this costs $3,375.00") as string,
    });
  });

  it("P5 a series within the budget is allowed, counts against the next one, and is in the report", async () => {
    await setBudget("4000/month");
    expect((await runScripted("repeat approve r-1 --yes", script(THREE), { home })).exitCode).toBe(0);
    const next: Script = {
      GET: [{ body: seriesOf("r-2", { repetitionCount: 1 }) }],
      PATCH: [{ body: seriesOf("r-2", {}, "$1,125.00", "submitted") }],
      "POST /repeat-requests/search": [{ body: { results: [] } }],
    };
    const refused = await runScripted("repeat approve r-2 --yes", next, { home });
    expect(refused.stderr).toContain("code BUDGET_EXCEEDED");
    expect(refused.stderr).toContain("$3,375.00");
    expect(refused.stderr).toContain("$1,125.00");
    const shown = await runScripted("journal show r-1", {}, { home, stdoutTTY: true });
    expect(shown.stdout).toMatch(/Price:\S* +3 x \$1,125\.00 = \$3,375\.00\n/);
    const report = await runScripted("spend --dry-run --json", {}, { home });
    expect(JSON.parse(report.stdout)).toMatchObject({
      unpriced: 0,
      total: [{ committed: { text: "$3,375.00" } }],
    });
  });

  it("P5 a price in another currency than the budget is refused with both currencies", async () => {
    await setBudget("USD 9000/month");
    const run = await runScripted(
      "repeat approve r-1 --yes --json",
      script({ repetitionCount: 1 }, "EUR 1,250.00"),
      { home },
    );
    expect(errorOf(run)).toMatchObject({
      code: "BUDGET_EXCEEDED",
      message: expect.stringMatching(/9,000\.00 USD\/month; .*EUR 1,250\.00/) as string,
    });
  });

  it("P5 a spend in another currency is reported with its price, not as a request without one", async () => {
    const inEuro = script({ repetitionCount: 1 }, "EUR 1,250.00");
    expect((await runScripted("repeat approve r-1 --yes", inEuro, { home })).exitCode).toBe(0);
    await setBudget("USD 9000/month");
    const next: Script = { GET: [{ body: seriesOf("r-2", { repetitionCount: 1 }) }] };
    const run = await runScripted("repeat approve r-2 --yes --json", next, { home });
    expect([run.exitCode, methodsOf(run)]).toEqual([12, ["GET"]]);
    expect(errorOf(run)).toMatchObject({ code: "BUDGET_EXCEEDED", reason: "spendsForeign" });
    expect(errorOf(run).message).toMatch(/; EUR 1,250\.00 \(journal \S+\) was spent this month/);
  });

  it("P5 an open-ended series is refused under every budget", async () => {
    await setBudget("100000000/month");
    const run = await runScripted("repeat approve r-1 --yes --json", script(OPEN), { home });
    expect([run.exitCode, methodsOf(run)]).toEqual([12, ["GET"]]);
    expect(errorOf(run)).toMatchObject({ code: "BUDGET_EXCEEDED", reason: "unbounded" });
  });

  it("P5 an open-ended series approved before the budget existed has no price until one is recorded", async () => {
    expect((await runScripted("repeat approve r-1 --yes", script(OPEN), { home })).exitCode).toBe(0);
    await setBudget("4000/month");
    const next: Script = {
      GET: [{ body: seriesOf("r-2", { repetitionCount: 1 }) }],
      PATCH: [{ body: seriesOf("r-2", {}, "$1,125.00", "submitted") }],
      "POST /repeat-requests/search": [{ body: { results: [] } }],
    };
    const refused = await runScripted("repeat approve r-2 --yes", next, { home });
    const [, id = ""] = /\(journal (\S+)\)/.exec(refused.stderr) ?? [];
    const written = await runScripted(["journal", "resolve", id, "--price", "$2,000.00"], {}, { home });
    expect(written.exitCode).toBe(0);
    expect((await runScripted("repeat approve r-2 --yes", next, { home })).exitCode).toBe(0);
  });
});

it("repeat cost suggests approval only for a series in review", async () => {
  const hintIn = async (code: string): Promise<boolean> => {
    const body = seriesOf("r-1", THREE, "$1,125.00", code);
    const run = await runScripted(
      "repeat cost r-1",
      { "GET /repeat-requests/r-1": [{ body }] },
      { stdinTTY: true, stdoutTTY: true, stderrTTY: true },
    );
    expect(run.exitCode, run.stderr).toBe(0);
    return run.stderr.includes("swath repeat approve r-1");
  };
  expect([await hintIn("review"), await hintIn("submitted"), await hintIn("completed")]).toEqual([
    true,
    false,
    false,
  ]);
});
