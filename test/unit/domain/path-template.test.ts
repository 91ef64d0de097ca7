import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldName } from "../../../src/transfer/name-files.ts";
import {
  parsePathTemplate,
  PLACEHOLDERS,
  type PathTemplate,
} from "../../../src/domain/orders/path-template.ts";
import { planTransfers } from "../../../src/transfer/plan.ts";
import type { TransferSource } from "../../../src/transfer/transfer-source.ts";
import { source } from "../transfer/transfer-world.ts";

const template = (text: string, platform = "linux"): PathTemplate => {
  const reading = parsePathTemplate(text, platform);
  if (!reading.ok) throw new Error(reading.rule);
  return reading.value;
};
const paths = (sources: TransferSource[], text: string): string[] =>
  planTransfers(sources, { layout: template(text) }).files.map(({ path }) => path);
const etna = source("https://data.example/o/ETNA_1.tif?sig=x", {
  item: "ETNA_1",
  collection: "archive",
  assetKey: "HH",
  productType: "GEO",
});

describe("a custom layout", () => {
  test.each([
    ["{item}/{asset}{ext}", "ETNA_1/HH.tif"],
    ["{collection}/{product}/{file}", "archive/GEO/ETNA_1.tif"],
    ["{stem}-{asset}{ext}", "ETNA_1-HH.tif"],
    ["scenes/{item}_{asset}", "scenes/ETNA_1_HH"],
  ])("%s", (text, path) => {
    expect(paths([etna], text)).toEqual([path]);
  });

  test("a missing value is unknown, so that the depth stays", () => {
    const { collection: _none, ...rest } = etna;
    expect(paths([rest], "{collection}/{file}")).toEqual(["unknown/ETNA_1.tif"]);
  });

  test("DOWNLOAD-08 values stay single, harmless components", () => {
    const hostile = source("https://data.example/a.tif", { item: "../../etc", assetKey: "/passwd" });
    expect(paths([hostile], "{item}/{asset}{ext}")).toEqual(["__.._etc/_passwd.tif"]);
  });

  test("two files with one name get different suffixes, and neither replaces the manifest", () => {
    const both = paths([etna, { ...etna, assetKey: "VV" }], "{item}{ext}");
    expect(both[0]).toMatch(/^ETNA_1-[0-9a-f]{8}\.tif$/);
    expect(new Set(both).size).toBe(2);
    const planted = source("https://data.example/x", { item: "swath-manifest.ndjson" });
    expect(paths([planted], "{item}")[0]).not.toBe("swath-manifest.ndjson");
    expect(paths([planted], "{item}/{file}")[0]).not.toMatch(/^swath-manifest\.ndjson\//);
  });

  test("paths stay apart, relative and of the template's depth, whatever the items are called", () => {
    const some = fc.constantFrom("a", "A", "é", "é", "..", "", "con", "x/y", "unknown", "﻿");
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ item: some, assetKey: some }), {
          minLength: 1,
          maxLength: 12,
          selector: ({ item, assetKey }) => JSON.stringify([item, assetKey]),
        }),
        fc.constantFrom("{item}/{asset}{ext}", "{asset}", "{item}/{item}/{file}", "x{asset}/{stem}"),
        (ids, text) => {
          const found = paths(
            ids.map((id) => source("https://data.example/f.tif", id)),
            text,
          );
          expect(new Set(found.map(foldName)).size).toBe(ids.length);
          for (const path of found) {
            const parts = path.split("/");
            expect(parts).toHaveLength(text.split("/").length);
            expect(parts.every((part) => part !== "" && !part.startsWith("."))).toBe(true);
          }
        },
      ),
    );
  });
});

test.each([
  ["{itme}/{file}", /knows no \{itme\}; known: \{item\}/, "Did you mean {item}?"],
  ["{item}/{file", /brace/, undefined],
  ["/{item}", /relative path/, undefined],
  ["../{item}", /relative path/, undefined],
  ["{item}//{file}", /relative path/, undefined],
  ["a/".repeat(9) + "{file}", /at most 8 folders/, undefined],
  ["", /relative path/, undefined],
])("the layout %j is refused", (text, rule, hint) => {
  const reading = parsePathTemplate(text, "linux");
  expect(reading).toMatchObject({ ok: false, rule: expect.stringMatching(rule) as string });
  expect("next" in reading ? reading.next : undefined).toBe(hint);
});

test("every placeholder may be used in a template", () => {
  for (const name of PLACEHOLDERS) expect(parsePathTemplate(`{${name}}`, "linux").ok).toBe(true);
});

describe("P25 DESK-21 a path template on Windows", () => {
  test("a backslash separates folders, as a slash does", () => {
    expect(template(String.raw`{collection}\{item}/{file}`, "win32")).toEqual(
      template("{collection}/{item}/{file}"),
    );
  });

  test.each([
    String.raw`C:\imagery\{file}`,
    "c:{file}",
    String.raw`\{item}`,
    String.raw`..\{item}`,
    String.raw`{item}\\{file}`,
  ])("%s is refused", (text) => {
    const rule = expect.stringMatching(/relative path/) as string;
    expect(parsePathTemplate(text, "win32")).toMatchObject({ ok: false, rule });
  });

  test("elsewhere a backslash is part of a name, which then has none", () => {
    expect(paths([etna], String.raw`{collection}\{item}`)).toEqual(["archive_ETNA_1"]);
  });
});
