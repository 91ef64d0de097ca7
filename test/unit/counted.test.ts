import { describe, expect, it } from "vitest";
import { countText, firstTexts, groupedText, listText, othersText } from "../../src/counted.ts";

describe("counts and lists for people", () => {
  it.each([
    [0, "0 files"],
    [1, "1 file"],
    [999, "999 files"],
    [1312, "1,312 files"],
    [1_234_567, "1,234,567 files"],
  ])("%d files", (count, text) => {
    expect(countText(count, "file")).toBe(text);
    expect(text).toContain(groupedText(count));
  });

  it("a list is complete up to the limit, and counts the others beyond it", () => {
    expect(firstTexts(["a", "b"], 2)).toEqual(["a", "b"]);
    expect(listText(["a", "b", "c", "d"], 2)).toBe("a, b, and 2 more");
    expect(listText([], 2)).toBe("");
  });

  it("the first of several is followed by the number of the others", () => {
    expect(["a" + othersText(1), "a" + othersText(3)]).toEqual(["a", "a (and 2 more)"]);
  });
});
