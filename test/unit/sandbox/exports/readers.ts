import { DuckDBInstance } from "@duckdb/node-api";
import { gdal } from "../../../gdal.ts";

/** A footprint in an independent reader: attributes as text, rings in one spelling. */
export interface ReadRow {
  attributes: Record<string, string>;
  /** Rings from their least corner on, counter-clockwise, sorted. */
  rings: string[];
}

/** Rows of a GeoPackage or a zipped shapefile, by GDAL. Fails on any warning. */
export async function readWithGdal(path: string): Promise<ReadRow[]> {
  const source = path.endsWith(".zip") ? `/vsizip/${path}` : path;
  const text = await gdal("ogrinfo", "-al", "-q", source);
  return text
    .split(/^OGRFeature\(.*$/mu)
    .slice(1)
    .map((feature) => {
      const lines = feature.split("\n").map((line) => line.trim());
      const cells = lines.flatMap((line) => {
        const [, name, value] = /^(\w+) \([^)]*\) = (.*)$/u.exec(line) ?? [];
        return name === undefined || value === undefined || value === "(null)"
          ? []
          : [[name, name === "datetime" ? plainTime(value) : value] as const];
      });
      const wkt = lines.find((line) => line.includes("POLYGON")) ?? "";
      return { attributes: Object.fromEntries(cells), rings: ringsOf(wkt) };
    });
}

/** Rows of a GeoParquet file, by DuckDB. */
export async function readWithDuckDb(path: string): Promise<ReadRow[]> {
  const rows = await queryDuckDb(
    `SELECT * EXCLUDE (geometry, bbox), geometry::VARCHAR AS wkt FROM read_parquet('${path}')`,
  );
  return rows.map(({ wkt, ...cells }) => ({
    attributes: Object.fromEntries(
      Object.entries(cells)
        .filter(([, cell]) => cell !== null)
        .map(([name, cell]) => [name, name === "datetime" ? plainTime(String(cell)) : String(cell)]),
    ),
    rings: ringsOf(String(wkt)),
  }));
}

export async function queryDuckDb(sql: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  return (await connection.runAndReadAll(sql)).getRowObjectsJson();
}

/** `2026/03/10 01:02:03+00`, `2026-03-10 01:02:03.004` and `2026-03-10T01:02:03.004Z` -> milliseconds. */
const plainTime = (text: string): string => {
  const [date = "", time = ""] = text.replaceAll("/", "-").split(/[ T]/u);
  return String(Date.parse(`${date}T${time.replace(/(?:Z|\+00)$/u, "")}Z`));
};

type Corner = readonly [number, number];

function ringsOf(wkt: string): string[] {
  const rings = [...wkt.matchAll(/\(([^()]+)\)/gu)].map(([, ring = ""]) =>
    ring
      .split(",")
      .map((corner) => corner.trim().split(/\s+/u).map(Number) as unknown as Corner)
      .slice(1),
  );
  return rings.map((ring) => oneSpelling(ring)).toSorted();
}

/** Twice the area; positive when counter-clockwise. */
export const doubleArea = (ring: readonly Corner[]): number =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);

function oneSpelling(ring: readonly Corner[]): string {
  const turned = doubleArea(ring) > 0 ? ring : ring.toReversed();
  const spellings = turned.map((_corner, at) => [...turned.slice(at), ...turned.slice(0, at)].join(" "));
  return spellings.toSorted()[0] ?? "";
}
