/** `swath spend report`: confirmed spends, in sums without guesses. */
import { beforeAll, describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, clock, control } = await openBench();

const found = await swath("catalog search --product-type GEO --limit 3 --output id");
const [first = "", second = "", third = ""] = found.stdout.split("\n");
const order = (granule: string): string => `order place --item vendor-archive/${granule} --yes`;
const OFFLINE = { env: { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined } };

let home: string;
beforeAll(async () => {
  home = await tempHome();
  // March: one with a price, one without. April: one with a price, and one with a lost answer.
  expect((await swath(`${order(first)} --review`, { home })).exitCode).toBe(0);
  await control("POST", "/faults", { route: "reviewOrder", count: 1, status: 404 });
  expect((await swath(order(second), { home })).exitCode).toBe(0);
  clock.ms += 31 * 86_400_000;
  expect((await swath(`${order(third)} --review`, { home })).exitCode).toBe(0);
  await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
  expect((await swath(`${order(first)} --resend --review`, { home })).exitCode).toBe(13);
});

describe("spend report", () => {
  it("P16 sums by month and kind; requests without a price are counted and listed separately", async () => {
    const run = await swath("spend report --by period,kind --json", { home, ...OFFLINE });
    expect(run).toMatchObject({ exitCode: 0, requests: [] });
    const rows = JSON.parse(run.stdout) as Record<string, unknown>[];
    expect(rows).toMatchObject([
      { period: "2026-03", kind: "order", requests: 2, total: ["$350.00"], unpriced: 1 },
      { period: "2026-04", kind: "order", requests: 1, unpriced: 0 },
    ]);
    expect(run.stderr).toContain(
      `Not in the total (price unknown): ${(rows[0]!["unpricedIds"] as string[])[0]}`,
    );
    expect(run.stderr).toContain("1 more may have been paid, with an unknown outcome");
  });

  it("P16 --unresolved counts possible payments", async () => {
    const run = await swath("spend report --by profile --unresolved --json", { home, ...OFFLINE });
    expect(JSON.parse(run.stdout)).toMatchObject([{ profile: "default", requests: 4, unpriced: 1 }]);
  });

  it("--from drops earlier requests; days and weeks are labelled by their first day", async () => {
    const run = await swath(
      "spend report --from 2026-04-01T00:00:00Z --period week --by period --columns period,requests",
      {
        home,
        ...OFFLINE,
      },
    );
    expect(run.stdout).toBe("2026-04-06\t1\n");
  });

  it("P17 an unknown grouping is refused", async () => {
    const run = await swath("spend report --by colour", { home, ...OFFLINE });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("must be of profile, contract, period, kind");
  });
});
