import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCanonicalJson } from "../../../src/domain/canonical-json.ts";
import { computeFingerprint } from "../../../src/money/recorded-purchase.ts";
import { removeSignatures } from "../../../src/money/record.ts";
import { etnaOrder } from "./ledger-fixtures.ts";

const reversed = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
};

describe("fingerprintOf", () => {
  it("does not depend on the order of keys, and depends on everything else of the body", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(toCanonicalJson(reversed(one))).toBe(toCanonicalJson(one));
        expect(JSON.parse(toCanonicalJson(one))).toEqual(JSON.parse(JSON.stringify(one)));
        const isSame = toCanonicalJson(one) === toCanonicalJson(other);
        const differs = toCanonicalJson([one, other]) !== toCanonicalJson([other, one]);
        expect(differs).toBe(!isSame);
      }),
    );
  });

  it("distinguishes origins, paths, kinds and bodies", () => {
    const prints = [
      computeFingerprint(etnaOrder),
      computeFingerprint({ ...etnaOrder, origin: "https://other.example.com" }),
      computeFingerprint({ ...etnaOrder, path: "/orders/task/1" }),
      computeFingerprint({ ...etnaOrder, kind: "orderTask" }),
      computeFingerprint({ ...etnaOrder, body: undefined }),
      computeFingerprint({ ...etnaOrder, body: null }),
      computeFingerprint({ ...etnaOrder, body: { items: [] } }),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("withoutSignatures", () => {
  it("keeps data and drops the signature of a link", () => {
    const body = {
      name: "Etna? yes",
      links: [
        "https://user:pw@cdn.example.com/a/b.tif?X-Amz-Signature=abc#f",
        "see http://x.example/?sig=1 and go on",
      ],
      count: 3,
    };
    expect(removeSignatures(body)).toEqual({
      name: "Etna? yes",
      links: ["https://cdn.example.com/a/b.tif", "see http://x.example/ and go on"],
      count: 3,
    });
  });
});
