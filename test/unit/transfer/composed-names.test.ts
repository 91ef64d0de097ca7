/** Names with accents on a disk that lists them in another composition: HFS+ lists NFD, whatever was written. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FolderView } from "../../../src/transfer/folder/check-existing.ts";
import { makePartPaths } from "../../../src/transfer/folder/wanted-file.ts";
import { testFolder } from "../../new-folder.ts";

const NAME = "réunion.tif".normalize("NFC");

test.each([
  ["a finished file", ({ final }: ReturnType<typeof makePartPaths>) => final, false],
  ["a part file", ({ part }: ReturnType<typeof makePartPaths>) => part, true],
  ["a lock", ({ lock }: ReturnType<typeof makePartPaths>) => lock, true],
])("DESK-05 P25 %s is seen, and is not fetched as a new file", async (_what, pick, isLeft) => {
  const paths = makePartPaths(join(await testFolder(), NAME), "key");
  await writeFile(pick(paths).normalize("NFD"), "");
  const view = new FolderView();
  expect(view.isFresh(paths)).toBe(false);
  expect(view.hasLeftovers(paths)).toBe(isLeft);
  expect(view.isFresh(makePartPaths(paths.final.replace("union", "unis"), "key"))).toBe(true);
});
