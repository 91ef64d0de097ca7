/** The private folder of the demo, which another program may keep for a moment. */
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removePrivateFolder } from "../../src/commands/demo/private-context.ts";
import { newFolder } from "../new-folder.ts";

it("DESK-32 P25 a leftover of the demo is a warning with its path and the reason", async () => {
  const parent = await newFolder();
  const dir = join(parent, "swath-demo-x");
  await mkdir(join(dir, "sandbox"), { recursive: true });
  const warnings: string[] = [];
  const notes = { warn: (message: string) => void warnings.push(message) };
  await removePrivateFolder(dir, notes, () =>
    Promise.reject(Object.assign(new Error("busy"), { code: "EBUSY" })),
  );
  expect(warnings).toEqual([expect.stringMatching(/swath-demo-x.*EBUSY/)]);
  await removePrivateFolder(dir, notes);
  expect({ left: await readdir(parent), warnings: warnings.length }).toEqual({ left: [], warnings: 1 });
});
