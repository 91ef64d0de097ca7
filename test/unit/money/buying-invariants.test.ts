/** What holds for any journal, spelling and price: a purchase is recognised, and every possible spend counts. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MoneyContext } from "../../../src/money/context.ts";
import { readBook } from "../../../src/money/book.ts";
import { judgeCost } from "../../../src/money/terms.ts";
import { listPieces, type OrderedItem } from "../../../src/money/purchase.ts";
import { parseBudget } from "../../../src/domain/price/budget.ts";
import type { IntentRecord } from "../../../src/money/record.ts";
import { openRecordFiles } from "../../../src/money/store/files.ts";
import {
  listIndexedKeys,
  makePurchaseIdentity,
  listRecordedKeys,
} from "../../../src/money/recorded-purchase.ts";
import { newFolder } from "../../new-folder.ts";
import { spelling } from "../contract/spelled-ids.ts";
import { journalIn, NOON } from "./ledger-fixtures.ts";

const archived = fc.record({
  collectionId: fc.constantFrom("c", "d"),
  granuleId: fc.constantFrom("k1_GEO", "k2_slc", "other"),
});
const generated = fc.record({
  productType: fc.constantFrom("GEO", "SLC"),
  collectIds: fc.uniqueArray(fc.constantFrom("k1", "k2", "k3"), { minLength: 1 }),
});
const items: fc.Arbitrary<OrderedItem[]> = fc.array(fc.oneof(archived, generated), {
  minLength: 1,
  maxLength: 4,
});

/** The same item: in another letter case, with its collects in another order or one by one, or by its product. */
const respelled = (item: OrderedItem, how: number): OrderedItem[] => {
  const { granuleId, productType = "", collectIds = [] } = item;
  const [, collectId, type] = /^(.+)_(GEO|slc)$/.exec(granuleId ?? "") ?? [];
  if (collectId !== undefined)
    return how === 0 ? [item] : [{ productType: type!.toUpperCase(), collectIds: [collectId] }];
  if (granuleId !== undefined) return [item, item];
  if (how === 0) return [{ productType: productType.toLowerCase(), collectIds: collectIds.toReversed() }];
  return collectIds.map((id) => ({ productType, collectIds: [id, id] }));
};

describe("P1 the same purchase", () => {
  const identity = (body: object): string =>
    makePurchaseIdentity({ kind: "placeOrder", path: "/orders", body });

  it("has one identity in any order, spelling and repetition of its items, whatever else its body contains", () => {
    fc.assert(
      fc.property(
        items,
        fc.nat({ max: 1 }),
        fc.infiniteStream(fc.nat()),
        fc.string(),
        (given, how, keys, note) => {
          const spelled = given.flatMap((item) => respelled(item, how));
          const mixed = spelled
            .map((item) => ({ item, key: keys.next().value as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ item }) => item);
          expect(identity({ items: mixed, note })).toBe(identity({ items: given }));
        },
      ),
    );
  });

  it("has one identity and one index key in any spelling of its ids", () => {
    const ids = fc.constantFrom("k1_GEO", "é-2", "Scene Ω");
    const paths = fc.constantFrom(
      ["setTaskStatus", (id: string) => `/task/${id}/status`, { status: "approved" }] as const,
      ["orderTask", (id: string) => `/orders/task/${id}`, undefined] as const,
      ["retaskCollect", (id: string) => `/collects/${id}/retask`, { properties: {} }] as const,
    );
    fc.assert(
      fc.property(ids, paths, spelling, spelling, (id, [kind, pathOf, body], one, other) => {
        const recordAs = (spell: (id: string) => string): IntentRecord => ({
          ...recordOf(1),
          kind,
          path: pathOf(encodeURIComponent(spell(id))),
          body,
          details: { items: [{ collectionId: "c", granuleId: spell("x_é") }] },
        });
        expect(makePurchaseIdentity(recordAs(one))).toBe(makePurchaseIdentity(recordAs(other)));
        expect(listIndexedKeys(recordAs(one))).toEqual(listIndexedKeys(recordAs(other)));
        const order = (spell: (id: string) => string) => ({
          items: [
            { collectionId: spell("c"), granuleId: spell(id) },
            { productType: spell("GEO"), collectIds: [spell(id)] },
          ],
        });
        expect(identity(order(one))).toBe(identity(order(other)));
      }),
    );
  });

  it("has another identity with one piece more or less", () => {
    fc.assert(
      fc.property(items, items, (one, other) => {
        const keysOf = (all: OrderedItem[]): string =>
          [...new Set(all.flatMap(listPieces).map(({ keys }) => keys[0] ?? ""))].sort().join();
        expect(identity({ items: one }) === identity({ items: other })).toBe(keysOf(one) === keysOf(other));
      }),
    );
  });

  it("owns what its request, its response and its task contain", () => {
    fc.assert(
      fc.property(items, items, items, (asked, answered, taskContents) => {
        const details = { items: answered, taskContents };
        const keys = new Set(
          listRecordedKeys({ ...recordOf(1), kind: "placeOrder", body: { items: asked }, details }),
        );
        for (const piece of [...asked, ...answered, ...taskContents].flatMap(listPieces))
          for (const key of piece.keys) expect(keys).toContain(key);
      }),
    );
  });
});

const recordOf = (at: number, more: Partial<IntentRecord> = {}): IntentRecord => {
  const stem = at.toString(16).padStart(16, "0");
  return {
    version: 1,
    id: `${stem}-1`,
    fingerprint: stem,
    kind: "setTaskStatus",
    origin: "https://api.example.com",
    profile: "default",
    method: "PATCH",
    path: `/task/t-${at}/status`,
    body: { status: "approved" },
    state: "confirmed",
    pid: 100,
    preparedAt: NOON,
    ...more,
  };
};

const PRICES = ["$10.00", "$0.30", "EUR 5.00", "on request", undefined] as const;
const DAY = 86_400_000;
const facts = fc.record({
  state: fc.constantFrom("sending", "unknown", "confirmed", "refused" as const),
  effect: fc.constantFrom("spend", "write" as const),
  price: fc.constantFrom(...PRICES),
  daysAgo: fc.constantFrom(0, 40),
  daysBehind: fc.constantFrom(undefined, 0, 40, -40),
  origin: fc.constantFrom("https://api.example.com", "https://other.example.com"),
  profile: fc.constantFrom("default", "second"),
  settled: fc.constantFrom("free", undefined),
});

it("P5 a budget counts what was confirmed, is being sent or is unknown, of every profile, by the later one of two clocks, and stops at what it cannot add", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(facts, { maxLength: 6 }), async (all) => {
      const dir = join(await newFolder(), "journal");
      await mkdir(dir);
      const files = openRecordFiles(dir, () => "word");
      const records = all.map(({ state, effect, price, daysAgo, daysBehind, origin, profile, settled }, at) =>
        recordOf(at, {
          state,
          effect,
          origin,
          profile,
          preparedAt: NOON - daysAgo * DAY,
          ...(daysBehind !== undefined && { skewMs: daysBehind * DAY }),
          ...(state === "confirmed" && { resultId: `t-${at}` }),
          details: { ...(price && { price }), ...(state === "confirmed" && settled && { settled }) },
        }),
      );
      for (const record of records) await files.create(record);
      const budget = parseBudget("20 USD/day")!;
      const context = {
        service: {
          journal: async () => journalIn(dir, { isAlive: () => false }),
          time: async () => ({ nowMs: NOON, skewMs: 0, isTrusted: true }),
          skewMs: () => undefined,
          now: () => NOON,
        },
        settings: { budget: { value: budget }, organizationId: { value: undefined } },
        clock: { now: () => NOON },
        profileName: "default",
      } as unknown as MoneyContext;
      const { spends } = await readBook(context, { origin: "https://api.example.com" });
      const counted = records.filter(
        ({ state, effect, origin, preparedAt, skewMs = 0, details }) =>
          state !== "refused" &&
          effect === "spend" &&
          origin === "https://api.example.com" &&
          Math.max(preparedAt, preparedAt + skewMs) >= NOON &&
          details?.settled !== "free",
      );
      expect(spends.map(({ id }) => id).sort()).toEqual(counted.map(({ id }) => id).sort());
      const cents: Record<string, number> = { "$10.00": 1000, "$0.30": 30 };
      const amounts = counted.map(({ details }) => cents[details?.price ?? ""] ?? Infinity);
      const sum = amounts.reduce((a, b) => a + b, 0);
      const reason = judgeCost({ kind: "total", total: "$9.70" }, { budget, dollar: "USD" }, spends);
      expect(reason === undefined).toBe(sum + 970 <= 2000);
    }),
    { numRuns: 40 },
  );
});
