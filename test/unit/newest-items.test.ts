/** The newest of many items, kept in limited memory. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { NewestItems, sortNewestFirst } from "../../src/app/exports/query-files.ts";

const FOUND = fc.array(fc.record({ item: fc.nat(), timeMs: fc.option(fc.nat(20), { nil: undefined }) }), {
  maxLength: 60,
});

it("keeps the newest items in order, even if a reader drops older ones", () => {
  fc.assert(
    fc.property(FOUND, fc.integer({ min: 1, max: 12 }), (found, most) => {
      const newest = new NewestItems<number>(most);
      for (const one of found) {
        // A file reader skips older items, and items without a time.
        const since = newest.oldestMs;
        if (since === undefined || (one.timeMs !== undefined && one.timeMs >= since)) newest.add(one);
      }
      expect(newest.listNewestFirst()).toEqual(sortNewestFirst(found).slice(0, most));
    }),
  );
});
