/** The static STAC catalog of a download folder. */
import { appendFile, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CatalogReport } from "../../src/app/deliveries/write-catalog.ts";
import { STAC_EXTENSIONS, type Asset, type StacItem } from "../../src/sandbox/archive/stac-item.ts";
import { BucketFiles } from "../../src/transfer/bucket-files.ts";
import { uploadOptions } from "../s3/upload-world.ts";
import { multihash } from "../sha256.ts";
import { STAC_CATALOG, STAC_ITEM, stacValidator } from "../stac-schemas.ts";
import { makeLink } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { delivered, editLines, ITEM_RECORDS, MANIFEST, type Delivered } from "./delivered.ts";
import { openBucket } from "./open-bucket.ts";
import { tempHome } from "./world.ts";

const bench = await openBench();

const itemFaults = stacValidator([STAC_ITEM, ...STAC_EXTENSIONS]);
const catalogFaults = stacValidator([STAC_CATALOG]);

interface Catalog {
  links: { rel: string; href: string }[];
}

const readJson = async <T>(...path: string[]): Promise<T> =>
  JSON.parse(await readFile(join(...path), "utf8")) as T;

/** The catalog as a client walks it: every item by its link, with the folder of its file. */
async function walked(folder: string): Promise<{ item: StacItem; dir: string }[]> {
  const catalog = await readJson<Catalog>(folder, "catalog.json");
  expect(catalogFaults(catalog)).toEqual([]);
  const items = catalog.links.filter(({ rel }) => rel === "item");
  return Promise.all(
    items.map(async ({ href }) => {
      expect(href).toMatch(/^\.\/stac\//);
      const path = join(folder, href);
      return { item: await readJson<StacItem>(path), dir: join(path, "..") };
    }),
  );
}

async function made({ run }: Delivered, folder = "imagery"): Promise<CatalogReport & { stderr: string }> {
  const { exitCode, stdout, stderr, requests } = await run(`deliveries catalog ${folder} --json`);
  expect(exitCode, stderr).toBe(0);
  expect(requests).toEqual([]);
  return { ...(JSON.parse(stdout) as CatalogReport), stderr };
}

/** The asset with the data: its key is the polarization. */
const imageOf = ({ assets }: StacItem): Asset =>
  Object.values(assets).find(({ roles }) => roles?.includes("data") === true)!;

const timesIn = async (folder: string): Promise<Map<string, number>> => {
  const names = await readdir(folder, { recursive: true });
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, number]> => [name, (await stat(join(folder, name))).mtimeMs]),
    ),
  );
};

describe("deliveries catalog", () => {
  it("DELIV-02 DELIV-03 every file is valid by the official schemas, and every asset is there with its size and checksum", async () => {
    const there = await delivered(bench);
    const report = await made(there);
    expect(report).toMatchObject({ directory: "imagery", items: 2, assets: 8, written: 5, removed: 0 });
    const moved = join(there.home, "elsewhere");
    await rename(there.imagery, moved);
    const items = await walked(moved);
    expect(items.map(({ item }) => item.id).toSorted()).toEqual([...there.items].toSorted());
    for (const { item, dir } of items) {
      expect(itemFaults(item)).toEqual([]);
      expect(item.collection).toBe("vendor-archive");
      expect(item.stac_extensions).toContain("https://stac-extensions.github.io/order/v1.0.0/schema.json");
      expect(item.properties).toMatchObject({
        "order:status": "succeeded",
        "order:id": there.orderId,
        "order:date": expect.stringMatching(/Z$/) as string,
        created: expect.stringMatching(/Z$/) as string,
        "sar:product_type": "GEO",
      });
      for (const asset of Object.values(item.assets)) {
        expect(asset.href).toMatch(/^\.\.\/[^?]+$/);
        const bytes = await readFile(join(dir, asset.href));
        expect(asset["file:size"]).toBe(bytes.length);
        expect(asset["file:checksum"]).toBe(multihash(bytes));
      }
      expect(imageOf(item)).toMatchObject({ "proj:epsg": expect.any(Number) as number });
    }
    const { type, features } = await readJson<{ type: string; features: StacItem[] }>(moved, "items.json");
    expect(type).toBe("FeatureCollection");
    for (const item of features) {
      expect(itemFaults(item)).toEqual([]);
      for (const { href } of Object.values(item.assets)) await stat(join(moved, href));
    }
  });

  it("DELIV-02 no file of the catalog has a signed link or a link of the service, but that of the collection", async () => {
    const there = await delivered(bench);
    await made(there);
    for (const name of ["items.json", "catalog.json", "items.parquet"]) {
      const text = await readFile(join(there.imagery, name), "latin1");
      expect(text).not.toMatch(/signature|expires=/);
      const links = [...text.matchAll(/https:\/\/sar\.example[\w./-]*/g)].map(([url]) => url);
      expect(links.filter((url) => !/\/collections\/[\w-]+$/.test(url))).toEqual([]);
    }
  });

  it("DELIV-02 a second run writes nothing, and a removed product leaves alone", async () => {
    const there = await delivered(bench);
    await made(there);
    const before = await timesIn(there.imagery);
    expect(await made(there)).toMatchObject({ items: 2, written: 0, removed: 0 });
    expect(await timesIn(there.imagery)).toEqual(before);
    const [gone = "", kept = ""] = there.items;
    await rm(join(there.imagery, gone), { recursive: true });
    // The list of items, the table and the catalog.
    expect(await made(there)).toMatchObject({ items: 1, written: 3, removed: 1 });
    expect(await readdir(join(there.imagery, "stac"))).toEqual([`${kept}.json`]);
    expect((await walked(there.imagery)).map(({ item }) => item.id)).toEqual([kept]);
  });

  it("DELIV-02 a removed file leaves its item, and a changed one is reported and not listed", async () => {
    const there = await delivered(bench);
    const [first = "", second = ""] = there.items;
    await rm(join(there.imagery, first, `${first}_preview.png`));
    await appendFile(join(there.imagery, second, `${second}_thumbnail.png`), "more");
    const { stderr, assets } = await made(there);
    expect(assets).toBe(6);
    expect(stderr).toContain(
      `changed since the download, and not in the catalog: ${second}/${second}_thumbnail.png`,
    );
    const keysOf = new Map(
      (await walked(there.imagery)).map(({ item }) => [item.id, Object.keys(item.assets).toSorted()]),
    );
    expect(keysOf.get(first)).toEqual([expect.stringMatching(/^[HV]+$/), "metadata", "thumbnail"]);
    expect(keysOf.get(second)).toEqual([expect.stringMatching(/^[HV]+$/), "metadata", "preview"]);
  });

  it("DELIV-02 order download --stac makes it, and verify accepts the folder", async () => {
    const there = await delivered(bench);
    const { exitCode, stderr } = await there.run(`order download ${there.orderId} --out-dir again --stac`);
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain("Wrote the STAC catalog");
    expect(await walked(join(there.home, "again"))).toHaveLength(2);
    const verified = await there.run("verify again --strict");
    expect({ exitCode: verified.exitCode, stderr: verified.stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  it("DELIV-02 a record without a projection gets that of the GeoTIFF, the same as the service gives", async () => {
    const there = await delivered(bench);
    await made(there);
    const given = (await walked(there.imagery)).map(({ item }) => imageOf(item));
    await editLines(join(there.imagery, ITEM_RECORDS), (record) => {
      const { stac_extensions, assets, ...rest } = record as unknown as StacItem;
      const plain = Object.entries(assets).map(([key, asset]) => [
        key,
        Object.fromEntries(Object.entries(asset).filter(([name]) => !name.startsWith("proj:"))),
      ]);
      return {
        ...rest,
        stac_extensions: stac_extensions.filter((uri) => !uri.includes("projection")),
        assets: Object.fromEntries(plain) as object,
      };
    });
    await made(there);
    const read = await walked(there.imagery);
    for (const [at, { item }] of read.entries()) {
      expect(itemFaults(item)).toEqual([]);
      const { "proj:epsg": epsg, "proj:shape": shape, "proj:transform": transform } = imageOf(item);
      expect({ epsg, shape }).toEqual({ epsg: given[at]?.["proj:epsg"], shape: given[at]?.["proj:shape"] });
      (transform as number[]).forEach((value, index) =>
        expect(value).toBeCloseTo((given[at]!["proj:transform"] as number[])[index]!, 6),
      );
    }
  });

  it("DELIV-02 ids that are no file names, and equal ids of two collections, have files of their own", async () => {
    const there = await delivered(bench);
    const [first = "", second = ""] = there.items;
    const rename = { [first]: "a/b c", [second]: "../x" } as Record<string, string>;
    await editLines(join(there.imagery, ITEM_RECORDS), (record) => ({
      ...record,
      id: rename[record["id"]!],
    }));
    await editLines(join(there.imagery, MANIFEST), (entry) => ({ ...entry, item: rename[entry["item"]!] }));
    await made(there);
    const items = await walked(there.imagery);
    expect(items.map(({ item }) => item.id).toSorted()).toEqual(["../x", "a/b c"]);
    expect(await readdir(join(there.imagery, "stac"))).toHaveLength(2);
  });
});

describe("a bucket", () => {
  const URL = "s3://imagery/lisbon";

  /** A bucket with the order of two products. */
  async function uploaded(flags = "") {
    const { s3, options } = await openBucket(bench);
    const home = await tempHome();
    const run = (line: string) => bench.swath(line, { home, ...options });
    const found = await run("catalog search --product-type GEO --limit 2 --output order-items");
    await writeFile(join(home, "items.json"), found.stdout);
    const placed = await run("order place --items items.json --yes --output id");
    const download = () => run(`order download ${placed.stdout.trim()} --out-dir ${URL} ${flags}`);
    const { exitCode, stderr } = await download();
    expect(exitCode, stderr).toBe(0);
    const texts = async () =>
      new Map((await s3.state()).objects.map(({ key, text = "" }) => [key.replace("lisbon/", ""), text]));
    const catalog = async () => {
      const made = await run(`deliveries catalog ${URL} --json`);
      expect(made.exitCode, made.stderr).toBe(0);
      return JSON.parse(made.stdout) as CatalogReport;
    };
    return { s3, run, download, texts, catalog, stderr };
  }

  it("DELIV-02 order download --stac writes it beside the objects, with relative hrefs of objects that are there", async () => {
    const { texts, catalog, download, stderr } = await uploaded("--stac");
    expect(stderr).toContain(`Wrote the STAC catalog ${URL}/catalog.json`);
    const objects = await texts();
    expect([...objects.keys()]).toEqual(expect.arrayContaining(["items.json", "items.parquet"]));
    const root = JSON.parse(objects.get("catalog.json")!) as Catalog;
    expect(catalogFaults(root)).toEqual([]);
    const items = root.links
      .filter(({ rel }) => rel === "item")
      .map(({ href }) => JSON.parse(objects.get(href.replace("./", ""))!) as StacItem);
    expect(items).toHaveLength(2);
    const entries = objects.get(MANIFEST)!.trim().split("\n");
    const sizes = new Map(
      entries.map((line) => {
        const { name, size } = JSON.parse(line) as { name: string; size: number };
        return [`../${name}`, size];
      }),
    );
    for (const item of items) {
      expect(itemFaults(item)).toEqual([]);
      const assets = Object.values(item.assets);
      expect(assets).toHaveLength(4);
      for (const { href, "file:size": size } of assets) expect(size).toBe(sizes.get(href));
      expect(JSON.stringify(item)).not.toContain("sig=");
    }
    await download();
    expect(await texts()).toEqual(objects);
    expect(await catalog()).toMatchObject({ directory: URL, items: 2, assets: 8, written: 0, removed: 0 });
  });

  it("DELIV-02 a product whose objects were deleted leaves the catalog, and one that is added enters it", async () => {
    const { s3, run, texts, catalog } = await uploaded();
    expect(await catalog()).toMatchObject({ items: 2, written: 5 });
    const found = await run("catalog search --product-type GEO --limit 3 --output order-items");
    const [, gone, added] = JSON.parse(found.stdout) as { granuleId: string }[];
    const files = new BucketFiles(await uploadOptions(s3, URL));
    for (const name of (await files.list()).keys())
      if (name.startsWith(gone!.granuleId)) await files.remove(name);
    const more = await run(`order place --item vendor-archive/${added!.granuleId} --yes --download ${URL}`);
    expect(more.exitCode, more.stderr).toBe(0);
    expect(await catalog()).toMatchObject({ items: 2, removed: 1 });
    const names = [...(await texts()).keys()];
    expect(names).toContain(`stac/${added!.granuleId}.json`);
    expect(names).not.toContain(`stac/${gone!.granuleId}.json`);
  });

  it("DELIV-02 an empty prefix, a catalog of others and a dry run: nothing is written", async () => {
    const { s3, run } = await uploaded();
    const files = new BucketFiles(await uploadOptions(s3, URL));
    await files.put("catalog.json", '{"type":"Catalog","id":"mine"}', "application/json");
    const before = (await s3.state()).objects;
    for (const [line, code, says] of [
      ["deliveries catalog s3://imagery/nothing", 2, "s3://imagery/nothing has no swath-manifest.ndjson"],
      ["deliveries catalog s3://imagery", 2, "folders in it have one: lisbon"],
      [`deliveries catalog ${URL}`, 10, `${URL} has a catalog.json that swath did not make`],
      [`deliveries catalog ${URL} --dry-run`, 2, "--dry-run sends nothing"],
    ] as const) {
      const { exitCode, stderr } = await run(line);
      expect([exitCode, stderr]).toEqual([code, expect.stringContaining(says)]);
    }
    expect((await s3.state()).objects).toEqual(before);
  });
});

describe("folders of which no catalog is made", () => {
  it("DELIV-02 without a manifest, with two, a file: nothing is written", async () => {
    const there = await delivered(bench);
    await mkdir(join(there.home, "empty"));
    for (const [name, says] of [
      ["empty", "has no swath-manifest.ndjson"],
      [".", "folders in it have one: imagery"],
      ["items.json", "is a file"],
    ] as const) {
      const run = await there.run(`deliveries catalog ${name}`);
      expect(run, run.stderr).toMatchObject({ exitCode: 2, stdout: "", requests: [] });
      expect(run.stderr).toContain(says);
    }
    expect(await readdir(join(there.home, "empty"))).toEqual([]);
  });

  it("DELIV-02 a catalog of others is not replaced", async () => {
    const there = await delivered(bench);
    await writeFile(join(there.imagery, "catalog.json"), '{"type":"Catalog","id":"mine"}');
    const run = await there.run("deliveries catalog imagery");
    expect(run, run.stderr).toMatchObject({ exitCode: 10, stdout: "", requests: [] });
    expect(run.stderr).toContain("code FILE_EXISTS");
    expect(run.stderr).toContain("catalog.json");
    expect(await readFile(join(there.imagery, "catalog.json"), "utf8")).toContain("mine");
    await rm(join(there.imagery, "catalog.json"));
    await writeFile(join(there.imagery, "items.json"), "[]");
    expect((await there.run("deliveries catalog imagery")).stderr).toContain("code FILE_EXISTS");
  });

  it("DELIV-02 a folder that cannot be written keeps what it has", async () => {
    const there = await delivered(bench);
    // Writing fails for any user: the folder of the items is a file.
    await writeFile(join(there.imagery, "stac"), "");
    const run = await there.run("deliveries catalog imagery");
    expect(run.stderr).toContain("code DISK_WRITE_FAILED");
    expect(await readdir(there.imagery)).not.toContain("catalog.json");
  });

  it("DELIV-02 a symbolic link in the folder leads no file out of it", async () => {
    const there = await delivered(bench);
    await mkdir(join(there.home, "outside"));
    makeLink(join(there.home, "outside"), join(there.imagery, "stac"));
    const run = await there.run("deliveries catalog imagery");
    expect(run.stderr).toContain("code PATH_UNSAFE");
    expect(await readdir(join(there.home, "outside"))).toEqual([]);
  });

  it("DELIV-02 a manifest and records edited by hand: what can be read is in the catalog", async () => {
    const there = await delivered(bench);
    const [first = "", second = ""] = there.items;
    await appendFile(
      join(there.imagery, MANIFEST),
      '{"name":"../out","size":1,"item":"out","asset":"a","order":"o"}\n{"torn\n',
    );
    const records = join(there.imagery, ITEM_RECORDS);
    const lines = (await readFile(records, "utf8")).trim().split("\n");
    await writeFile(
      records,
      lines.map((line) => (line.includes(second) ? line.slice(0, 40) : line)).join("\n"),
    );
    const { items, stderr } = await made(there);
    expect(items).toBe(1);
    expect((await walked(there.imagery)).map(({ item }) => item.id)).toEqual([first]);
    expect(stderr).toContain("1 line of the manifest of imagery cannot be read");
    expect(stderr).toMatch(/no record of the catalog was kept for .*, which is not in the catalog/);
    // The next download of the order keeps the record again.
    expect((await there.run(`order download ${there.orderId} --out-dir imagery`)).exitCode).toBe(0);
    expect((await made(there)).items).toBe(2);
  });

  it("DELIV-02 a folder with a catalog can be copied and added to", async () => {
    const there = await delivered(bench);
    await made(there);
    await cp(there.imagery, join(there.home, "copy"), { recursive: true });
    expect(await made(there, "copy")).toMatchObject({ items: 2, written: 0 });
  });
});
