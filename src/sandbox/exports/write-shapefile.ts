import { open } from "node:fs/promises";
import { breathe } from "./breathe.ts";
import { DbaseTable } from "./dbase-table.ts";
import type { ExportJob } from "./export-job.ts";
import { footprintsOf } from "./footprints-of.ts";
import { ShapefileShapes } from "./shapefile-shapes.ts";
import { ZipWriter } from "./zip-writer.ts";

const ROWS_PER_BATCH = 500;

/** Bytes that are compressed at once. */
const BLOCK_BYTES = 256 * 1024;

// Shapefile readers know the system by this text, and tell UTF-8 by the other.
const PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const CPG = "UTF-8";

/** A zip of .shp, .shx, .dbf, .prj and .cpg; a footprint cut at the antimeridian is one record of several parts. */
export async function writeShapefile(job: ExportJob): Promise<void> {
  const shapes = new ShapefileShapes();
  for (const batch of footprintsOf(job, ROWS_PER_BATCH)) {
    for (const { collect } of batch) shapes.add(collect.geometry);
    await breathe();
  }
  await writeZip(job, [
    ["shp", shapes.main()],
    ["shx", shapes.index()],
    ["dbf", dbase(job, shapes.count)],
    ["prj", [Buffer.from(PRJ)]],
    ["cpg", [Buffer.from(CPG)]],
  ]);
}

function* dbase(job: ExportJob, count: number): Generator<Buffer> {
  const table = new DbaseTable(job.context.vendorPrefix);
  yield table.header(count, job.asOfMs);
  for (const batch of footprintsOf(job, ROWS_PER_BATCH)) yield table.rows(batch);
  yield table.end();
}

type Member = readonly [extension: string, pieces: Iterable<Buffer>];

async function writeZip({ path, layer, asOfMs }: ExportJob, members: readonly Member[]): Promise<void> {
  const file = await open(path, "w");
  try {
    const zip = new ZipWriter(file, asOfMs);
    for (const [extension, pieces] of members) {
      await zip.add(`${layer}.${extension}`, inBlocks(pieces));
      await breathe();
    }
    await zip.end();
  } finally {
    await file.close();
  }
}

function* inBlocks(pieces: Iterable<Buffer>): Generator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    size += piece.byteLength;
    if (size < BLOCK_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  yield Buffer.concat(waiting);
}
