import { expect, test } from "vitest";
import { nameFileOnce } from "../../../src/disk/about-file.ts";

const PATH = "scene-1/HH.tif";

test.each([
  "cannot write /data/out/scene-1/HH.tif: permission denied",
  "cannot write /data/out/scene-1/.HH.tif.1a2b3c4d.part: no space is left on the disk",
  "/data/my files/scene-1/.HH.tif.1a2b3c4d.part.lock exists: another process has locked this download",
  "scene-1/HH.tif would be written outside the output folder",
  "cannot read D:\\data\\scene-1\\HH.tif",
])("a message that contains the file is not preceded by its name: %s", (message) => {
  expect(nameFileOnce(PATH, message)).toBe(message);
});

test.each([
  "it exists already: it has 6 bytes where the item promises 3000000",
  "cannot write /data/out/scene-1/HH.tif.json: permission denied",
  "cannot write /data/out/another-scene-1/HH.tif: permission denied",
  "scene-1/HV.tif would be written outside the output folder",
  "the server answered 503",
])("any other message is: %s", (message) => {
  expect(nameFileOnce(PATH, message)).toBe(`${PATH}: ${message}`);
});

test("a short name is not found within a word", () => {
  expect(nameFileOnce("a", "a 404 came")).toBe("a: a 404 came");
  expect(nameFileOnce("data", "the metadata differ")).toBe("data: the metadata differ");
  expect(nameFileOnce("HH.tif", "cannot write /out/.HH.tif.1a2b3c4d.part: ENOSPC")).not.toContain(
    "HH.tif: cannot",
  );
});
