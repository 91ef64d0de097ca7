import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import { makeGrayPng } from "../../../../src/sandbox/imagery/quicklook.ts";
import { readSections } from "../../../../src/sandbox/imagery/product-file.ts";
import { assetOf, bytesIn, sceneAt } from "./scenes.ts";

const lisbon = sceneAt("Lisbon", [-9.1362, 38.7069]);

describe("pictures", () => {
  it.each([
    [1, 1],
    [255, 257],
    [300, 300],
  ])("a PNG of %d x %d has the announced length and returns its pixels", (width, height) => {
    const gray = Uint8Array.from({ length: width * height }, (_, at) => (at * 7) % 256);
    const section = makeGrayPng(width, height, () => gray);
    const bytes = Buffer.concat([...readSections([section], 0, section.length)]);
    const image = PNG.sync.read(bytes);
    expect([image.width, image.height]).toEqual([width, height]);
    expect(Uint8Array.from(gray, (_, at) => image.data[at * 4]!)).toEqual(gray);
    expect(gray.every((value, at) => (image.data[at * 4 + 3] === 0) === (value === 0))).toBe(true);
  });

  it.each([
    ["thumbnail", "tiny", 256],
    ["preview", "tiny", 384],
    ["thumbnail", "real", 256],
    ["preview", "real", 1024],
  ] as const)(
    "SBX-07 the %s (%j) is %d pixels wide, and transparent only outside the footprint",
    (key, size, side) => {
      const image = PNG.sync.read(bytesIn(assetOf(listProductFiles(lisbon, "GEO", size), key)));
      expect(Math.max(image.width, image.height)).toBe(side);
      const alpha = (x: number, y: number): number => image.data[(y * image.width + x) * 4 + 3]!;
      expect(alpha(0, 0)).toBe(0);
      expect(alpha(image.width >> 1, image.height >> 1)).toBe(255);
      const opaque = image.data.filter((value, at) => at % 4 === 3 && value === 255).length;
      // A square turned by 12 degrees covers 1 / (cos 12 + sin 12)^2 of the box round it.
      expect(opaque / (image.width * image.height)).toBeCloseTo(0.71, 1);
    },
  );

  it("a strip keeps its shape", () => {
    const strip = sceneAt("Malacca", [100.9, 2.2], "stripmap_100");
    const image = PNG.sync.read(bytesIn(assetOf(listProductFiles(strip, "GEO"), "thumbnail")));
    expect(image.height).toBe(256);
    expect(image.width).toBeLessThan(90);
  });
});
