/** The buffers of one connection: four at most, however many bytes pass and however slow the consumer is. */
import { expect, test } from "vitest";
import { FIRST_BYTES, MAX_SLABS, SLAB_BYTES, Slabs } from "../../../src/client/bulk/slabs.ts";

const READ_BYTES = 60_000;

/** As after the head of a reply with a long body. */
function forLongBody(): Slabs {
  const slabs = new Slabs();
  slabs.begin(0, 100 * SLAB_BYTES);
  return slabs;
}

/** Reads as a socket does until it must stop; the memory that it was given goes into `seen`. */
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
  const read = readUntilFull(forLongBody(), seen, (bytes) => {
    taken += bytes.length;
    return undefined;
  });
  expect(read).toBeGreaterThanOrEqual(100 * SLAB_BYTES);
  expect(seen.size).toBe(1);
  expect(read - taken).toBeLessThan(SLAB_BYTES);
});

test("a consumer that does not return stops the reading within four buffers", async () => {
  const seen = new Set<ArrayBufferLike>();
  const slabs = forLongBody();
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

test("small bodies, one after the other, stand in one piece each, in one small buffer", () => {
  const slabs = new Slabs();
  const seen = new Set<ArrayBufferLike>();
  const head = Buffer.from("head");
  for (let reply = 0; reply < 50; reply++) {
    const body = Buffer.alloc(65_536, reply);
    const bytes = Buffer.concat([head, body]);
    // The head comes with some of the body, the rest a little later.
    for (const [from, to] of [
      [0, 1000 + reply * 1000],
      [1000 + reply * 1000, bytes.length],
    ] as const) {
      const { room } = slabs;
      seen.add(room.buffer);
      expect(bytes.copy(room, 0, from, to)).toBe(to - from);
      slabs.filled(to - from);
      if (from === 0) slabs.begin(head.length, body.length);
      slabs.turn();
    }
    const taken: boolean[] = [];
    slabs.give((given) => void taken.push(body.equals(given)));
    expect(taken).toEqual([true]);
  }
  expect([...seen].map(({ byteLength }) => byteLength)).toEqual([FIRST_BYTES]);
});

test("what came of a long body before its length was known moves with it to a large buffer", () => {
  const slabs = new Slabs();
  Buffer.from("headbody").copy(slabs.room);
  slabs.filled(8);
  slabs.begin(4, 10 * SLAB_BYTES);
  expect(slabs.bytes.toString()).toBe("body");
  expect(slabs.room.length).toBe(SLAB_BYTES - 4);
});
