import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatPath, getPath, parseBodyPath, setPath, removePath } from "../../../src/contract/json-path.ts";

const read = (text: string) => {
  const result = parseBodyPath(text);
  return result.ok ? result.path : result.reason;
};

describe("reading a body path", () => {
  test.each([
    ["properties.collectConstraints.offNadirMin", ["properties", "collectConstraints", "offNadirMin"]],
    ["items[2].granuleId", ["items", 2, "granuleId"]],
    ['query["vendor:collect_id"].eq', ["query", "vendor:collect_id", "eq"]],
    ["query.vendor:collect_id.eq", ["query", "vendor:collect_id", "eq"]],
    ['query["collectConstraints.offNadirMin"]', ["query", "collectConstraints.offNadirMin"]],
    ["bbox-crs", ["bbox-crs"]],
  ])("%s", (text, path) => {
    expect(read(text)).toEqual(path);
  });

  test.each(["", "a..b", "a.", ".a", "a[b]", "a[-1]", "a[1", "items[99999]", 'a["x]'])(
    "%j is refused",
    (text) => {
      expect(parseBodyPath(text).ok).toBe(false);
    },
  );

  test.each(["__proto__.polluted", "a.__proto__", 'a["__proto__"].b', "constructor.prototype.x"])(
    "%s is refused, so that no object of ours can be changed through it",
    (text) => {
      expect(read(text)).toMatch(/may not name/);
    },
  );

  test("a path read back from its text is the same path", () => {
    const key = fc.oneof(
      fc.string().filter((name) => !["__proto__", "constructor", "prototype"].includes(name)),
      fc.nat(9999),
    );
    fc.assert(
      fc.property(fc.array(key, { minLength: 1 }), (path) => {
        expect(read(formatPath(path))).toEqual(path);
      }),
    );
  });
});

describe("changing a body", () => {
  const body = { properties: { name: "a", productTypes: ["GEO", "SLC", "GEC"] } };

  test("setting creates missing parents and leaves the given body unchanged", () => {
    const before = structuredClone(body);
    const changed = setPath(body, ["properties", "collectConstraints", "orbitalPlanes", 1], 53);
    expect(changed).toEqual({
      properties: { ...body.properties, collectConstraints: { orbitalPlanes: [null, 53] } },
    });
    expect(body).toEqual(before);
  });

  test("unsetting an element closes the gap; a missing one is ignored", () => {
    expect(removePath(body, ["properties", "productTypes", 1])).toEqual({
      properties: { name: "a", productTypes: ["GEO", "GEC"] },
    });
    expect(removePath(body, ["properties", "other", "deep"])).toEqual(body);
  });

  test("properties that every object inherits are not found", () => {
    expect(getPath(body, ["toString"])).toBeUndefined();
    expect(getPath(body, ["properties", "productTypes", 2])).toBe("GEC");
  });

  test("setPath refuses the prototype even when the path was not read from text", () => {
    expect(() => setPath({}, ["__proto__", "polluted"], true)).toThrow();
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("a set value can be read, and is gone after unset", () => {
    const key = fc.constantFrom("a", "b", "vendor:c");
    fc.assert(
      fc.property(
        fc.array(fc.oneof(key, fc.nat(3)), { minLength: 1, maxLength: 4 }),
        fc.jsonValue(),
        (path, value) => {
          const changed = setPath({}, ["root", ...path], value);
          expect(getPath(changed, ["root", ...path])).toEqual(value);
          const last = path.at(-1);
          if (typeof last === "string") {
            expect(getPath(removePath(changed, ["root", ...path]), ["root", ...path])).toBeUndefined();
          }
        },
      ),
    );
  });
});
