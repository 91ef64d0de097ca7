import { open } from "node:fs/promises";
import { Zip, ZipDeflate } from "fflate";
import { breathe } from "./breathe.ts";
import { DbaseTable } from "./dbase-table.ts";
import type { ExportJob } from "./export-job.ts";
import { footprintsOf } from "./footprints-of.ts";
import { ShapefileShapes } from "./shapefile-shapes.ts";

const ROWS_PER_BATCH = 500;

/** Bytes that are compressed between two breaths. */
const BLOCK_BYTES = 256 * 1024;

/** Fast, and within a fifth of the smallest. */
const LEVEL = 4;

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
    const made: Uint8Array[] = [];
    let failure: Error | undefined;
    const zip = new Zip((error, chunk) => {
      failure ??= error ?? undefined;
      if (chunk !== undefined) made.push(chunk);
    });
    const drain = async (): Promise<void> => {
      if (failure !== undefined) throw failure;
      for (const chunk of made.splice(0)) await file.write(chunk);
      await breathe();
    };
    for (const [extension, pieces] of members) {
      const member = new ZipDeflate(`${layer}.${extension}`, { level: LEVEL });
      member.mtime = localTwin(asOfMs);
      zip.add(member);
      for (const block of inBlocks(pieces)) {
        member.push(block);
        await drain();
      }
      member.push(new Uint8Array(), true);
    }
    zip.end();
    await drain();
  } finally {
    await file.close();
  }
}

/** A zip holds local time without a zone: the moment whose local time reads as our UTC does, for the same bytes everywhere. */
function localTwin(ms: number): Date {
  const utc = new Date(ms);
  // The years that it can hold.
  const year = Math.min(2099, Math.max(1980, utc.getUTCFullYear()));
  return new Date(year, utc.getUTCMonth(), utc.getUTCDate(), utc.getUTCHours());
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
