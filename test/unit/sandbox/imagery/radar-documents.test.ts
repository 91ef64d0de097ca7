import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toGroundPoint } from "../../../../src/orbit/ellipsoid.ts";
import { computeLook } from "../../../../src/orbit/look.ts";
import { computeState } from "../../../../src/orbit/propagation.ts";
import { SATELLITES } from "../../../../src/sandbox/fleet.ts";
import { computeViewGeometry } from "../../../../src/sandbox/imagery/view-geometry.ts";
import { need } from "../../../need.ts";
import { newFolder } from "../../../new-folder.ts";
import { documentIn } from "./documents.ts";
import { flownOver } from "./flown.ts";

const run = promisify(execFile);
const SCHEMAS = join(import.meta.dirname, "../../../fixtures/sar-schemas");

const SCENES = [
  flownOver("Lisbon", [-9.1362, 38.7069]),
  flownOver("Etna", [14.99, 37.75], { side: "left", squint: -15 }),
  flownOver("Taveun", [179.995, -16.85], { side: "left", type: "spotlight_wide" }),
  flownOver("Ushuai", [-68.3, -54.8], { type: "stripmap_50" }),
];

const PRODUCTS = [
  ["SICD", "SICD_schema_V1.3.0_2021_11_30.xsd"],
  ["SIDD", "SIDD_schema_V3.0.0.xsd"],
  ["CPHD", "CPHD_schema_V1.1.0_2021_11_30_FINAL.xsd"],
] as const;

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

/** Errors from xmllint; undefined without it. */
async function judge(schema: string, document: string): Promise<string | undefined> {
  const path = join(folder, "document.xml");
  await writeFile(path, document);
  try {
    await run("xmllint", ["--noout", "--nonet", "--schema", join(SCHEMAS, schema), path]);
    return "";
  } catch (error) {
    const { code, stderr } = error as { code: unknown; stderr: string };
    return code === "ENOENT" ? undefined : stderr;
  }
}

describe("the documents inside radar products", () => {
  it.for(PRODUCTS)(
    "SBX-07 the XML of %s is valid by its official schema",
    async ([product, schema], context) => {
      for (const scene of SCENES) {
        for (const size of [undefined, 6e9]) {
          const verdict = await judge(schema, documentIn(scene, product, size));
          need(verdict !== undefined, "xmllint is not installed (Debian: libxml2-utils)", context);
          expect(verdict, scene.id).toBe("");
        }
      }
      const spoilt = documentIn(SCENES[0]!, product).replace(/<ARPPoly>|<TxTime>/u, "<Nothing/>$&");
      expect(await judge(schema, spoilt)).toMatch(/Nothing/u);
    },
  );

  it("SBX-07 position, velocity and angles are those of the satellite at that moment", () => {
    for (const scene of SCENES) {
      const view = computeViewGeometry(scene);
      const { position, velocity } = computeState(SATELLITES[scene.satellite]!, scene.datetimeMs);
      for (const axis of ["x", "y", "z"] as const) {
        expect(view.position[axis]).toBeCloseTo(position[axis] * 1000, 2);
        expect(view.velocity[axis]).toBeCloseTo(velocity[axis] * 1000, 1);
      }
      const look = computeLook({ position, velocity }, toGroundPoint(...scene.center));
      expect(90 - view.grazeDegrees).toBeCloseTo(look.incidenceAngleDegrees, 5);
      expect(view.azimuthDegrees).toBeCloseTo(look.azimuthDegrees, 5);
      expect(90 - view.dopplerConeDegrees).toBeCloseTo(look.squintAngleDegrees, 3);
      expect(view.slantRangeMetres / 1000).toBeCloseTo(look.rangeKm, 4);
      expect(view.side).toBe(look.side === "left" ? "L" : "R");
    }
  });

  it("SBX-07 SICD has the angles of its item, and the resolution of its samples", () => {
    for (const scene of SCENES) {
      for (const size of [undefined, 2e9]) {
        const xml = documentIn(scene, "SICD", size);
        const numbers = (name: string): number[] =>
          [...xml.matchAll(new RegExp(`<${name}>([^<]+)<`, "gu"))].map(([, value]) => Number(value));
        expect(numbers("IncidenceAng")[0]).toBeCloseTo(scene.incidenceAngleDegrees, 2);
        expect(numbers("AzimAng")[0]).toBeCloseTo(scene.azimuthDegrees, 2);
        const [rangeSpacing, azimuthSpacing] = numbers("SS") as [number, number];
        const bands = numbers("ImpRespBW");
        // Critically sampled or better: the band fits the spacing.
        expect(bands[0]! * rangeSpacing).toBeLessThan(1);
        expect(bands[1]! * azimuthSpacing).toBeLessThan(1);
        const [least, most] = [numbers("MinProc")[0]!, numbers("MaxProc")[0]!];
        expect(most - least).toBeLessThanOrEqual(numbers("Max")[0]! - numbers("Min")[0]! + 1);
        // From the first to the last sample all of the scene, and little more.
        const slope = (numbers("SlopeAng")[0]! * Math.PI) / 180;
        const width = (numbers("NumRows")[0]! - 1) * rangeSpacing;
        expect(width / (scene.type.widthKm * 1000 * Math.cos(slope))).toBeGreaterThan(0.9999);
        expect(width / (scene.type.widthKm * 1000 * Math.cos(slope))).toBeLessThan(1.05);
      }
    }
  });
});
