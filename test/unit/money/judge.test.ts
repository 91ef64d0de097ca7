/** The judgement of a purchase: every reason, and every combination that matters. */
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Book, Entry } from "../../../src/money/book.ts";
import { listFacts, isFreeRepeat, isFinal, isSilent, judge, findReasons } from "../../../src/money/judge.ts";
import { isQuoted, quoteReasons, type QuotedTerms } from "../../../src/money/quotes.ts";
import { judgeCost, type Cost } from "../../../src/money/terms.ts";
import type { IntentRecord } from "../../../src/money/record.ts";
import {
  isOrder,
  makeOrderIdentity,
  listPieces,
  makeTaskPiece,
  type Purchase,
} from "../../../src/money/purchase.ts";
import { parseBudget, type Spend } from "../../../src/domain/price/budget.ts";
import { parseMoney } from "../../../src/domain/price/money.ts";

const NOW = Date.UTC(2031, 4, 1, 12);
const ORIGIN = "https://api.example.com";

/** `c/a`, or `GEO=k1`. */
const piecesNamed = (...names: string[]) =>
  names.flatMap((name) => {
    const [left = "", right = ""] = name.split(/[/=]/);
    return name.includes("=")
      ? listPieces({ productType: left, collectIds: [right] })
      : listPieces({ collectionId: left, granuleId: right });
  });

const order = (...names: string[]): Purchase => ({
  kind: "placeOrder",
  effect: "spend",
  origin: ORIGIN,
  identity: makeOrderIdentity(piecesNamed(...names)),
  pieces: piecesNamed(...names),
  isComplete: true,
});

/** The order of a task with unknown contents, or with these. */
const orderOfTask = (taskId: string, ...names: string[]): Purchase => ({
  ...order(...names),
  kind: "orderTask",
  taskId,
  identity: makeOrderIdentity([makeTaskPiece(taskId)]),
  pieces: [makeTaskPiece(taskId), ...piecesNamed(...names)],
  isComplete: names.length > 0,
});

const request = (identity: string, effect: "spend" | "write" = "spend"): Purchase => ({
  kind: "createTask",
  effect,
  origin: ORIGIN,
  identity,
  pieces: [],
  isComplete: true,
});

let count = 0;
/** An earlier request, as the journal has it. */
const earlier = (
  { kind, identity, taskId, pieces, isComplete, effect }: Purchase,
  state: Entry["state"],
  more: Partial<Entry> = {},
): Entry => ({
  id: `j${(count += 1)}`,
  // The judgement reads only what stands beside it.
  record: {} as IntentRecord,
  state,
  kind,
  identity,
  taskId,
  keys: new Set(pieces.flatMap(({ keys }) => keys)),
  isComplete,
  isExpired: false,
  effect,
  ...more,
});

type ReadBook = Pick<Book, "nowMs" | "entries" | "damaged" | "skewMs" | "journalId" | "quoted">;
const bookOf = (...entries: Entry[]): ReadBook => ({ nowMs: NOW, entries, damaged: [] });
const NONE = { agreed: new Set<string>() };
const damaged: ReadBook = {
  ...bookOf(),
  damaged: [{ id: "d-1", path: "/journal/d-1.json", problem: "not JSON" }],
};

/** `go`, `ask pieceHeld`, `refuse sameUnknown`, `resume`. */
function verdictOf(purchase: Purchase, book: ReadBook, isFollowed = false): string {
  const judged = judge(purchase, book, { ...NONE, isFollowed });
  if (judged.verdict === "ask")
    return `ask ${judged.reasons.map((reason) => (isSilent(reason) ? `(${reason.kind})` : reason.kind)).join(" ")}`;
  return judged.verdict === "refuse" ? `refuse ${judged.reason.kind}` : judged.verdict;
}

const A = order("c/a");
const AB = order("c/a", "c/b");
const task = request("task one");

const ROWS: readonly [title: string, purchase: Purchase, book: ReadBook, verdict: string][] = [
  ["nothing was bought before", A, bookOf(), "go"],
  ["another item was bought", A, bookOf(earlier(order("c/b"), "confirmed")), "go"],
  ["another service sold it", A, { ...bookOf(), entries: [] }, "go"],
  ["an unreadable record", A, damaged, "ask recordDamaged"],
  ["an unreadable record, and a free request", request("task one", "write"), damaged, "go"],

  ["the same order is being prepared by a process", A, bookOf(earlier(A, "prepared")), "refuse sameInFlight"],
  ["the same order is in progress", A, bookOf(earlier(A, "sending")), "refuse sameInFlight"],
  ["the same order may have been accepted", A, bookOf(earlier(A, "unknown")), "refuse sameUnknown"],
  [
    "an order of the same items in another order may have been accepted",
    order("c/b", "c/a"),
    bookOf(earlier(AB, "unknown")),
    "refuse sameUnknown",
  ],
  ["an order of more items is in progress", A, bookOf(earlier(AB, "sending")), "refuse pieceInFlight"],
  ["an order of more items may have been accepted", A, bookOf(earlier(AB, "unknown")), "ask pieceUnknown"],
  ["the same order was accepted", A, bookOf(earlier(A, "confirmed")), "ask pieceHeld"],
  ["an order of more items was accepted", A, bookOf(earlier(AB, "confirmed")), "ask pieceHeld"],
  ["one of two items was bought", AB, bookOf(earlier(A, "confirmed")), "ask pieceHeld"],
  [
    "P1 the same order was accepted and has expired: --yes is not asked to pay again",
    A,
    bookOf(earlier(A, "confirmed", { isExpired: true })),
    "ask pieceExpired",
  ],
  [
    "one of two items was bought, and the other may have been",
    AB,
    bookOf(earlier(A, "confirmed"), earlier(order("c/b", "c/z"), "unknown")),
    "ask pieceUnknown pieceHeld",
  ],
  [
    "an item that was bought and may have been bought again is reported once",
    A,
    bookOf(earlier(A, "confirmed"), earlier(AB, "unknown")),
    "ask pieceUnknown",
  ],

  [
    "one product has one name, however it is spelled",
    order("GEO=k1"),
    bookOf(earlier(order("c/k1_GEO"), "confirmed")),
    "ask pieceHeld",
  ],
  [
    "the other way round",
    order("c/k1_GEO"),
    bookOf(earlier(order("GEO=k1"), "unknown")),
    "refuse sameUnknown",
  ],
  ["another type of the same collect", order("GEC=k1"), bookOf(earlier(order("GEO=k1"), "confirmed")), "go"],

  [
    "P1 the same task was ordered, whatever its body was",
    orderOfTask("t1"),
    bookOf(earlier(orderOfTask("t1"), "confirmed")),
    "ask pieceHeld",
  ],
  [
    "the same task may have been ordered",
    orderOfTask("t1"),
    bookOf(earlier(orderOfTask("t1"), "unknown")),
    "refuse sameUnknown",
  ],
  ["another task was ordered", orderOfTask("t1"), bookOf(earlier(orderOfTask("t2"), "confirmed")), "go"],
  [
    "another task may have been ordered",
    orderOfTask("t1"),
    bookOf(earlier(orderOfTask("t2"), "unknown")),
    "go",
  ],
  [
    "an item of the task was bought",
    orderOfTask("t1", "c/a"),
    bookOf(earlier(A, "confirmed")),
    "ask pieceHeld",
  ],
  [
    "an order may have been accepted, and the contents of the task are unknown",
    orderOfTask("t1"),
    bookOf(earlier(A, "unknown")),
    "ask pieceUnknown",
  ],
  [
    "an order was accepted, and the contents of the task are unknown: a later order would be a reason",
    orderOfTask("t1"),
    bookOf(earlier(A, "confirmed")),
    "ask (pieceHeld)",
  ],
  [
    "a task with unknown contents was ordered, and an item is bought",
    A,
    bookOf(earlier(orderOfTask("t1"), "confirmed")),
    "ask pieceHeld",
  ],
  [
    "an unreadable body may own the items of an order with an unknown outcome",
    { ...order(), identity: "odd", isComplete: false },
    bookOf(earlier(A, "unknown")),
    "ask pieceUnknown",
  ],

  [
    "the same task was created, however long ago",
    task,
    bookOf(earlier(task, "confirmed")),
    "ask sameConfirmed",
  ],
  ["the same task may have been created", task, bookOf(earlier(task, "unknown")), "refuse sameUnknown"],
  ["the same task is in progress", task, bookOf(earlier(task, "sending")), "refuse sameInFlight"],
  ["a task of another name is in progress", request("task two"), bookOf(earlier(task, "sending")), "go"],
  ["an order is not a reason against a task", task, bookOf(earlier(A, "unknown")), "go"],
];

describe("ORDER-18 P1 P3 the judgement of a purchase", () => {
  it.each(ROWS)("%s", (_title, purchase, book, verdict) => {
    expect(verdictOf(purchase, book)).toBe(verdict);
  });

  it("the order of exactly these items is resumed if it is waited for, until it has expired", () => {
    expect(verdictOf(A, bookOf(earlier(A, "confirmed")), true)).toBe("resume");
    expect(verdictOf(orderOfTask("t1"), bookOf(earlier(orderOfTask("t1"), "confirmed")), true)).toBe(
      "resume",
    );
    expect(verdictOf(A, bookOf(earlier(A, "confirmed", { isExpired: true })), true)).toBe("ask pieceExpired");
    expect(verdictOf(A, bookOf(earlier(AB, "confirmed")), true)).toBe("ask pieceHeld");
    expect(verdictOf(A, bookOf(earlier(A, "confirmed"), earlier(AB, "unknown")), true)).toBe(
      "ask pieceUnknown",
    );
  });

  it("an agreement covers facts: a new record, a changed state and another item are not covered", () => {
    const first = earlier(A, "unknown", { id: "x", identity: "other" });
    const agreed = new Set(findReasons(A, bookOf(first), NONE).flatMap(listFacts));
    const again = (purchase: Purchase, ...entries: Entry[]): string =>
      judge(purchase, bookOf(...entries), { agreed }).verdict;
    expect(again(A, first)).toBe("go");
    expect(again(A, { ...first, state: "confirmed" })).toBe("ask");
    expect(again(A, first, earlier(AB, "confirmed"))).toBe("go");
    expect(again(AB, first, earlier(order("c/b", "c/z"), "confirmed"))).toBe("ask");
    expect(again(A, { ...first, id: "y" })).toBe("ask");
  });

  it("orders of this run under the same agreement are not a reason; the same request of a task still is", () => {
    const sent = earlier(A, "confirmed", { id: "own" });
    expect(findReasons(AB, bookOf(sent), { ...NONE, own: new Set(["own"]) })).toEqual([]);
    const created = earlier(task, "confirmed", { id: "own" });
    expect(findReasons(task, bookOf(created), { ...NONE, own: new Set() })).toMatchObject([
      { kind: "sameConfirmed" },
    ]);
  });

  it("tasks of one run that share a collect or an item are a reason, whichever is judged first", () => {
    const one = { ...orderOfTask("t1", "c/a"), collectIds: ["k1"] };
    const sameCollect = { ...orderOfTask("t2"), collectIds: ["k2", "k1"] };
    const sameItem = { ...orderOfTask("t3", "c/b", "c/a"), collectIds: ["k3"] };
    const other = { ...orderOfTask("t4", "c/z"), collectIds: ["k4"] };
    const reasons = (purchase: Purchase, agreed = new Set<string>()) =>
      findReasons(purchase, bookOf(), { agreed, run: [one, sameCollect, sameItem, other, A] });
    expect(reasons(one)).toEqual([
      {
        kind: "sharedInRun",
        taskId: "t1",
        shared: [
          { taskId: "t2", name: "k1" },
          { taskId: "t3", name: "c/a" },
        ],
      },
    ]);
    expect(reasons(sameCollect)).toMatchObject([{ shared: [{ taskId: "t1", name: "k1" }] }]);
    expect([reasons(other), reasons(A)]).toEqual([[], []]);
    expect(judge(one, bookOf(), { ...NONE, run: [sameItem] }).verdict).toBe("ask");
    expect(reasons(sameCollect, new Set(reasons(one).flatMap(listFacts)))).toEqual([]);
  });

  it("a free request may be repeated unless the earlier one cost money; a request in flight is never agreed to", () => {
    const free = request("task one", "write");
    const [repeat] = findReasons(free, bookOf(earlier(free, "confirmed")), NONE);
    expect([isFreeRepeat(repeat!, free), isFreeRepeat(repeat!, task)]).toEqual([true, false]);
    const [paid] = findReasons(free, bookOf(earlier(task, "confirmed")), NONE);
    expect(isFreeRepeat(paid!, free)).toBe(false);
    expect(findReasons(A, bookOf(earlier(AB, "sending")), NONE).map(isFinal)).toEqual([true]);
    expect(findReasons(A, bookOf(earlier(AB, "unknown")), NONE).map(isFinal)).toEqual([false]);
  });

  it("1,600 items, each owned by another order, are reported with their owners in one pass", () => {
    const names = Array.from({ length: 1600 }, (_, index) => `c/i${index}`);
    const book = bookOf(...names.map((name) => earlier(order(name), "confirmed")));
    const [reason] = findReasons(order(...names), book, NONE);
    expect(reason?.kind === "pieceHeld" && reason.holders.length).toBe(1600);
  });
});

const total = (price: string | undefined): Cost => ({ kind: "total", total: price });
const SERIES = total("$3,375.00");
const UNBOUNDED: Cost = { kind: "unbounded", perImage: "$1,125.00" };

const COSTS: readonly [Cost, limit: string | undefined, budget: string | undefined, reason: string][] = [
  [SERIES, undefined, undefined, "none"],
  [SERIES, "3375", undefined, "none"],
  [SERIES, "$3,374.99", undefined, "aboveLimit limit"],
  [SERIES, "EUR 9999", undefined, "otherCurrency limit"],
  [SERIES, undefined, "3375/month", "none"],
  [SERIES, undefined, "3374/month", "overBudget budget"],
  [SERIES, "5000", "3374/month", "overBudget budget"],
  [SERIES, "1", "1/month", "aboveLimit limit"],
  [total("on request"), undefined, undefined, "none"],
  [total("on request"), "5000", undefined, "priceUnreadable limit"],
  [total("1.250"), "5000", undefined, "priceUnreadable limit"],
  [total("-5"), "5000", undefined, "priceUnreadable limit"],
  [total("on request"), undefined, "5000/month", "priceUnreadable budget"],
  [total(undefined), "5000", undefined, "priceUnreadable limit"],
  [total(undefined), undefined, "5000/month", "priceUnreadable budget"],
  [total("EUR 1.00"), undefined, "5000 USD/month", "otherCurrency budget"],
  [UNBOUNDED, undefined, undefined, "none"],
  [UNBOUNDED, "1000000", undefined, "unbounded limit"],
  [UNBOUNDED, undefined, "1000000/month", "unbounded budget"],
  [{ kind: "mixed", sums: ["$1.00", "EUR 1.00"] }, "1000000", undefined, "currenciesMixed limit"],
  [{ kind: "neverShown" }, "1000000", undefined, "priceNeverShown limit"],
  [{ kind: "neverShown" }, undefined, "1000000/month", "priceNeverShown budget"],
];

function reasonFor(cost: Cost, limit?: string, budget?: string, spends: readonly Spend[] = []): string {
  const reason = judgeCost(
    cost,
    {
      maxCost: limit === undefined ? undefined : parseMoney(limit),
      budget: budget === undefined ? undefined : parseBudget(budget),
      dollar: "USD",
    },
    spends,
  );
  return reason === undefined ? "none" : `${reason.kind} ${reason.bound.kind}`;
}

const ITEMS = ["c/a", "c/b", "c/k1_GEO", "GEO=k1"];
const arbitraryOrder = fc
  .uniqueArray(fc.constantFrom(...ITEMS), { minLength: 1 })
  .map((names) => order(...names));
const arbitraryPurchase = fc.oneof(
  arbitraryOrder,
  fc.constantFrom("t1", "t2").map((taskId) => orderOfTask(taskId)),
  fc.constantFrom("task one", "task two").map((identity) => request(identity)),
);
const arbitraryEntry = fc
  .tuple(
    arbitraryPurchase,
    fc.constantFrom<Entry["state"]>("prepared", "sending", "confirmed", "unknown"),
    fc.boolean(),
  )
  .map(([purchase, state, isExpired]) =>
    earlier(purchase, state, { isExpired: state === "confirmed" && isExpired }),
  );

/** Whether an earlier request blocks a purchase: computed again, without the order of the reasons. */
const standsAgainst = (purchase: Purchase, entry: Entry): boolean => {
  const isSame = entry.kind === purchase.kind && entry.identity === purchase.identity;
  if (isSame && entry.state !== "confirmed") return true;
  if (!isOrder(purchase)) return isSame;
  const keys = purchase.pieces.flatMap((piece) => piece.keys);
  return isOrder(entry) && entry.state !== "prepared" && keys.some((key) => entry.keys.has(key));
};

describe("P1 P3 with any content of the journal", () => {
  it("nothing with a reason against it is bought, unless that very fact was agreed to", () => {
    fc.assert(
      fc.property(
        arbitraryPurchase,
        fc.array(arbitraryEntry, { maxLength: 6 }),
        fc.boolean(),
        (purchase, entries, isDamaged) => {
          const book = { ...bookOf(...entries), damaged: isDamaged ? damaged.damaged : [] };
          const judged = judge(purchase, book, NONE);
          if (isDamaged || entries.some((entry) => standsAgainst(purchase, entry)))
            expect(judged.verdict).not.toBe("go");
          const reasons = findReasons(purchase, book, NONE);
          for (const reason of reasons) {
            const agreed = new Set(reasons.filter((other) => other !== reason).flatMap(listFacts));
            expect(judge(purchase, book, { agreed }).verdict).not.toBe("go");
          }
          expect(judge(purchase, book, { agreed: new Set(reasons.flatMap(listFacts)) }).verdict).toBe("go");
        },
      ),
    );
  });
});

describe("ORDER-09 P5 the judgement of a cost", () => {
  test.each(COSTS)("%o under the limit %s and the budget %s: %s", (cost, limit, budget, expected) => {
    expect(reasonFor(cost, limit, budget)).toBe(expected);
  });

  test.each([
    ["earlier spends count", [{ price: "$10.00", id: "1" }], "overBudget budget"],
    ["an unknown price stops", [{ price: undefined, id: "1" }], "spendsUnknown budget"],
    ["another currency stops", [{ price: "EUR 1.00", id: "1" }], "spendsForeign budget"],
  ])("%s", (_title, spends, expected) => {
    expect(reasonFor(total("$90.01"), undefined, "100 USD/month", spends)).toBe(expected);
  });
});

describe("REACH-11 a quote", () => {
  const QUOTE: QuotedTerms = {
    digest: "sha256:1",
    journalId: "j-1",
    price: "$350.00",
    madeMs: NOW - 3_600_000,
    endsMs: NOW + 3_600_000,
    skewMs: 60_000,
    isApproved: false,
  };
  /** By the service's clock, which is a minute ahead of the one of the quote's maker. */
  const serviceAt = (ms: number): Partial<Book> => ({ skewMs: ms - NOW + 60_000 });
  const minutes = 60_000;

  it.each<[string, Partial<Book>, string[]]>([
    ["in its time", {}, []],
    ["whose request was confirmed", { quoted: [earlier(A, "confirmed")] }, ["quoteUsed"]],
    ["whose request is being sent", { quoted: [earlier(A, "sending")] }, ["quoteUsed"]],
    ["whose request has an unknown outcome", { quoted: [earlier(A, "unknown")] }, ["quoteUsed"]],
    ["at its end", { nowMs: QUOTE.endsMs }, ["quoteNotCurrent"]],
    ["at its end by the service's clock", serviceAt(QUOTE.endsMs), ["quoteNotCurrent"]],
    [
      "at its end by our clock alone",
      { nowMs: QUOTE.endsMs, skewMs: NOW - QUOTE.endsMs },
      ["quoteNotCurrent"],
    ],
    ["of another journal", { journalId: "j-2" }, ["quoteOfOtherJournal"]],
    ["of a journal, where this one has no id yet", { journalId: undefined }, ["quoteOfOtherJournal"]],
    ["made a little later than now", { nowMs: QUOTE.madeMs - 4 * minutes }, []],
    ["made later than now", { nowMs: QUOTE.madeMs - 6 * minutes }, ["quoteNotCurrent"]],
    [
      "made later than our clock, but not than the service's",
      { nowMs: QUOTE.madeMs - 6 * minutes, skewMs: 3_600_000 },
      [],
    ],
  ])("%s", (_name, book, expected) => {
    const all = { ...bookOf(), journalId: "j-1", ...book };
    expect(findReasons(A, all, { ...NONE, gate: quoteReasons(QUOTE, all) }).map(({ kind }) => kind)).toEqual(
      expected,
    );
    expect(judge(A, all, { ...NONE, gate: quoteReasons(QUOTE, all) }).verdict).toBe(
      expected.length === 0 ? "go" : "refuse",
    );
    // Without a quote, none of it is a reason.
    expect(judge(A, all, NONE).verdict).toBe("go");
  });

  it("is used by every request but those of the run itself, and a second use cannot be agreed to", () => {
    const used = earlier(A, "unknown");
    const book = { ...bookOf(), journalId: "j-1", quoted: [used] };
    const [reason] = findReasons(A, book, { ...NONE, gate: quoteReasons(QUOTE, book) });
    expect(isFinal(reason!)).toBe(true);
    expect(quoteReasons(QUOTE, book, new Set([used.id]))).toEqual([]);
  });

  it.each<[string, Cost, string | undefined]>([
    ["at the amount", { kind: "total", total: "$1,000.00" }, undefined],
    ["above it", { kind: "total", total: "$1,000.01" }, "aboveLimit"],
    ["without a price", { kind: "total", total: undefined }, "priceUnreadable"],
    ["in another currency", { kind: "total", total: "EUR 1.00" }, "otherCurrency"],
    ["whose price is never shown", { kind: "neverShown" }, "priceNeverShown"],
    ["without a bound", UNBOUNDED, "unbounded"],
    ["in several currencies", { kind: "mixed", sums: ["$1.00", "EUR 1.00"] }, "currenciesMixed"],
  ])("approval.above: a purchase %s", (_name, cost, expected) => {
    const approvalAbove = parseMoney("$1000")!;
    const reason = judgeCost(cost, { approvalAbove, dollar: "USD" }, []);
    expect(reason?.kind).toBe(expected);
    if (reason !== undefined) expect(reason.bound).toEqual({ kind: "approval", above: approvalAbove });
  });

  it.each<[string, Cost, boolean]>([
    ["the same amount", { kind: "total", total: "350 USD" }, true],
    ["a higher amount", { kind: "total", total: "$351.00" }, false],
    ["a lower amount", { kind: "total", total: "$349.00" }, false],
    ["no amount", { kind: "total", total: undefined }, false],
    ["no total", UNBOUNDED, false],
  ])("%s is its price: %#", (_name, cost, expected) => {
    expect(isQuoted(cost, QUOTE, "USD")).toBe(expected);
  });
});
