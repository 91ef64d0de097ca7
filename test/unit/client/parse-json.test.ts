/** Replies as JSON: accepted and refused ones, with any texts in them. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../../../src/client/exchange.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

describe("replies as JSON", () => {
  it("any JSON value is returned unchanged", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(parse(JSON.stringify(value))).toEqual({
          ok: true,
          value: JSON.parse(JSON.stringify(value)) as unknown,
        });
      }),
    );
  });

  it.each(["1e999", "-1E400", '[{"a":1e+309}]', `{"a":"\\"","b":1e999}`, `{"a\\\\":1e999}`, "9".repeat(310)])(
    "a number out of range: %.40s",
    (text) => {
      expect(parse(text)).toEqual({ ok: false, problem: "a number that is too large" });
    },
  );

  it.each(["1e-999", "1e5", '"1e999"', '{"3e123":"4e456"}', `"${"9".repeat(400)}"`, `"a\\"1e999"`])(
    "an invalid number: %.40s",
    (text) => {
      expect(parse(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown });
    },
  );

  it("64 levels are the maximum, and brackets in texts do not count", () => {
    const nested = (levels: number, inner: string): string => "[".repeat(levels) + inner + "]".repeat(levels);
    expect(parse(nested(64, '"[[[[{{{{"'))).toMatchObject({ ok: true });
    expect(parse(nested(64, String.raw`"\"[[["`))).toMatchObject({ ok: true });
    expect(parse(nested(65, "1"))).toEqual({ ok: false, problem: "nested more than 64 levels deep" });
    expect(parse(nested(64, String.raw`"\\",[1]`))).toEqual({
      ok: false,
      problem: "nested more than 64 levels deep",
    });
  });

  it.each(['"', '"\\', '{"a":', "[1,]", "", '"a" 1'])("invalid JSON: %s", (text) => {
    expect(parse(text)).toEqual({ ok: false, problem: "not JSON" });
  });
});
