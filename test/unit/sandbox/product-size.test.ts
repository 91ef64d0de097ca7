import { describe, expect, it } from "vitest";
import { listProductFiles } from "../../../src/sandbox/imagery/product-files.ts";
import type { ItemProduct } from "../../../src/sandbox/archive/collect.ts";
import { readProductSize } from "../../../src/sandbox/settings.ts";
import { flownOver } from "./imagery/flown.ts";
import { assetOf, bytesIn } from "./imagery/scenes.ts";

const SCENES = [
  flownOver("Lisbon", [-9.1362, 38.7069]),
  flownOver("Ushuai", [-68.3, -54.8], { type: "stripmap_100", side: "left" }),
];

describe("the size of products", () => {
  it.each([
    ["tiny", "tiny"],
    ["real", "real"],
    ["1MB", 1e6],
    ["10GB", 10e9],
    ["1.5 GiB", 1.5 * 2 ** 30],
    ["250m", 250e6],
    ["5000000", 5e6],
    ["999kB", undefined],
    ["10.1GB", undefined],
    ["10GiB", undefined],
    ["-5MB", undefined],
    ["huge", undefined],
    ["", undefined],
    ["5Mbit", undefined],
  ])("%s is %s", (text, size) => {
    expect(readProductSize(text)).toBe(size);
  });

  it.each(["GEO", "GEC", "SLC", "SICD", "SIDD", "CPHD"] as ItemProduct[])(
    "SBX-07 a %s has the requested size, never more, for any shape of the scene",
    (product) => {
      for (const scene of SCENES) {
        for (const size of [1e6, 60e6, 1e9, 4.2e9, 10e9]) {
          const { length } = assetOf(listProductFiles(scene, product, size), "VV");
          const asked = product.startsWith("SI") ? Math.min(size, 9.9e9) : size;
          expect(length).toBeLessThanOrEqual(asked);
          // Tiles come in whole rows: up to half of a megabyte, almost nothing of a gigabyte.
          expect(length / asked).toBeGreaterThan(size >= 1e9 ? 0.98 : size >= 60e6 ? 0.93 : 0.5);
        }
      }
    },
  );

  it("SBX-07 any part of ten gigabytes is available at once, and is repeatable", () => {
    for (const product of ["GEO", "SLC", "SICD", "SIDD", "CPHD"] as const) {
      const at = (start: number, bytes: number): Buffer => {
        const file = assetOf(listProductFiles(SCENES[0]!, product, 10e9), "VV");
        const from = Math.min(Math.max(0, start), file.length - bytes);
        return bytesIn(file, from, from + bytes);
      };
      for (const start of [0, 4_294_967_290, 5_000_000_001, 9_000_000_003, Infinity]) {
        const part = at(start, 70_001);
        expect(part.equals(at(start, 70_001))).toBe(true);
        expect(
          at(start, 90_001)
            .subarray(start === Infinity ? 20_000 : 0)
            .subarray(0, 70_001)
            .equals(part),
        ).toBe(true);
        // A corner of a map may lie outside of the footprint.
        if (product !== "GEO") expect(new Set(part).size).toBeGreaterThan(8);
      }
    }
  });
});
