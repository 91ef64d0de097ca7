/** The buffers of one connection: four at most, however much passes and however slow the taker is. */
import { expect, test } from "vitest";
import { MAX_SLABS, SLAB_BYTES, Slabs } from "../../../src/client/bulk/slabs.ts";

const READ_BYTES = 60_000;

/** Reads as a socket does until it is told to stop; the memory that it was given goes into `seen`. */
function readUntilFull(
  slabs: Slabs,
  seen: Set<ArrayBufferLike>,
  take: (bytes: Uint8Array) => Promise<void> | undefined,
) {
  let read = 0;
  for (let goesOn = true; goesOn && read < 100 * SLAB_BYTES;) {
    const { room } = slabs;
    seen.add(room.buffer);
    const count = Math.min(room.length, READ_BYTES);
    slabs.filled(count);
    read += count;
    if (slabs.isFull) slabs.give(take);
    goesOn = slabs.turn();
  }
  return read;
}

test("100 MiB taken at once pass through one buffer", () => {
  const seen = new Set<ArrayBufferLike>();
  let taken = 0;
  const read = readUntilFull(new Slabs(), seen, (bytes) => {
    taken += bytes.length;
    return undefined;
  });
  expect(read).toBeGreaterThanOrEqual(100 * SLAB_BYTES);
  expect(seen.size).toBe(1);
  expect(read - taken).toBeLessThan(SLAB_BYTES);
});

test("a taker that does not come back stops the reading within four buffers", async () => {
  const seen = new Set<ArrayBufferLike>();
  const slabs = new Slabs();
  let settle: () => void = () => undefined;
  const take = (): Promise<void> => new Promise((resolve) => (settle = resolve));
  for (let round = 0; round < 20; round++) {
    expect(readUntilFull(slabs, seen, take)).toBeLessThanOrEqual(MAX_SLABS * SLAB_BYTES);
    const settled = new Promise<void>((resolve) => (slabs.onSettled = () => resolve()));
    settle();
    await settled;
    slabs.give(take);
  }
  expect(seen.size).toBe(MAX_SLABS);
});
