import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** The coded body is damaged, truncated, or followed by other data. */
export class CodingError extends Error {
  override readonly name = "CodingError";
}

/** Decodes a gzip body. A truncated stream is an error, never a short file. */
export async function* gunzipStrictly(coded: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const source = Readable.from(coded, { objectMode: false });
  const gunzip = createGunzip();
  source.on("error", (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    const isZlib = error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith("Z_");
    throw isZlib ? new CodingError(`the gzip body is damaged: ${error.message}`, { cause: error }) : error;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
