import { appendFile, open, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readBounded } from "../../../src/disk/read-bounded.ts";
import { newFolder } from "../../new-folder.ts";
import { makePipe, needDevices } from "../../this-system.ts";

it("--items /dev/zero: an endless file is refused at the limit", async () => {
  needDevices();
  expect(await readBounded("/dev/zero", 3_000_000)).toBe("too-long");
  expect(await readBounded("/dev/null", 10)).toEqual(Buffer.alloc(0));
});

it.each([0, 1, 1_048_576, 1_048_577, 2_500_000])(
  "a file of %i bytes is read completely, and not one byte more",
  async (size) => {
    const path = join(await newFolder(), "body.json");
    const bytes = Buffer.alloc(size, "ab");
    await writeFile(path, bytes);
    expect((await readBounded(path, size)).toString("latin1") === bytes.toString("latin1")).toBe(true);
    if (size > 0) expect(await readBounded(path, size - 1)).toBe("too-long");
  },
);

it("the system's own error is reported", async () => {
  await expect(readBounded("/nowhere/at/all", 10)).rejects.toMatchObject({ code: "ENOENT" });
  await expect(readBounded(tmpdir(), 10)).rejects.toMatchObject({ code: "EISDIR" });
});

const namedPipe = async (): Promise<string> => {
  const path = join(await newFolder(), "pipe");
  makePipe(path);
  return path;
};

it("--file of a named pipe: Ctrl-C ends the wait for a writer", async () => {
  const path = await namedPipe();
  let looks = 0;
  const pause = async (): Promise<void> => {
    if ((looks += 1) === 3) throw new Error("interrupted");
  };
  await expect(readBounded(path, 10, { pause })).rejects.toThrow("interrupted");
});

it("a named pipe is read to its end, however late and slow its writer is", async () => {
  const path = await namedPipe();
  const written: (() => Promise<unknown>)[] = [];
  let writer: Awaited<ReturnType<typeof open>> | undefined;
  written.push(
    async () => undefined,
    async () => (writer = await open(path, "w")),
    async () => writer?.write("POINT"),
    async () => writer?.write("(1 2)"),
    async () => writer?.close(),
  );
  const pause = async (): Promise<void> => void (await written.shift()?.());
  expect(String(await readBounded(path, 100, { pause }))).toBe("POINT(1 2)");
  expect(written).toEqual([]);
});

it("a process substitution ends with its writer, even before the first byte", async () => {
  const path = join(await newFolder(), "plain");
  await appendFile(path, "");
  expect(await readBounded(path, 10, { pause: () => Promise.reject(new Error("waited")) })).toEqual(
    Buffer.alloc(0),
  );
});
