/** Items with an invalid footprint, or with more corners than can be measured: reported, and never the end of a run. */
import { expect, it } from "vitest";
import { runScripted } from "./scripted-service.ts";

const SEARCH = "POST /catalog/search";
const BOX = "--bbox -9.5,38.5,-9,39";
const square = (x: number, y: number, size = 0.1) => ({
  type: "Polygon",
  coordinates: [
    [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ],
  ],
});
const item = (id: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: "Feature",
  id,
  collection: "c",
  geometry: square(-9.3, 38.7),
  properties: {
    datetime: "2026-03-01T00:00:00Z",
    "sar:product_type": "GEO",
    "vendor:collect_id": `0000000${id.length}-1111-4222-8333-444444444444`,
    "view:incidence_angle": 30,
    "view:azimuth": 90,
    platform: "s1",
  },
  assets: {},
  ...more,
});
const found = (...features: unknown[]) => ({ [SEARCH]: [{ body: { type: "FeatureCollection", features } }] });

const OUTPUTS = [
  `catalog search ${BOX}`,
  `catalog search ${BOX} --json`,
  `catalog search ${BOX} --output csv`,
  `catalog search ${BOX} --columns id,time,products,resolution,covers`,
  `catalog search ${BOX} --output html`,
  `catalog search ${BOX} --output map`,
  `catalog search ${BOX} --cover --output id`,
  `catalog search ${BOX} --per day`,
  `catalog stacks ${BOX}`,
  `catalog stacks ${BOX} --output html`,
];

const polygon = (coordinates: unknown) => ({ geometry: { type: "Polygon", coordinates } });

it.each([
  ["coordinates as text", polygon("x"), "coordinates is not an array"],
  ["a ring as text", polygon(["x"]), "coordinates[0] is not an array"],
  ["null positions", polygon([[null, null, null, null]]), "coordinates[0][0] is not an array"],
  ["null in a position", polygon([[[1, 1], [null, 2], ["a", 3], [1, 1]]]), "coordinates[0][1] contains null in place of a number"], // prettier-ignore
  ["a polygon without rings", polygon([]), "the Polygon has no positions"],
  ["a ring of three positions", polygon([[[0, 0], [1, 1], [0, 0]]]), "the Polygon has a ring or a line of fewer than 4 positions"], // prettier-ignore
  ["an unknown kind", { geometry: { type: "Nonsense" } }, '"Nonsense" is not a GeoJSON geometry type'],
  ["a geometry as text", { geometry: "x" }, "the geometry is a string"],
  ["corners at a thousand million degrees", { geometry: square(-1e9, -1e9, 2e9) }, "the position -1000000000,-1000000000 is not on the globe"], // prettier-ignore
])(
  "CATALOG-36 %s is reported once, and every output is complete",
  async (_title, wrong, fault) => {
    for (const command of OUTPUTS) {
      const run = await runScripted(command, found(item("a"), item("bad", wrong), item("worse", wrong)));
      expect([command, run.exitCode, run.stderr]).toEqual([command, 0, expect.any(String)]);
      expect(run.stderr.match(/no footprint that can be read/g)).toHaveLength(1);
      expect(run.stderr).toContain(`2 items have no footprint that can be read; the first is bad: ${fault}`);
    }
  },
  20_000,
);

it("CATALOG-36 JSON shows properties and geometry exactly as the service sent them", async () => {
  const odd = [
    item("a", { properties: null, geometry: "x" }),
    item("b", { properties: "p", geometry: null }),
  ];
  const run = await runScripted("catalog search --json", found(...odd));
  expect(run.exitCode).toBe(0);
  expect(JSON.parse(run.stdout)).toEqual(odd);
  expect(run.stderr).toBe("Warning: item a has no footprint that can be read: the geometry is a string\n");
});

/** A star with many more corners than a footprint has, crossed everywhere by its neighbours. */
const star = (x: number, y: number, corners: number) => {
  const ring = Array.from({ length: corners }, (_, at) => {
    const angle = (at / corners) * 2 * Math.PI;
    const radius = 0.1 + 0.04 * Math.sin(at * 7);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return { type: "Polygon", coordinates: [[...ring, ring[0]]] };
};

it("VIEW-03 footprints of 20,000 corners are measured as an estimate, and drawn with fewer corners", async () => {
  const stars = [0, 1, 2, 3].map((at) =>
    item("x".repeat(at + 1), { geometry: star(-9.25 + at * 0.01, 38.75, 20_000) }),
  );
  const shares = await runScripted(`catalog search ${BOX} --columns id,covers`, found(...stars));
  expect(shares.stdout).toMatch(/^x\t~1[0-9](\.\d)?%$/m);
  const cover = await runScripted(`catalog search ${BOX} --cover --output id`, found(...stars));
  expect(cover.exitCode).toBe(0);
  expect(cover.stderr).toMatch(/scenes? covers? ~\d/);
  const page = await runScripted(`catalog search ${BOX} --output html`, found(...stars));
  expect(page.stdout.length).toBeLessThan(1_500_000);
  expect((await runScripted(`catalog search ${BOX} --output map`, found(...stars))).exitCode).toBe(0);
  expect((await runScripted(`catalog stacks ${BOX}`, found(...stars))).exitCode).toBe(0);
});
