/** Download results that contain an id more than once: a ready order is recognised as ready. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { runScripted } from "./scripted-service.ts";
import { BASE_URL, runWords, tempHome } from "./world.ts";

const PATH = "GET /orders/o/download";
const item = (
  id: string | undefined,
  collection = "archive",
  href: string | null = "https://d.example/a",
) => ({
  type: "Feature",
  ...(id !== undefined && { id }),
  collection,
  geometry: null,
  properties: {},
  assets: { data: { href } },
});
const links = (...body: object[]) => runScripted("order links o", { [PATH]: [{ body }] });

it.each([
  ["an item is listed twice", [item("a"), item("a")], 2],
  ["an id is in two collections", [item("a"), item("a", "open", "https://d.example/b")], 2],
  ["one item has no id", [item(undefined)], 1],
])("DOWNLOAD-02 DOWNLOAD-06 %s: the order is ready", async (_what, body, lines) => {
  const run = await links(...body);
  expect(run.exitCode).toBe(0);
  expect(run.stdout.trimEnd().split("\n")).toHaveLength(lines);
});

it.each([
  ["the second item of an id has no link yet", [item("a"), item("a", "open", null)]],
  ["two items have no id, so that one of them would be lost", [item(undefined), item(undefined)]],
])("DOWNLOAD-06 %s: the order is not ready", async (_what, body) => {
  const run = await links(...body);
  expect(run).toMatchObject({ exitCode: 11, stdout: "" });
});

/** Downloads an order of these items, and returns the names of the files that are then there. */
async function downloaded(body: object[], words = "") {
  const home = await tempHome();
  const bytes = Buffer.from("II*\0 the image");
  const send: Send = async ({ url }) => {
    const isData = url.startsWith("https://d.example/");
    const content = isData
      ? Buffer.concat([bytes, Buffer.from(new URL(url).pathname)])
      : Buffer.from(JSON.stringify(body));
    return {
      status: 200,
      headers: {
        "content-length": String(content.length),
        "content-type": isData ? "image/tiff" : "application/json",
      },
      body: (async function* () {
        yield content;
      })(),
    };
  };
  const run = (line: string) =>
    runWords(line, { env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" }, home, send });
  const result = await run(`order download o --out-dir out --flat ${words}`);
  const names = (await readdir(join(home, "out")).catch(() => [])).filter(
    (name) => !name.includes("manifest"),
  );
  return { ...result, names: names.toSorted(), run };
}

const twins = [
  item("a", "c", "https://d.example/one.tif?sig=1"),
  item("a", "c", "https://d.example/two.tif?sig=1"),
];

it("P16 DOWNLOAD-08 an item that is listed twice with two files for one asset is downloaded with both, and that is noted", async () => {
  const both = await downloaded(twins);
  expect(both).toMatchObject({ exitCode: 0, names: ["one.tif", "two.tif"] });
  expect(both.stderr).toContain(
    "a: the asset data is listed with another file, which is downloaded as data-2",
  );
  expect(JSON.parse((await both.run("verify out --json")).stdout)).toMatchObject({ ok: 2 });
  // The numbers do not depend on the order of the list: a rerun with fresh links finds the files.
  const turned = await downloaded(twins.toReversed());
  expect(turned.names).toEqual(["one.tif", "two.tif"]);
  // With one name, the names of the files differ too.
  const same = await downloaded([
    item("a", "c", "https://d.example/1/f.tif"),
    item("a", "c", "https://d.example/2/f.tif"),
  ]);
  expect(same.names).toHaveLength(2);
});

it.each([
  ["--asset data", ["one.tif", "two.tif"]],
  ["--asset data-2", ["two.tif"]],
  ["--exclude-asset data-2", ["one.tif"]],
])("DOWNLOAD-08 %s selects of two files for one asset %j", async (words, names) => {
  expect((await downloaded(twins, words)).names).toEqual(names);
});

it.each([
  ["equal links", "https://d.example/one.tif?sig=1"],
  ["other signatures", "https://d.example/one.tif?sig=2&X-Amz-Date=3"],
  ["other path parameters", "https://d.example/one.tif;token=3?sig=1"],
])("DOWNLOAD-08 an item that is listed twice with %s has one file", async (_what, href) => {
  const { names, stderr } = await downloaded([
    item("a", "c", "https://d.example/one.tif?sig=1"),
    item("a", "c", href),
  ]);
  expect(names).toEqual(["one.tif"]);
  expect(stderr).not.toContain("data-2");
});

it.each(["id=2", "part=b", "n=5"])("P16 a query of another object (%s) is another file", async (query) => {
  const { names } = await downloaded([
    item("a", "c", "https://d.example/get?id=1"),
    item("a", "c", `https://d.example/get?${query}`),
  ]);
  expect(names).toHaveLength(2);
});
