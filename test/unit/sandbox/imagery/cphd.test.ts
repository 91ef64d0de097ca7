import { describe, expect, it } from "vitest";
import type { ProductFile } from "../../../../src/sandbox/imagery/product-file.ts";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import { readCphd } from "./cphd-reader.ts";
import { flownOver } from "./flown.ts";
import { assetOf, bytesIn } from "./scenes.ts";

const LIGHT = 299_792_458;
const lisbon = flownOver("Lisbon", [-9.1362, 38.7069]);
const strip = flownOver("Ushuai", [-68.3, -54.8], { type: "stripmap_50", side: "left" });

const cphdOf = (scene: typeof lisbon, size?: Parameters<typeof listProductFiles>[2]): ProductFile =>
  assetOf(listProductFiles(scene, "CPHD", size), "VV");

const read = (file: ProductFile): ReturnType<typeof readCphd> =>
  readCphd(file.length, (start, end) => bytesIn(file, start, end));

const far = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, axis) => value - b[axis]!));

describe("CPHD", () => {
  it.each([
    ["Lisbon, tiny", lisbon, undefined],
    ["a strip, tiny", strip, "tiny"],
    ["a strip as the sensor resolves it", strip, "real"],
    ["Lisbon in 10 GB", lisbon, 10e9],
  ] as const)("SBX-07 %s is accepted by a reader that knows only the standard", (_, scene, size) => {
    const file = cphdOf(scene, size);
    const content = read(file);
    expect([...content.header.keys()]).not.toContain("SUPPORT_BLOCK_SIZE");
    const vectors = [0, Math.floor(content.vectors / 2), content.vectors - 1].map((index) =>
      content.vector(index),
    );
    for (const vector of vectors) {
      const [tx, rx, srp] = [vector["TxPos"]!, vector["RcvPos"]!, vector["SRPPos"]!];
      // The echo returns after the way there and back, whose length includes the antenna's movement until then.
      const delay = (far(tx, srp) + far(rx, srp)) / LIGHT;
      expect(vector["RcvTime"]![0]! - vector["TxTime"]![0]!).toBeCloseTo(delay, 12);
      // A satellite at 525 km or so, at its speed.
      expect(Math.hypot(...tx)).toBeGreaterThan(6_850_000);
      expect(Math.hypot(...tx)).toBeLessThan(6_930_000);
      expect(Math.hypot(...vector["TxVel"]!)).toBeGreaterThan(6_500);
      expect(Math.hypot(...vector["TxVel"]!)).toBeLessThan(7_900);
      expect(vector["FX2"]![0]!).toBeGreaterThan(vector["FX1"]![0]!);
      expect(vector["SC0"]).toEqual(vector["FX1"]);
      // Sampled densely enough for the saved swath (the standard's FX_OSR).
      const swath = vector["TOA2"]![0]! - vector["TOA1"]![0]!;
      expect(1 / (vector["SCSS"]![0]! * swath)).toBeGreaterThan(1.1);
      expect(content.samples).toBeCloseTo(
        (vector["FX2"]![0]! - vector["FX1"]![0]!) / vector["SCSS"]![0]! + 1,
        3,
      );
    }
    // Velocity is the change of the position.
    const [first, middle, last] = vectors as [(typeof vectors)[0], (typeof vectors)[0], (typeof vectors)[0]];
    const seconds = last["TxTime"]![0]! - first["TxTime"]![0]!;
    expect(seconds).toBeCloseTo((scene.endMs - scene.startMs) / 1000, 6);
    const flown = last["TxPos"]!.map((value, axis) => (value - first["TxPos"]![axis]!) / seconds);
    expect(far(flown, middle["TxVel"]!)).toBeLessThan(20);
    const parts = Array.from({ length: 20 }, (_, at) =>
      content.sample(content.vectors - 1, at % content.samples),
    ).flat();
    expect(new Set(parts).size).toBeGreaterThan(10);
  });

  it("SBX-07 the middle vector sees the scene as its item describes it", () => {
    for (const scene of [lisbon, strip]) {
      const content = read(cphdOf(scene));
      const number = (name: string): number =>
        Number(new RegExp(`<${name}>([^<]+)<`, "u").exec(content.xml)![1]);
      expect(number("IncidenceAngle")).toBeCloseTo(scene.incidenceAngleDegrees, 1);
      expect(number("AzimuthAngle")).toBeCloseTo(scene.azimuthDegrees, 0);
      expect(content.xml).toContain(`<SideOfTrack>${scene.observationDirection === "left" ? "L" : "R"}<`);
      expect(content.xml).toContain(`<CoreName>${scene.id}<`);
    }
  });

  it.each([
    [
      "a size in the header",
      (text: string) => text.replace(/PVP_BLOCK_SIZE := (\d)/u, "PVP_BLOCK_SIZE := 9"),
      /inside of the vectors|records/u,
    ],
    ["the version", (text: string) => text.replace("CPHD/1.1.0", "CPHD/1.0.1"), /begins with/u],
    ["a key", (text: string) => text.replace("RELEASE_INFO", "RELEASE_NOTE"), /no key/u],
    [
      "the number of samples",
      (text: string) => text.replace(/(<NumVectors>\d+<\/NumVectors><NumSamples>)\d/u, "$19"),
      /samples/u,
    ],
    ["a parameter's place", (text: string) => text.replace("<Offset>4<", "<Offset>3<"), /overlaps/u],
    ["the end of the XML", (text: string) => text.replace("</CPHD>\f\n", "</CPHD>\n\f"), /form feed/u],
    ["a parameter's name", (text: string) => text.replaceAll("aFRR2>", "aFRR3>"), /no aFRR2/u],
  ])("the reader refuses a file with an error in %s", (_, spoil, fault) => {
    const right = bytesIn(cphdOf(lisbon));
    const wrong = Buffer.from(spoil(right.toString("latin1")), "latin1");
    expect(wrong.equals(right)).toBe(false);
    expect(() => readCphd(wrong.length, (start, end) => wrong.subarray(start, end))).toThrow(fault);
    expect(() => readCphd(right.length, (start, end) => right.subarray(start, end))).not.toThrow();
  });

  it("a truncated file is refused", () => {
    const right = bytesIn(cphdOf(lisbon));
    const cut = right.subarray(0, -4);
    expect(() => readCphd(cut.length, (start, end) => cut.subarray(start, end))).toThrow(/the file at/u);
  });
});
