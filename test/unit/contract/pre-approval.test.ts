/** A body that may skip the cost review spends, wherever and however it is written. */
import * as fc from "fast-check";
import { describe, it } from "vitest";
import { effectOf } from "../../../src/contract/endpoints.ts";

const name = fc
  .tuple(fc.constantFrom("preApproval", "preapproved", "pre_approval", "pre-approved"), fc.boolean())
  .map(([text, isLoud]) => (isLoud ? text.toUpperCase() : text));
const yes = fc.oneof(
  fc.constantFrom<unknown>(true, 1, 0, "true", "false", "", "no"),
  fc.constantFrom<unknown>({}, [], { value: false }),
);
/** Puts a value into an object or a list, some levels down. */
const placed = (inner: fc.Arbitrary<object>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      inner,
      fc.array(fc.constantFrom("properties", "collectConstraints", "features", ""), { maxLength: 5 }),
    )
    .map(([value, path]) =>
      path.reduceRight<unknown>((at, key) => (key === "" ? [{ tier: "urgent" }, at] : { [key]: at }), value),
    );

describe.each(["createTask", "createRepeat"] as const)("GEN-17 %s", (endpoint) => {
  it("spends with a pre-approval at any depth, in any spelling, with any value but false", () => {
    const body = placed(fc.tuple(name, yes).map(([key, value]) => ({ [key]: value })));
    fc.assert(fc.property(body, (value) => effectOf(endpoint, value) === "spend"));
  });

  it("is free with false, null or none", () => {
    const no = fc.constantFrom<unknown>(false, null, undefined);
    const body = placed(fc.tuple(name, no).map(([key, value]) => ({ [key]: value })));
    fc.assert(fc.property(body, (value) => effectOf(endpoint, value) === "write"));
  });
});
