/** The constraints of a request in the geometry of a scene. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StacItem } from "../../../src/contract/read-items.ts";
import { readSceneGeometry, type SceneConstraints } from "../../../src/domain/catalog/scene-geometry.ts";
import { findPair, readCollects, USUAL_LIKENESS, type Collect } from "../../../src/domain/catalog/stacks.ts";

type Properties = Record<string, unknown>;

const KNOWN: Properties = {
  datetime: "2026-01-01T00:00:00Z",
  platform: "vendor-01",
  "sat:orbit_state": "ascending",
  "sar:observation_direction": "right",
  "sar:instrument_mode": "stripmap",
  "sar:polarizations": ["HH"],
  "view:off_nadir": 30,
  "vendor:squint_angle": 0,
  "vendor:orbital_plane": 97,
  "vendor:target_azimuth_angle": 260,
  "vendor:collection_type": "stripmap_50",
};

let serial = 0;
const ring = (west: number, east: number): number[][] => [
  [west, 51],
  [east, 51],
  [east, 52],
  [west, 52],
  [west, 51],
];

function sceneOf(
  properties: Properties = {},
  geometry: StacItem["geometry"] = { type: "Polygon", coordinates: [ring(4, 5)] },
): Collect {
  serial += 1;
  const item: StacItem = {
    type: "Feature",
    id: `item-${serial}`,
    collection: "archive",
    geometry,
    properties: { ...KNOWN, "vendor:collect_id": `collect-${serial}`, ...properties },
  };
  return readCollects([item])[0]!;
}

const constraintsOf = (properties: Properties): SceneConstraints =>
  readSceneGeometry(sceneOf(properties)).constraints;

/** Whether an image of another time meets the constraints and the squints of a scene. */
function isMet(
  { constraints, squint }: ReturnType<typeof readSceneGeometry>,
  { orbitState, lookDirection, plane, lookAngle = 0, squint: own = 0, polarization }: Collect,
): boolean {
  return (
    orbitState === constraints.orbitState &&
    lookDirection === constraints.lookDirection &&
    constraints.orbitalPlane!.includes(plane!) &&
    lookAngle >= constraints.offNadirMin! &&
    lookAngle <= constraints.offNadirMax! &&
    own >= squint![0] &&
    own <= squint![1] &&
    polarization === constraints.polarization
  );
}

describe("PAIR-05 the constraints of a scene", () => {
  it("are met by an image of the same satellite, mode and place exactly if it is alike", () => {
    const quarter = (most: number) => fc.integer({ min: -4 * most, max: 4 * most }).map((count) => count / 4);
    fc.assert(
      fc.property(
        fc.record({ look: quarter(2), squint: quarter(4) }),
        fc.constantFrom("ascending", "descending"),
        fc.constantFrom("left", "right"),
        fc.constantFrom(45, 53, 97),
        fc.constantFrom("HH", "VV"),
        ({ look, squint }, orbit, side, plane, polarization) => {
          const other = sceneOf({
            datetime: "2026-01-13T00:00:00Z",
            "sat:orbit_state": orbit,
            "sar:observation_direction": side,
            "vendor:orbital_plane": plane,
            "sar:polarizations": [polarization],
            "view:off_nadir": 30 + look,
            "vendor:squint_angle": squint,
          });
          const isAlike = findPair(sceneOf(), other, USUAL_LIKENESS) !== undefined;
          expect(isMet(readSceneGeometry(sceneOf()), other)).toBe(isAlike);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("have the centre of the footprint, and the collection type", () => {
    const { centre, type, satellite } = readSceneGeometry(sceneOf());
    expect(centre.coordinates.map((degrees) => degrees.toFixed(1))).toEqual(["4.5", "51.5"]);
    expect([type, satellite]).toEqual(["stripmap_50", "vendor-01"]);
  });

  it("have a centre at the antimeridian for a footprint that is split there", () => {
    const split = sceneOf(
      {},
      { type: "MultiPolygon", coordinates: [[ring(179.5, 180)], [ring(-180, -179.8)]] },
    );
    const [longitude] = readSceneGeometry(split).centre.coordinates;
    expect(longitude).toBeCloseTo(179.85, 3);
  });

  it("turn azimuths through North, and stay within 0 and 90 degrees off nadir", () => {
    expect(constraintsOf({ "vendor:target_azimuth_angle": 1 })).toMatchObject({
      azimuthMin: 358,
      azimuthMax: 4,
    });
    expect(constraintsOf({ "view:off_nadir": 0.4 })).toMatchObject({ offNadirMin: 0, offNadirMax: 1.4 });
  });

  it.each<[string, Properties, SceneConstraints]>([
    ["forward", { "vendor:squint_angle": 14.6 }, { squint: "forward", maxSquintAngle: 15 }],
    ["backward", { "vendor:squint_angle": -30 }, { squint: "backward", maxSquintAngle: 30 }],
  ])("ask for the squint of a stripmap scene: %s", (_title, properties, expected) => {
    expect(constraintsOf(properties)).toMatchObject(expected);
    const spotlight = constraintsOf({ ...properties, "vendor:collection_type": "spotlight" });
    expect(spotlight.squint).toBeUndefined();
  });

  it("use the incidence where the off-nadir angle is unknown, and no azimuth with its vertex below the satellite", () => {
    const found = constraintsOf({
      "view:off_nadir": undefined,
      "view:incidence_angle": 35,
      "vendor:target_azimuth_angle": undefined,
      "view:azimuth": 80,
    });
    expect(found).toMatchObject({ grazingMin: 54, grazingMax: 56 });
    expect(found.offNadirMin).toBeUndefined();
    expect(found.azimuthMin).toBeUndefined();
  });

  it("PAIR-06 list what the interface has no field for, and what the catalog does not have", () => {
    expect(readSceneGeometry(sceneOf())).toMatchObject({ unasked: ["satellite vendor-01"], unknown: [] });
    const bare = readSceneGeometry(
      sceneOf({
        platform: undefined,
        "view:off_nadir": undefined,
        "vendor:squint_angle": undefined,
        "vendor:target_azimuth_angle": undefined,
        "vendor:collection_type": undefined,
        "vendor:orbital_plane": 63,
        "sar:polarizations": ["HH", "HV"],
        "sat:orbit_state": "geostationary",
      }),
    );
    expect(bare.unasked).toEqual(["orbital plane 63", "polarizations HH,HV"]);
    expect(bare.unknown).toEqual(["look angle", "squint and azimuth", "collection type"]);
    expect(bare.constraints).toEqual({ lookDirection: "right" });
  });
});
