import type { Writable } from "node:stream";

/** Slices whose maker fills those again that it gets back; one who is given none makes new ones. */
type Slices = AsyncIterator<Uint8Array, void, Uint8Array | undefined>;

/**
 * Writes a body as its reader takes it, and ends the stream. A slice that has left goes back to its maker: at gigabytes a
 * second new memory for each costs as much as what it is filled with. Stops asking when the reader is gone. Throws what
 * the body throws.
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
          // What did not leave may still be on its way.
          if (error === null || error === undefined) written.push(slice);
          resolve();
        });
      });
      if (!hasRoom && !outgoing.destroyed) await roomIn(outgoing);
    }
  } catch (error) {
    // Whoever cuts the connection now would cut off what was written already.
    await Promise.race([lastLeft, gone]);
    throw error;
  } finally {
    await slices.return?.();
  }
  outgoing.end();
}

/** Resolves when the stream takes more, or nothing any more. */
function roomIn(outgoing: Writable): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      outgoing.off("drain", go).off("close", go);
      resolve();
    };
    outgoing.once("drain", go).once("close", go);
  });
}
