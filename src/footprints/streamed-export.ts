/** Integrity of an export file that is not kept on this disk: what can be checked for its kind while the bytes are streamed. */
import { Readable } from "node:stream";
import { exportFormatOf } from "../domain/exports/export-name.ts";
import type { Inspection } from "./inspect-export.ts";
import { WrongFile } from "./wrong-file.ts";

export interface StreamedExport {
  /** Resolves when more is wanted; the chunk is the caller's again. */
  update(chunk: Uint8Array): Promise<void>;
  end(): Promise<Inspection>;
}

/** Resolves with what was verified of the whole file. Throws WrongFile. */
type Inspect = (chunks: AsyncIterable<Uint8Array>) => Promise<string>;

/** As many bytes may wait to be inspected. */
const WAITING_BYTES = 1024 * 1024;

/** Undefined for a name without a known ending. */
export function inspectStreamedExport(name: string): StreamedExport | undefined {
  const format = exportFormatOf(name);
  if (format === undefined) return undefined;
  let ask = (): void => undefined;
  const chunks = new Readable({ highWaterMark: WAITING_BYTES, read: () => ask() });
  let isDecided = false;
  const verdict = INSPECT[format](chunks).then(
    (how): Inspection => ({ how }),
    (error: unknown): Inspection => {
      if (error instanceof WrongFile) return { fault: `${error.message} (${format})` };
      throw error;
    },
  );
  const decided = verdict.then(
    () => void (isDecided = true),
    () => void (isDecided = true),
  );
  return {
    update: async (chunk) => {
      if (isDecided) return;
      const asked = new Promise<void>((resolve) => (ask = resolve));
      // A copy: the caller reuses its memory.
      if (!chunks.push(Buffer.from(chunk))) await Promise.race([asked, decided]);
    },
    end: () => {
      if (!isDecided) chunks.push(null);
      return verdict;
    },
  };
}

const INSPECT: Record<NonNullable<ReturnType<typeof exportFormatOf>>, Inspect> = {
  geoparquet: async (chunks) =>
    (await import("./streamed/streamed-parquet.ts")).inspectStreamedParquet(chunks),
  gpkg: async (chunks) => (await import("./streamed/streamed-sqlite.ts")).inspectStreamedSqlite(chunks),
  "shp.zip": async (chunks) => (await import("./streamed/streamed-zip.ts")).inspectStreamedZip(chunks),
};
