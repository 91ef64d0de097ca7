import type { Writable } from "node:stream";

/** Slices of a body; a generator may reuse a buffer that is passed to `next`. */
type Slices = AsyncIterator<Uint8Array, void, Uint8Array | undefined>;

/**
 * Writes a body with backpressure and ends the stream. Returns each sent slice to the body's generator for reuse: at
 * gigabytes per second, allocating a slice costs as much as filling it. Stops when the stream is destroyed. Throws
 * errors of the body.
 */
export async function writeSlices(body: AsyncIterable<Uint8Array>, outgoing: Writable): Promise<void> {
  const slices: Slices = body[Symbol.asyncIterator]();
  const written: Uint8Array[] = [];
  const gone = new Promise<void>((resolve) => {
    outgoing.once("close", resolve);
  });
  let lastLeft: Promise<void> = Promise.resolve();
  try {
    for (
      let step = await slices.next();
      step.done !== true && !outgoing.destroyed;
      step = await slices.next(written.pop())
    ) {
      const slice = step.value;
      let hasRoom = true;
      lastLeft = new Promise((resolve) => {
        hasRoom = outgoing.write(slice, (error) => {
          // After a failed write the socket may still hold the slice.
          if (error === null || error === undefined) written.push(slice);
          resolve();
        });
      });
      if (!hasRoom && !outgoing.destroyed) await roomIn(outgoing);
    }
  } catch (error) {
    // The caller closes the connection on this error, so earlier slices must have been sent.
    await Promise.race([lastLeft, gone]);
    throw error;
  } finally {
    await slices.return?.();
  }
  outgoing.end();
}

/** Resolves when the stream drains or closes. */
function roomIn(outgoing: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      outgoing.off("drain", go).off("close", go);
      resolve();
    };
    outgoing.once("drain", go).once("close", go);
  });
}
