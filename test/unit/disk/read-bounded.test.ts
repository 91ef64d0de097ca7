import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readBounded } from "../../../src/disk/read-bounded.ts";

it("--items /dev/zero took all memory: a file without an end is given up at the limit", async () => {
  expect(await readBounded("/dev/zero", 3_000_000)).toBe("too-long");
  expect(await readBounded("/dev/null", 10)).toEqual(Buffer.alloc(0));
});

it.each([0, 1, 1_048_576, 1_048_577, 2_500_000])(
  "a file of %i bytes comes whole, and not one byte more",
  async (size) => {
    const path = join(await mkdtemp(join(tmpdir(), "swath-read-")), "body.json");
    const bytes = Buffer.alloc(size, "ab");
    await writeFile(path, bytes);
    expect((await readBounded(path, size)).toString("latin1") === bytes.toString("latin1")).toBe(true);
    if (size > 0) expect(await readBounded(path, size - 1)).toBe("too-long");
  },
);

it("the system's own error says what is wrong", async () => {
  await expect(readBounded("/nowhere/at/all", 10)).rejects.toMatchObject({ code: "ENOENT" });
  await expect(readBounded(tmpdir(), 10)).rejects.toMatchObject({ code: "EISDIR" });
});
