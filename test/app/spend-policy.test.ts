/** May a request that costs money go out? Every combination of price, limit, budget and consent, and its verdict. */
import { expect, test } from "vitest";
import { judgeSpend, type SpendPrice, type SpendRequest } from "../../src/app/spending/spend-policy.ts";
import { parseBudget } from "../../src/domain/spending/budget.ts";
import { parseMoney } from "../../src/domain/spending/money.ts";
import { swath } from "../../src/hint.ts";
import { frontEnd } from "./app-context.ts";

const known: SpendPrice = { kind: "total", total: "$3,375.00", shown: "3 images x $1,125.00 = $3,375.00" };
const unreadable: SpendPrice = { kind: "total", total: "on request" };
const missing: SpendPrice = { kind: "total", total: undefined };
const unbounded: SpendPrice = {
  kind: "unbounded",
  perImage: "$1,125.00",
  rejectWith: swath`repeat reject 7`,
};
const neverShown: SpendPrice = { kind: "never-shown" };

const CASES: readonly [SpendPrice, string | undefined, string | undefined, boolean, string][] = [
  // price, --max-cost, budget, agreed to beforehand, verdict
  [known, undefined, undefined, true, "go"],
  [known, undefined, undefined, false, "ask"],
  [known, "3375", undefined, true, "go"],
  [known, "$3,374.99", undefined, true, "COST_LIMIT_EXCEEDED"],
  [known, "EUR 9999", undefined, true, "COST_LIMIT_EXCEEDED"],
  [known, undefined, "3375/month", false, "ask"],
  [known, undefined, "3374/month", false, "BUDGET_EXCEEDED"],
  [known, "5000", "3374/month", true, "BUDGET_EXCEEDED"],
  [unreadable, undefined, undefined, true, "go"],
  [unreadable, "5000", undefined, true, "COST_LIMIT_EXCEEDED"],
  [unreadable, undefined, "5000/month", true, "BUDGET_EXCEEDED"],
  [missing, "5000", undefined, true, "COST_LIMIT_EXCEEDED"],
  [missing, undefined, "5000/month", false, "BUDGET_EXCEEDED"],
  [unbounded, undefined, undefined, false, "ask"],
  [unbounded, "1000000", undefined, true, "COST_LIMIT_EXCEEDED"],
  [unbounded, undefined, "1000000/month", true, "BUDGET_EXCEEDED"],
  [neverShown, undefined, undefined, false, "ask"],
  [neverShown, "1000000", undefined, false, "COST_LIMIT_EXCEEDED"],
  [neverShown, undefined, "1000000/month", true, "BUDGET_EXCEEDED"],
];

test.each(CASES)("%o under --max-cost %s and a budget of %s, agreed %s: %s", async (...row) => {
  const [price, limit, budget, isAgreed, expected] = row;
  const { context, questions } = await frontEnd({ isAgreed });
  const value = budget === undefined ? undefined : parseBudget(budget);
  const settings = {
    ...context.settings,
    budget: { value, origin: "profile" as const, source: "budget" },
  };
  const request: SpendRequest = {
    subject: "This series",
    price,
    maxCost: limit === undefined ? undefined : parseMoney(limit),
    question: "Approve it?",
  };
  const verdict = await judgeSpend({ ...context, settings }, request);
  expect(verdict.kind === "refuse" ? verdict.error.code : verdict.kind).toBe(expected);
  // Judged before anything is asked.
  expect(questions).toEqual([]);
});
