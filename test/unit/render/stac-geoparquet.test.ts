import * as fc from "fast-check";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import type { Feature } from "../../../src/geo/geojson.ts";
import { writeGeoParquet } from "../../../src/render/stac-geoparquet.ts";

async function* pagesOf(features: readonly Feature[], size = 700): AsyncGenerator<readonly Feature[]> {
  for (let at = 0; at < features.length; at += size) yield features.slice(at, at + size);
}

/** Writes the features; returns the rows that another reader finds, and the longest write. */
async function written(features: readonly Feature[]) {
  const chunks: Buffer[] = [];
  const count = await writeGeoParquet(
    pagesOf(features),
    async (bytes) => void chunks.push(Buffer.from(bytes)),
  );
  const bytes = new Uint8Array(Buffer.concat(chunks)).buffer;
  return { count, rows: await parquetReadObjects({ file: bytes }), writes: chunks.length };
}

const featureOf = (properties: Record<string, unknown>, rest: Partial<Feature> = {}): Feature => ({
  type: "Feature",
  id: "one",
  geometry: null,
  ...rest,
  properties,
});

describe("columns of features", () => {
  it("DELIV-04 a value that only a late row has is a column of all rows", async () => {
    const features = Array.from({ length: 4500 }, (_, at) =>
      featureOf(at === 4400 ? { late: "yes" } : { early: at }, { id: `row-${at}` }),
    );
    const { count, rows, writes } = await written(features);
    expect(count).toBe(4500);
    expect(rows.map(({ id }) => id as unknown)).toEqual(features.map(({ id }) => id));
    expect(rows[4400]).toMatchObject({ early: null, late: "yes" });
    expect(rows[1]).toMatchObject({ early: 1n, late: null });
    // Three row groups and the end of the file.
    expect(writes).toBe(4);
  });

  it("DELIV-04 a column without fractions has integers, times keep their microseconds, mixed values are JSON", async () => {
    const { rows } = await written([
      featureOf({ whole: 1, half: 1, datetime: "2026-03-01T00:00:00.123456Z", mixed: 1, list: [1, null] }),
      featureOf({ whole: 2, half: 0.5, datetime: null, mixed: { a: [] }, list: [], open: {} }),
    ]);
    expect(rows[0]).toMatchObject({ whole: 1n, half: 1, mixed: 1, list: [1n, null] });
    expect(rows[0]?.["datetime"]).toBe("2026-03-01T00:00:00.123456Z");
    expect(rows[1]).toMatchObject({ whole: 2n, half: 0.5, mixed: { a: [] }, list: [], open: {} });
  });

  it("DELIV-04 a time without a zone stays text", async () => {
    const { rows } = await written([featureOf({ datetime: "2026-03-01" }), featureOf({ datetime: null })]);
    expect(rows[0]?.["datetime"]).toBe("2026-03-01");
  });

  it("DELIV-04 a property with the name of a member is kept", async () => {
    const { rows } = await written([featureOf({ id: 7, geometry: "none" }, { collection: "c" })]);
    expect(rows[0]).toMatchObject({ id: "one", collection: "c" });
    expect(rows[0]?.["properties.id"]).toBe(7n);
    expect(rows[0]?.["properties.geometry"]).toBe("none");
  });

  it("DELIV-04 an object whose names are values is one column of JSON", async () => {
    const assets = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`file-${at}`, { href: "x" }]));
    const { rows } = await written([featureOf({}, { assets })]);
    expect(rows[0]?.["assets"]).toEqual(assets);
  });

  it("DELIV-04 no features make an empty file", async () => {
    expect(await written([])).toMatchObject({ count: 0, rows: [] });
  });

  it("DELIV-04 any JSON in any row is written and read", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 }),
        async (all) => {
          const features = all.map((properties) =>
            featureOf(JSON.parse(JSON.stringify(properties)) as object as Record<string, unknown>),
          );
          expect((await written(features)).rows).toHaveLength(features.length);
        },
      ),
      { numRuns: 150 },
    );
  });
});
