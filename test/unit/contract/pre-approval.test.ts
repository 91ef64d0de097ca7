/** A body that may skip the cost review spends, wherever and however it is written. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { determineEffect } from "../../../src/contract/endpoints.ts";
import { hasPreApproval } from "../../../src/contract/pre-approval.ts";

const name = fc
  .tuple(
    fc.constantFrom("", "is", "properties.", "properties[", "Auto "),
    fc.constantFrom(
      "preApproval",
      "preapproved",
      "pre_approval",
      "pre-approved",
      "pre approval",
      "pre\u200BApproval",
    ),
    fc.constantFrom("", "\u00A0", "]", "_flag", "\u200D"),
    fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      // Full-width letters.
      (text) => text.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    ),
  )
  .map(([before, text, after, spell]) => before + spell(text) + after);
const yes = fc.oneof(
  fc.constantFrom<unknown>(true, 1, 0, "true", "false", "", "no"),
  fc.constantFrom<unknown>({}, [], { value: false }),
);
/** Puts a value into an object or a list, some levels down. */
const placed = (inner: fc.Arbitrary<object>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      inner,
      fc.array(fc.constantFrom("properties", "collectConstraints", "features", "", "text"), { maxLength: 5 }),
    )
    .map(([value, path]) =>
      path.reduceRight<unknown>((at, key) => {
        if (key === "") return [{ tier: "urgent" }, at];
        return { [key]: key === "text" ? JSON.stringify(at) : at };
      }, value),
    );

describe.each(["createTask", "createRepeat"] as const)("GEN-17 %s", (endpoint) => {
  it("spends with a pre-approval at any depth, in any spelling, with any value but false", () => {
    const body = placed(fc.tuple(name, yes).map(([key, value]) => ({ [key]: value })));
    fc.assert(fc.property(body, (value) => determineEffect(endpoint, value) === "spend"));
  });

  it("is free with false, null or none", () => {
    const no = fc.constantFrom<unknown>(false, null, undefined);
    const body = placed(fc.tuple(name, no).map(([key, value]) => ({ [key]: value })));
    fc.assert(fc.property(body, (value) => determineEffect(endpoint, value) === "write"));
  });
});

describe("GEN-17 a change of a task", () => {
  const LABELS = { processingConfig: { productTypes: ["GEO"] }, taskingrequestName: "n" };
  const other = fc
    .string({ minLength: 1 })
    .filter((text) => !/^(?:type|properties|name)$/.test(text))
    .map((text) => `${text}zq`);

  it("is free with labels and product types alone", () => {
    for (const body of [LABELS, { properties: LABELS }, {}])
      expect([JSON.stringify(body), determineEffect("updateTask", body)]).toEqual([
        JSON.stringify(body),
        "write",
      ]);
  });

  it("spends with any other member, or with a query: it may be an approval", () => {
    fc.assert(
      fc.property(other, fc.boolean(), fc.anything(), (member, isInside, value) => {
        const body = { ...LABELS, [member]: value };
        expect(determineEffect("updateTask", isInside ? { properties: body } : body)).toBe("spend");
        expect(determineEffect("updateTask", LABELS, [member])).toBe("spend");
        expect(determineEffect("setTaskStatus", { status: "rejected" }, [member])).toBe("spend");
      }),
    );
    expect(determineEffect("updateTask", "not json")).toBe("spend");
  });
});

describe("RETASK-T-10 GEN-17 a record of the service", () => {
  const told = fc
    .tuple(
      fc.constantFrom(
        "preApproval",
        "preApproved",
        "pre_approved",
        "PreApproval",
        "pre-approval",
        "isPreApproved",
      ),
      fc.constantFrom([], ["properties"], ["collectConstraints"], ["properties", "collectConstraints"]),
    )
    .map(
      ([key, path]) =>
        (value: unknown) =>
          path.reduceRight<object>((at, one) => ({ [one]: at }), { [key]: value }),
    );

  it("is pre-approved by a field in any spelling and place, whatever another one says", () => {
    fc.assert(
      fc.property(
        told,
        fc.constantFrom<unknown>(true, "true", "yes", 1),
        fc.boolean(),
        (make, value, isRoot) => {
          expect(hasPreApproval(make(value))).toBe(true);
          const other = { ...make(value), ...(isRoot ? { preApproval: false } : { pre_approval: "false" }) };
          expect(hasPreApproval({ ...other, deep: make(value) })).toBe(true);
          for (const no of [false, 0, "0", "", "no", "False", "NONE"])
            expect(hasPreApproval(make(no)), JSON.stringify(no)).toBe(false);
          expect(hasPreApproval(make(null))).toBeUndefined();
        },
      ),
    );
  });

  it("is not by what it says of the user, of other requests and of its series", () => {
    const yes = { preApproval: true };
    const record = { user: yes, parentRepeatrequest: yes, conflictingTasks: [yes], preApprovedBy: "ada" };
    expect(hasPreApproval({ properties: { ...record, preApproval: false } })).toBe(false);
    expect(hasPreApproval({ properties: record })).toBeUndefined();
  });
});
