import { join, resolve, sep } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { OWN_NAMES } from "../../../src/transfer/manifest.ts";
import { foldName } from "../../../src/transfer/name-files.ts";
import { planTransfers } from "../../../src/transfer/plan.ts";
import { makeSafeName, withSuffix } from "../../../src/transfer/naming/safe-name.ts";
import type { TransferSource } from "../../../src/transfer/transfer-source.ts";

const SIGNED = "https://data.example.com/etna/ETNA_1.tif?X-Signature=s3cret&Expires=1";

const etna: TransferSource[] = [
  { item: "ETNA_1", assetKey: "HH", href: SIGNED, roles: ["data"], productType: "GEO", size: 10 },
  { item: "ETNA_1", assetKey: "thumbnail", href: "https://d.example.com/t.png?s=1", roles: ["thumbnail"] },
  {
    item: "STROMBOLI_2",
    assetKey: "HH",
    href: "https://d.example.com/x/HH.tif",
    roles: ["data"],
    productType: "SLC",
  },
];

const paths = (sources: TransferSource[], options = {}) =>
  planTransfers(sources, options).files.map(({ path }) => path);

function caught(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("no AppError was thrown");
}

test.each([
  ["f.bin;token=SECRET", "f.bin"],
  ["f.bin;token=SECRET;v=1", "f.bin"],
  ["f.bin%3Btoken%3DSECRET", "f.bin"],
  ["f.bin;SECRET", "f.bin"],
  ["scene;token=SECRET", "scene"],
  ["scene;sig=SECRET.tif", "scene"],
  [";token=SECRET", "E_HH"],
  ["scene;v2.tif", "scene;v2.tif"],
])("P12 parameters of a link's path are not part of a name: %s is %s", (last, name) => {
  const sources = [{ item: "E", assetKey: "HH", href: `https://d.example.com/a;k=SECRET/${last}?s=1` }];
  expect(paths(sources, { layout: "flat" })).toEqual([name]);
});

test("P12 property: no value of a path parameter is part of a name", () => {
  const word = fc.stringMatching(/^[\w.~-]{1,12}$/u);
  const secret = fc.stringMatching(/^[A-Z]{12}$/u);
  fc.assert(
    fc.property(
      word,
      fc.array(fc.tuple(word, secret), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (name, parameters, isEncoded) => {
        const text = parameters.map(([key, value]) => `;${key}=${value}`).join("");
        const href = `https://d.example.com/${name}${isEncoded ? encodeURIComponent(text) : text}`;
        const [path = ""] = paths([{ item: "e", assetKey: "hh", href }]);
        for (const [, value] of parameters) expect(path).not.toContain(value);
      },
    ),
  );
});

describe("layout and printing", () => {
  test("DOWNLOAD-08 one folder per item by default, none with --flat", () => {
    expect(paths(etna)).toEqual(["ETNA_1/ETNA_1.tif", "ETNA_1/t.png", "STROMBOLI_2/HH.tif"]);
    expect(paths(etna, { layout: "flat" })).toEqual(["ETNA_1.tif", "t.png", "HH.tif"]);
  });

  test("DOWNLOAD-04 a printed plan contains no signature", () => {
    const printed = JSON.stringify(planTransfers(etna));
    expect(printed).not.toMatch(/s3cret|Signature|\?/u);
    expect(JSON.parse(printed)).toMatchObject({
      knownBytes: 10,
      unknownSizes: 2,
      files: [{ item: "ETNA_1", asset: "HH", host: "data.example.com", size: 10 }, {}, {}],
    });
  });

  test("DOWNLOAD-03 assets without an http(s) link are reported, not fetched", () => {
    const plan = planTransfers([...etna, { item: "ETNA_1", assetKey: "s3", href: "s3://bucket/key" }]);
    expect(plan.files).toHaveLength(3);
    expect(plan.notFetchable).toEqual([{ item: "ETNA_1", asset: "s3" }]);
  });

  test("EXPORT-26 an export keeps its folders, each made safe, except with --flat", () => {
    const weekly = { item: "weekly", assetKey: "a", href: SIGNED, exportName: "2026/../47/foot prints.gpkg" };
    expect(paths([weekly])).toEqual(["2026/47/foot prints.gpkg"]);
    expect(paths([weekly], { layout: "flat" })).toEqual(["foot prints.gpkg"]);
  });
});

describe("filters", () => {
  test.each([
    [{ asset: ["HH"] }, ["ETNA_1/ETNA_1.tif", "STROMBOLI_2/HH.tif"]],
    [{ asset: ["HH", "thumbnail"], excludeAsset: ["HH"] }, ["ETNA_1/t.png"]],
    [{ role: ["thumbnail"] }, ["ETNA_1/t.png"]],
    [{ item: ["STROMBOLI_2"] }, ["STROMBOLI_2/HH.tif"]],
    [{ productType: ["GEO"] }, ["ETNA_1/ETNA_1.tif"]],
  ])("DOWNLOAD-03 %j keeps %j", (filters, expected) => {
    expect(paths(etna, filters)).toEqual(expected);
  });

  test("DOWNLOAD-03 every misspelt filter is reported at once, with the known ones and a suggestion", () => {
    const error = caught(() => planTransfers(etna, { asset: ["HV"], productType: ["geo"] }));
    expect(error).toMatchObject({ kind: "usage", code: "FILTER_UNKNOWN", exitCode: 2 });
    expect(error.issues.map(({ message, next: hint }) => [message, hint])).toEqual([
      ['no asset is named "HV"; known: HH, thumbnail', 'Did you mean "HH"?'],
      ['no product type is named "geo"; known: GEO, SLC', 'Did you mean "GEO"?'],
    ]);
    const typo = caught(() => planTransfers(etna, { excludeAsset: ["thumbnial"] }));
    expect(typo.next).toBe('Did you mean "thumbnail"?');
  });

  test("DOWNLOAD-03 an empty selection is an error, never an empty success", () => {
    const both = { asset: ["thumbnail"], item: ["STROMBOLI_2"] };
    expect(caught(() => planTransfers(etna, both))).toMatchObject({ code: "DOWNLOAD_NOTHING", exitCode: 10 });
    expect(caught(() => planTransfers([]))).toMatchObject({ code: "DOWNLOAD_NOTHING" });
  });
});

describe("names", () => {
  test.each([
    ["https://d/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "I/passwd"],
    ["https://d/a/..%5c..%5cevil.tif", "I/evil.tif"],
    ["https://d/.bashrc", "I/_bashrc"],
    ["https://d/-rf", "I/_rf"],
    ["https://d/CON.tif", "I/_CON.tif"],
    ["https://d/com1", "I/_com1"],
    ["https://d/scene.tif.%20.", "I/scene.tif"],
    ["https://d/a%00b%0Ac%1B%5B2J.tif", "I/a_b_c_[2J.tif"],
    ["https://d/gnp%E2%80%AEfdp.exe", "I/gnp_fdp.exe"],
    ["https://d/a%252Fb.tif", "I/a%2Fb.tif"],
    ["https://d/%ff.tif", "I/%ff.tif"],
    ["https://d/e%CC%81.tif", "I/é.tif"],
    ["https://d/", "I/I_HH"],
    ["https://d/%2e%2e", "I/I_HH"],
    ["https://d?x=../../y", "I/I_HH"],
  ])("DOWNLOAD-08 %s is saved as %s", (href, expected) => {
    expect(paths([{ item: "I", assetKey: "HH", href }])).toEqual([expected]);
  });

  test("DOWNLOAD-08 a long name keeps its extension and stays within 200 bytes", () => {
    const name = makeSafeName(`${"é".repeat(300)}.tif`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^é+-[0-9a-f]{8}\.tif$/u);
    expect(withSuffix("scene.tif", "01234567")).toBe("scene-01234567.tif");
  });

  test("DOWNLOAD-08 names that a file system may treat as one all get a suffix, in any order or filter", () => {
    const twins: TransferSource[] = [
      { item: "A", assetKey: "HH", href: "https://d/Scene.tif" },
      { item: "B", assetKey: "HH", href: "https://d/scene.TIF" },
      { item: "C", assetKey: "HH", href: "https://d/other.tif" },
    ];
    const flat = { layout: "flat" as const };
    const [a, b, c] = paths(twins, flat);
    expect([a, b, c]).toEqual([
      expect.stringMatching(/^Scene-[0-9a-f]{8}\.tif$/u),
      expect.stringMatching(/^scene-[0-9a-f]{8}\.TIF$/u),
      "other.tif",
    ]);
    expect(paths(twins.toReversed(), flat)).toEqual([c, b, a]);
    expect(paths(twins, { ...flat, item: ["B"] })).toEqual([b]);
  });

  test("DOWNLOAD-08 two items never share a folder, and none takes the manifest's name", () => {
    const folders = paths([
      { item: "a:b", assetKey: "x", href: "https://d/x" },
      { item: "a?b", assetKey: "x", href: "https://d/x" },
      { item: "swath-manifest.ndjson", assetKey: "x", href: "https://d/x" },
    ]).map((path) => path.split("/")[0]);
    expect(new Set(folders).size).toBe(3);
    expect(folders).not.toContain("swath-manifest.ndjson");
  });

  test.each(OWN_NAMES)("DOWNLOAD-08 MAP-06 no download takes the name %s, in any layout or case", (own) => {
    for (const name of [own, own.toUpperCase()]) {
      const source = { item: name, assetKey: "x", href: `https://d.example.com/${name}` };
      for (const one of [
        source,
        { ...source, exportName: name },
        { ...source, exportName: `${name}/a.json` },
      ])
        for (const layout of ["item", "flat"] as const)
          for (const path of paths([one], { layout }))
            expect(OWN_NAMES, path).not.toContain(foldName(path.split("/")[0]!));
    }
  });
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(...Array.from("./\\~- CONaux1é\u0301\u202e\u200d\0\n:%2eFßſK")),
    maxLength: 40,
  }),
);

const anySource: fc.Arbitrary<TransferSource> = fc.record(
  {
    item: hostile,
    assetKey: hostile,
    href: hostile.map(
      (text) =>
        `https://data.example.com/${text.replace(/[^\x21-\x7e]/gu, encodeURIComponent.bind(null, "é"))}`,
    ),
    collection: fc.constantFrom("a", "b"),
    exportName: hostile,
  },
  { requiredKeys: ["item", "assetKey", "href"] },
);

describe("names, for every possible source", () => {
  test("DOWNLOAD-08 a safe name stays unchanged, fits, and is a single visible component", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const name = makeSafeName(text);
        expect(makeSafeName(name)).toBe(name);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
        expect(name).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cf}]|^[.\-~ ]|[. ]$/u);
      }),
      { numRuns: 2000 },
    );
  });

  test("DOWNLOAD-08 no file leaves the folder, no two have one name, and the plan is the same in any order", () => {
    fc.assert(
      fc.property(
        fc.array(anySource, { minLength: 1, maxLength: 12 }),
        fc.constantFrom("item" as const, "flat" as const),
        (sources, layout) => {
          const dir = resolve("/out");
          const plan = planTransfers(sources, { layout });
          const found = plan.files.map(({ path }) => path);
          for (const path of found) {
            expect(resolve(join(dir, path)).startsWith(dir + sep)).toBe(true);
            for (const part of path.split("/")) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200);
          }
          const folded = found.map(foldName);
          expect(new Set(folded).size).toBe(folded.length);
          for (const path of folded) {
            expect(folded.some((other) => other.startsWith(`${path}/`))).toBe(false);
          }
          expect(
            planTransfers(sources.toReversed(), { layout })
              .files.map(({ path }) => path)
              .sort(),
          ).toEqual(
            // Of two sources with one identity the first counts, so only distinct ones can be reversed.
            plan.files.length === sources.length ? found.sort() : expect.anything(),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
