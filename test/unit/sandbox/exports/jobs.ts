import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExportFormat } from "../../../../src/contract/vocabulary.ts";
import { computeFootprint } from "../../../../src/orbit/footprint.ts";
import { Archive } from "../../../../src/sandbox/archive/archive.ts";
import type { Collect } from "../../../../src/sandbox/archive/collect.ts";
import { sliceColumns, type ExportJob, type Footprint } from "../../../../src/sandbox/exports/export-job.ts";
import { outlineOf } from "../../orbit/rectangle.ts";

export const AS_OF = Date.parse("2026-03-10T10:00:00Z");

export const tempFolder = (): string => mkdtempSync(join(tmpdir(), "swath-export-test-"));

const archive = new Archive({ seed: "exports", size: 1600, endMs: AS_OF, organizationIds: ["a", "b"] });

/** Scenes across the antimeridian, and one round the South Pole, as from tasks. */
const EDGES: readonly [name: string, longitude: number, latitude: number][] = [
  ["Taveuni", 179.99, -16.85],
  ["Wrangel Island", -179.97, 71.2],
  ["Amundsen-Scott", 45, -89.99],
];

const taskedAt = ([, ...center]: (typeof EDGES)[number], at: number): Collect => {
  const collect = archive.collectAt(at);
  const { widthKm, lengthKm } = collect.type;
  const scene = { center, azimuthDegrees: 80, widthKm, lengthKm };
  return {
    ...collect,
    ...computeFootprint(outlineOf(scene), center),
    center,
    id: `0000000${at}-0000-4000-8000-000000000000`,
    datetimeMs: AS_OF - (40 - at) * 3_600_000,
    holdback: undefined,
  };
};

const TASKED: readonly Footprint[] = EDGES.map((edge, at) => ({
  collect: taskedAt(edge, at),
  productTypes: ["GEO", "SICD"],
}));

/** An export of 1,600 archive collects and three of tasks. */
export function jobFor(
  exportFormat: ExportFormat,
  path: string,
  changes: Partial<ExportJob> = {},
): ExportJob {
  const { columns, context } = archive.table();
  return {
    exportFormat,
    path,
    layer: "vendor_archive_export_full",
    asOfMs: AS_OF,
    columns: sliceColumns(columns, -Infinity, Infinity),
    context,
    tasked: TASKED,
    generated: new Map(),
    ...changes,
  };
}

/** The same without rows. */
export const emptyJobFor = (exportFormat: ExportFormat, path: string): ExportJob =>
  jobFor(exportFormat, path, {
    columns: sliceColumns(archive.table().columns, 0, 0),
    tasked: [],
  });

/** The expected content of the export, directly from the archive. */
export const publicCollects = (): Collect[] => [
  ...archivedCollects(),
  ...TASKED.map(({ collect }) => collect),
];

export const archivedCollects = (): Collect[] =>
  [...archive.collects()].filter(({ holdback }) => holdback === undefined || holdback.untilMs <= AS_OF);

export const heldCollects = (): Collect[] => {
  const shown = new Set(publicCollects().map(({ id }) => id));
  return [...archive.collects()].filter(({ id }) => !shown.has(id));
};
