/** Digest files beside the products of an order: the download and `verify` compare the files with them. */
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { errorOf } from "./scripted-service.ts";
import { BASE_URL, runWords, tempHome } from "./world.ts";

const ID = "VENDOR_C09_SM_GEO_VV_20231118130010_20231118130014";
const TIFF: Buffer = Buffer.from("II*\0 the image");
const META: Buffer = Buffer.from('{"type":"extended"}');
const WRONG: Buffer = Buffer.from("II*\0 another i");
const hex = (algorithm: string, bytes: Buffer): string => createHash(algorithm).update(bytes).digest("hex");
const listed = (name: string, bytes: Buffer) => ({
  name,
  md5: hex("md5", bytes),
  sha256: hex("sha256", bytes),
});
const LIST = {
  files: [
    listed(`${ID}.tif`, TIFF),
    listed(`${ID}_extended.json`, META),
    listed(`${ID}_preview.tif`, Buffer.from("never delivered")),
  ],
};

/** The files of the data server, and the assets of the item in this order. */
interface Served {
  list?: unknown;
  tiff?: Buffer;
  assets?: readonly string[];
  /** Members of the asset VV. */
  vv?: object;
}

function serviceOf({
  list = LIST,
  tiff = TIFF,
  assets = ["VV", "metadata", "digest"],
  vv = {},
}: Served): Send {
  const link = (name: string) => ({ href: `https://data.example/1/${name}?Expires=1&Signature=2` });
  const all: Record<string, object> = {
    VV: { ...link(`${ID}.tif`), type: "image/tiff; application=geotiff", ...vv },
    metadata: { ...link(`${ID}_extended.json`), type: "application/json" },
    digest: { ...link(`${ID}_digest.json`), type: "application/json" },
  };
  const item = {
    id: ID,
    collection: "archive",
    assets: Object.fromEntries(assets.map((key) => [key, all[key]])),
  };
  return async ({ url }) => {
    const { pathname } = new URL(url);
    const body = url.startsWith(BASE_URL)
      ? Buffer.from(JSON.stringify([item]))
      : pathname.endsWith("_digest.json")
        ? Buffer.from(typeof list === "string" ? list : JSON.stringify(list))
        : pathname.endsWith("_extended.json")
          ? META
          : tiff;
    return {
      status: 200,
      headers: { "content-length": String(body.length), etag: `"${hex("md5", body)}-2"` },
      body: (async function* () {
        yield body;
      })(),
    };
  };
}

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
const swath = (words: string, served: Served = {}) =>
  runWords(words, { env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" }, home, send: serviceOf(served) });
const download = (served: Served = {}, words = "") =>
  swath(`order download o --out-dir out ${words} --json`, served);
const fileOf = (name: string) => join(home, "out", ID, name);
const provenBy = (stdout: string, asset: string) =>
  (JSON.parse(stdout) as { files: { asset: string; verified: string[] }[] }).files.find(
    (file) => file.asset === asset,
  )!.verified;

it.each([
  ["first", ["digest", "VV", "metadata"]],
  ["last", ["VV", "metadata", "digest"]],
])(
  "DOWNLOAD-21 files agree with a digest file that is listed %s; names that were not delivered are no fault",
  async (_where, assets) => {
    const run = await download({ assets });
    expect(run.exitCode, run.stderr).toBe(0);
    const proofs = [`${ID}_digest.json sha256`, `${ID}_digest.json md5`];
    expect(provenBy(run.stdout, "VV")).toEqual(["content-length", ...proofs]);
    expect(provenBy(run.stdout, "metadata")).toEqual(["content-length", ...proofs]);
    expect(
      (JSON.parse(run.stdout) as { files: { asset: string }[] }).files.map(({ asset }) => asset),
    ).toEqual(assets);
    expect(run.stderr).not.toContain("preview");
    expect((await swath("verify out --strict")).exitCode).toBe(0);
  },
);

it.each<[string, string, object]>([
  ["both digests", "sha256", listed(`${ID}.tif`, TIFF)],
  ["md5 alone", "md5", { name: `${ID}.tif`, md5: hex("md5", TIFF).toUpperCase() }],
  [
    "a right sha256 and a wrong md5",
    "md5",
    { name: `${ID}.tif`, md5: hex("md5", TIFF), sha256: hex("sha256", WRONG) },
  ],
  ["a name with a folder", "sha256", { ...listed(`1/${ID}.tif`, TIFF) }],
])(
  "P6 DOWNLOAD-21 a file that contradicts its digest file (%s) is not kept, and both values are named",
  async (_what, algorithm, entry) => {
    const run = await download({ tiff: WRONG, list: { files: [entry] } });
    expect(run.exitCode, run.stderr).toBe(10);
    expect(errorOf(run).message).toContain(
      `the ${algorithm} of the bytes differs from the one in ${ID}_digest.json: it is ${hex(algorithm, WRONG)}, not ${hex(algorithm, TIFF)}`,
    );
    expect(JSON.parse(run.stdout)).toMatchObject({ downloaded: 2, failed: 1 });
    await expect(readFile(fileOf(`${ID}.tif`))).rejects.toThrow("ENOENT");
    // The right bytes are fetched by a rerun.
    expect((await download({ list: { files: [entry] } })).exitCode).toBe(
      _what.startsWith("a right") ? 10 : 0,
    );
  },
);

it("DOWNLOAD-21 with --checksum size nothing is compared by the download, and verify compares", async () => {
  const run = await download({ tiff: WRONG }, "--checksum size");
  expect(run.exitCode, run.stderr).toBe(0);
  expect((await swath("verify out")).exitCode).toBe(10);
});

it("DOWNLOAD-21 verify compares files that an earlier run brought with a digest file of a later one, and repairs them", async () => {
  expect((await download({ tiff: WRONG }, "--asset VV")).exitCode).toBe(0);
  expect((await download({}, "--asset digest --asset metadata")).exitCode).toBe(0);
  const found = await swath("verify out --json");
  expect(found.exitCode).toBe(10);
  expect(errorOf(found).message).toContain(
    `1 of 3 files does not match the manifest and the digest files: ${ID}/${ID}.tif: the sha256 of the bytes differs from the one in ${ID}_digest.json`,
  );
  expect((await download()).exitCode).toBe(10);
  const repaired = await swath("verify out --repair");
  expect(repaired.exitCode, repaired.stderr).toBe(0);
  expect(await readFile(fileOf(`${ID}.tif`))).toEqual(TIFF);
  expect((await swath("verify out --strict")).exitCode).toBe(0);
});

it("DOWNLOAD-21 a file under another name is compared by the name in its link", async () => {
  const words = "--path {asset}{ext}";
  const run = await download({}, words);
  expect(run.exitCode, run.stderr).toBe(0);
  expect(provenBy(run.stdout, "VV")).toContain(`${ID}_digest.json sha256`);
  const manifest = await readFile(join(home, "out", "swath-manifest.ndjson"), "utf8");
  expect(manifest).toContain(`"sourceName":"${ID}.tif"`);
  expect((await swath("verify out")).exitCode).toBe(0);
  home = await tempHome();
  expect((await download({ tiff: WRONG }, words)).exitCode).toBe(10);
  // The digest file of an earlier run counts as well.
  expect((await download({ tiff: WRONG }, `${words} --asset VV`)).exitCode).toBe(10);
});

it("P6 DOWNLOAD-21 a file must agree with its digest file and with the item", async () => {
  const vv = { "file:checksum": `1220${hex("sha256", TIFF)}` };
  expect((await download({ vv })).exitCode).toBe(0);
  home = await tempHome();
  expect((await download({ vv, tiff: WRONG, list: { files: [listed(`${ID}.tif`, WRONG)] } })).exitCode).toBe(
    10,
  );
});

it.each<[string, unknown, string]>([
  ["not JSON", "{oops", "is not a list of digests"],
  ["no list", { files: {} }, "is not a list of digests"],
  [
    "an entry without a name",
    { files: [{ sha256: hex("sha256", TIFF) }] },
    "the digests of 1 file in it cannot be read",
  ],
  [
    "a truncated digest",
    { files: [{ name: `${ID}.tif`, md5: "abc" }] },
    "the digests of 1 file in it cannot be read",
  ],
])("DOWNLOAD-21 a digest file that is malformed (%s) is a warning", async (_what, list, warning) => {
  const run = await download({ list });
  expect([run.exitCode, run.stderr.includes(warning)], run.stderr).toEqual([0, true]);
  const checked = await swath("verify out");
  expect([checked.exitCode, checked.stderr.includes(warning)], checked.stderr).toEqual([0, true]);
});

it("DOWNLOAD-21 a digest file that was changed on this disk is reported, and not believed", async () => {
  await download();
  await writeFile(fileOf(`${ID}_digest.json`), JSON.stringify({ files: [listed(`${ID}.tif`, WRONG)] }));
  const run = await swath("verify out --json");
  expect(errorOf(run).message).toContain(`${ID}/${ID}_digest.json`);
  await rm(fileOf(`${ID}_digest.json`));
  expect((await download()).exitCode).toBe(0);
});

it("DOWNLOAD-21 a digest of a file of the same name in another folder is not compared with this one", async () => {
  const other = listed(`../other/${ID}.tif`, WRONG);
  const own = await download({ list: { files: [other, listed(`${ID}.tif`, TIFF)] } });
  expect([own.exitCode, provenBy(own.stdout, "VV")[1]]).toEqual([0, `${ID}_digest.json sha256`]);
  await rm(join(home, "out"), { recursive: true });
  const unclear = await download({ list: { files: [other, listed(`b/${ID}.tif`, TIFF)] } });
  expect([unclear.exitCode, unclear.stderr]).toEqual([0, expect.stringContaining("the digests of 2 files")]);
});
