import { sizeText } from "../../../src/counted.ts";
import { describe, expect, it } from "vitest";
import { formatDetail, listFields } from "../../../src/render/detail.ts";
import { rateText } from "../../../src/render/quantity-text.ts";
import { createPaint } from "../../../src/render/paint.ts";

describe("detail", () => {
  it("shows every value of a record under its path, values aligned", () => {
    const record = {
      taskingrequestId: "3f0c",
      geometry: { type: "Point", coordinates: [179.97, -16.82] },
      properties: { collectConstraints: { offNadirMin: 27, orbitalPlanes: [45, 53] }, reseller: null },
      statusHistory: [{ code: "review" }, { code: "received\u001b[2J" }],
    };
    expect(formatDetail(listFields(record))).toMatchInlineSnapshot(`
      "taskingrequestId:                             3f0c
      geometry.type:                                Point
      geometry.coordinates:                         179.97,-16.82
      properties.collectConstraints.offNadirMin:    27
      properties.collectConstraints.orbitalPlanes:  45,53
      statusHistory[0].code:                        review
      statusHistory[1].code:                        received\\x1b[2J
      "
    `);
  });

  it("colours labels only, and a field without text has no trailing blanks", () => {
    expect(
      formatDetail(
        [
          ["Status", "review"],
          ["Note", ""],
        ],
        { paint: createPaint(true) },
      ),
    ).toBe("\u001b[1mStatus:\u001b[22m  review\n\u001b[1mNote:\u001b[22m\n");
  });
});

describe("sizes for people", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [999.6, "1.0 kB"],
    [1200, "1.2 kB"],
    [999_949, "999.9 kB"],
    [999_950, "1.0 MB"],
    [3_456_789_012, "3.5 GB"],
    [Number.NaN, "?"],
  ])("%d bytes are %s", (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });

  it("has a rate", () => {
    expect(rateText(3_400_000)).toBe("3.4 MB/s");
  });
});
