import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toGroundPoint } from "../../../../src/orbit/ellipsoid.ts";
import { computeLook } from "../../../../src/orbit/look.ts";
import { computeState } from "../../../../src/orbit/propagation.ts";
import { SATELLITES } from "../../../../src/sandbox/fleet.ts";
import type { ProductFile } from "../../../../src/sandbox/imagery/product-file.ts";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import type { Scene } from "../../../../src/sandbox/imagery/view-geometry.ts";
import { gdal, needGdal } from "../../../gdal.ts";
import { newFolder } from "../../../new-folder.ts";
import { flownOver } from "./flown.ts";
import { assetOf, bytesIn, writeSparse } from "./scenes.ts";

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

const SCENES = [
  ["Lisbon from the right", flownOver("Lisbon", [-9.1362, 38.7069])],
  ["Etna from the left", flownOver("Etna", [14.99, 37.75], { side: "left", type: "spotlight_ultra" })],
  ["a strip at Ushuaia", flownOver("Ushuai", [-68.3, -54.8], { type: "stripmap_20" })],
  ["Taveuni, cut at the antimeridian", flownOver("Taveun", [179.995, -16.85], { type: "spotlight_wide" })],
  ["Stromboli, squinted", flownOver("Stromb", [15.21, 38.79], { side: "left", squint: 30 })],
] as const;

/** NITF has corners in whole seconds of arc. */
const HALF_A_SECOND = 0.5001 / 3600;

interface NitfInfo {
  driverShortName: string;
  size: [number, number];
  metadata: Record<string, Record<string, string>>;
  bands: { type: string; metadata?: Record<string, Record<string, string>>; checksum?: number }[];
}

async function open(product: "SICD" | "SIDD", scene: Scene): Promise<[ProductFile, NitfInfo, string]> {
  const file = assetOf(listProductFiles(scene, product), "VV");
  const path = join(folder, file.fileName);
  await writeSparse(path, file);
  const info = JSON.parse(await gdal("gdalinfo", "-json", "-checksum", path)) as NitfInfo;
  return [file, info, path];
}

/** Corners in an IGEOLO field: upper left, upper right, lower right, lower left. */
function cornersOf(info: NitfInfo): [number, number][] {
  const text = info.metadata[""]!["NITF_IGEOLO"]!;
  const degrees = (d: string, m: string, s: string, half: string): number =>
    (Number(d) + Number(m) / 60 + Number(s) / 3600) * ("SW".includes(half) ? -1 : 1);
  return [...text.matchAll(/(\d{2})(\d{2})(\d{2})([NS])(\d{3})(\d{2})(\d{2})([EW])/gu)].map((found) => {
    const [, a, b, c, ns, d, e, f, ew] = found as unknown as string[];
    return [degrees(d!, e!, f!, ew!), degrees(a!, b!, c!, ns!)];
  });
}

/** The distance of the flight from each corner on the ground: near ones are smaller. A squint looks ahead along the track. */
const distanceFromTrack = (scene: Scene, [longitude, latitude]: [number, number]): number => {
  const state = computeState(SATELLITES[scene.satellite]!, scene.datetimeMs);
  const { headingDegrees } = computeLook(state, toGroundPoint(...scene.center));
  const heading = (headingDegrees * Math.PI) / 180;
  const east =
    (((longitude - scene.center[0] + 540) % 360) - 180) * Math.cos((scene.center[1] * Math.PI) / 180);
  const north = latitude - scene.center[1];
  const right = east * Math.cos(heading) - north * Math.sin(heading);
  return scene.observationDirection === "right" ? right : -right;
};

/** The signed area of corners in order: positive when they run counter-clockwise on the ground. */
function turnOf(scene: Scene, corners: [number, number][]): number {
  const plane = corners.map(([lon, lat]) => [((lon - scene.center[0] + 540) % 360) - 180, lat] as const);
  return plane.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = plane[(at + 1) % plane.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
}

const cases = SCENES.flatMap(([place, scene]) =>
  (["SICD", "SIDD"] as const).map((product) => [product, place, scene] as const),
);

describe("NITF products in GDAL", () => {
  it.for(cases)("SBX-07 %s of %s opens with its size, bands and corners", async (row, context) => {
    await needGdal(context);
    const [product, , scene] = row;
    const [file, info] = await open(product, scene);
    const bands =
      product === "SICD"
        ? [
            { type: "Int16", metadata: { "": { NITF_ISUBCAT: "I" } } },
            { type: "Int16", metadata: { "": { NITF_ISUBCAT: "Q" } } },
          ]
        : [{ type: "UInt16" }];
    expect(info).toMatchObject({ driverShortName: "NITF", bands });
    expect(info.bands).toHaveLength(bands.length);
    for (const { checksum } of info.bands) expect(checksum).toBeGreaterThan(0);
    expect([info.size[1], info.size[0]]).toEqual(file.fields["proj:shape"]);
    expect(info.metadata[""]).toMatchObject({
      NITF_ICAT: "SAR",
      NITF_IID2: `${product}: ${scene.id}_${product}`,
    });

    const corners = cornersOf(info);
    const footprint = (scene.geometry.coordinates.flat(2) as unknown[]).some(Array.isArray)
      ? (scene.geometry.coordinates as number[][][][]).flat(2)
      : (scene.geometry.coordinates as number[][][]).flat();
    for (const [longitude, latitude] of corners) {
      const isCorner = footprint.some(
        ([lon, lat]) =>
          Math.abs(lon! - longitude) <= HALF_A_SECOND && Math.abs(lat! - latitude) <= HALF_A_SECOND,
      );
      expect(isCorner, `${longitude} ${latitude}`).toBe(true);
    }
    // The first line is the one nearest to the flight, and the image is seen from above, not mirrored.
    const [near, nearToo, far, farToo] = corners.map((corner) => distanceFromTrack(scene, corner));
    expect(Math.max(near!, nearToo!)).toBeLessThan(Math.min(far!, farToo!));
    expect(turnOf(scene, corners)).toBeLessThan(0);
  });

  it("SBX-07 GDAL reads the numbers in the file", async (context) => {
    await needGdal(context);
    for (const product of ["SICD", "SIDD"] as const) {
      const [file, info, path] = await open(product, SCENES[0][1]);
      const bytes = bytesIn(file);
      // Lengths of the file's own header and of the image's, at the offsets of MIL-STD-2500C.
      const pixelsAt =
        Number(bytes.toString("latin1", 354, 360)) + Number(bytes.toString("latin1", 363, 369));
      for (const [column, line] of [
        [0, 0],
        [17, 3],
        [info.size[0] - 1, info.size[1] - 1],
      ] as const) {
        const at = pixelsAt + (line * info.size[0] + column) * info.bands.length * 2;
        const stored =
          product === "SICD" ? [bytes.readInt16BE(at), bytes.readInt16BE(at + 2)] : [bytes.readUInt16BE(at)];
        const read = await gdal("gdallocationinfo", "-valonly", path, String(column), String(line));
        expect(read.trim().split(/\s+/u).map(Number)).toEqual(stored);
      }
    }
  });

  it.for([
    ["SICD", 9.9e9, 4],
    ["SIDD", 9.9e9, 2],
    ["SICD", 5e9, 4],
  ] as const)(
    "SBX-07 %s of up to %d bytes opens, down to its last pixel",
    async ([product, limit, depth], context) => {
      await needGdal(context);
      // Ten gigabytes are requested: the format ends before.
      const size = limit === 9.9e9 ? 10e9 : limit;
      const file = assetOf(listProductFiles(SCENES[0][1], product, size), "VV");
      expect(file.length).toBeLessThanOrEqual(limit);
      expect(file.length).toBeGreaterThan(limit * 0.998);
      const path = join(folder, "big.ntf");
      await writeSparse(path, file, 4096, 200_000);
      const info = JSON.parse(await gdal("gdalinfo", "-json", path)) as NitfInfo;
      const [width, height] = info.size;
      expect(width * height * depth).toBeGreaterThan(limit * 0.997);
      const last = await gdal("gdallocationinfo", "-valonly", path, String(width - 1), String(height - 1));
      expect(
        last
          .trim()
          .split(/\s+/u)
          .map(Number)
          .some((value) => value !== 0),
      ).toBe(true);
      await rm(path);
    },
  );
});
