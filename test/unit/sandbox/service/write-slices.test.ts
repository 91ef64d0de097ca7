import { once } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { writeSlices } from "../../../../src/sandbox/listen.ts";

/** Slices of four bytes, each with its number; counts the created buffers and records a stop. */
function maker(count: number, failAt = Infinity) {
  const seen = { made: 0, given: 0, isStopped: false };
  async function* make(): AsyncGenerator<Uint8Array, void, Uint8Array | undefined> {
    try {
      let spare: Uint8Array | undefined;
      for (let at = 0; at < count; at += 1) {
        if (at === failAt) throw new Error("no more bytes");
        if (spare === undefined) seen.made += 1;
        const slice = spare ?? new Uint8Array(4);
        slice.fill(at);
        seen.given += 1;
        spare = yield slice;
      }
    } finally {
      seen.isStopped = true;
    }
  }
  return { seen, body: make() };
}

const wanted = (count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, at) => Buffer.alloc(4, at)));

describe("writeSlices", () => {
  it.each([1, 6, 4096])(
    "writes everything in order to a reader with room for %d bytes",
    async (highWaterMark) => {
      const { seen, body } = maker(200);
      const copies: Buffer[] = [];
      const slow = new Writable({
        highWaterMark,
        write(chunk: Buffer, _encoding, done) {
          setImmediate(() => {
            // Read late: a slice that was filled again too soon would show.
            copies.push(Buffer.from(chunk));
            done();
          });
        },
      });
      const finished = once(slow, "finish");
      await writeSlices(body, slow);
      await finished;
      expect(Buffer.concat(copies).equals(wanted(200))).toBe(true);
      expect(seen.isStopped).toBe(true);
      // Never more memory than the bytes in transit.
      expect(seen.made).toBeLessThanOrEqual(Math.ceil(highWaterMark / 4) + 1);
      if (highWaterMark < 10) expect(seen.made).toBeLessThan(5);
    },
  );

  it("reads nothing more when the reader is gone", async () => {
    const { seen, body } = maker(1_000_000);
    const reader = new PassThrough({ highWaterMark: 8 });
    const writing = writeSlices(body, reader);
    await once(reader, "readable");
    reader.destroy();
    await writing;
    expect(seen.isStopped).toBe(true);
    expect(seen.given).toBeLessThan(100);
  });

  it("throws the error of the body, and does not end as if complete", async () => {
    const { seen, body } = maker(10, 3);
    const reader = new PassThrough();
    await expect(writeSlices(body, reader)).rejects.toThrow("no more bytes");
    expect([reader.writableEnded, seen.isStopped]).toEqual([false, true]);
  });

  it("accepts bodies that do not support returned slices", async () => {
    async function* plain(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("Taveuni ");
      yield Buffer.from("and Wrangel");
    }
    const reader = new PassThrough();
    const all = buffer(reader);
    await writeSlices(plain(), reader);
    expect((await all).toString()).toBe("Taveuni and Wrangel");
  });
});
