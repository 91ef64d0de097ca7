/** One form of ids in every comparison. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { toIdKey, isSameId, toPathKey } from "../../../src/contract/id-key.ts";
import { spelling } from "./spelled-ids.ts";

const ids = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((id) => id.trim() !== "");

it("P1 an id has one key in any case, with blanks at its ends, composed or decomposed, and the key is its own", () => {
  fc.assert(
    fc.property(ids, spelling, spelling, (id, one, other) => {
      expect(isSameId(one(id), other(id))).toBe(true);
      expect(toIdKey(toIdKey(id))).toBe(toIdKey(id));
    }),
  );
});

it("P1 a path has one key, however its ids are spelled or encoded", () => {
  fc.assert(
    fc.property(ids, spelling, (id, spell) => {
      const path = toPathKey(`/task/${encodeURIComponent(id)}/status`);
      expect(toPathKey(`/task/${encodeURIComponent(spell(id))}/status`)).toBe(path);
      expect(toPathKey(`//Task/${encodeURIComponent(id)}/status/`)).toBe(path);
      expect(toPathKey(`/task/${encodeURIComponent(`${id}x`)}/status`)).not.toBe(path);
    }),
  );
});

it.each(["/orders/task/%zz", "/task/%/status", "/task/%E0%A4/status"])(
  "P1 %s, which cannot be decoded, has a key",
  (path) => {
    expect(toPathKey(path)).toBe(toPathKey(path.toUpperCase()));
  },
);
