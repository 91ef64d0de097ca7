/** What a kill may cost of a part: only what is not written down yet. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Sidecar } from "../../../src/transfer/part/sidecar.ts";
import { openPart } from "./transfer-world.ts";

const MiB = 1024 * 1024;

test("DOWNLOAD-07 P7 a part that is killed while a slow disk takes its sidecar loses no more than at other times", async () => {
  const part = await openPart();
  await part.begin({ digests: [], etag: '"v1"', size: 64 * MiB });
  const saving = part.save();
  const writing = part.write(Buffer.alloc(8 * MiB), 0);
  // Of all this nothing is written down: it has to wait.
  expect(part.held).toBe(0);
  await Promise.all([saving, writing]);
  expect(part.held).toBe(8 * MiB);
  const { done } = JSON.parse(await readFile(part.paths.sidecar, "utf8")) as Sidecar;
  expect(done).toBeGreaterThan(8 * MiB * 0.95);
  await part.close();
});
