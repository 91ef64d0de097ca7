/** Orders whose items list web pages beside their products, as a license. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { namesBelow } from "../names-below.ts";
import { BASE_URL, runWords, tempHome } from "./world.ts";

const TIFF = Buffer.from("II*\0 the image");
const PAGE = "<!DOCTYPE html>\n<html><body>The license</body></html>\n";
const LICENSE = {
  href: "https://www.example.com/license",
  type: "text/html",
  title: "License",
  roles: ["license"],
};

const itemOf = (id: string, assets: object) => ({
  id,
  collection: "archive",
  properties: { "sar:product_type": "GEO" },
  assets: {
    VV: {
      href: `https://data.example/${id}/${id}.tif?Expires=1&Signature=2`,
      type: "image/tiff; application=geotiff",
      roles: ["data"],
    },
    ...assets,
  },
});

/** `page`: the status with which the website answers. */
const serviceOf =
  (items: readonly object[], page = 403): Send =>
  async ({ url }) => {
    const isPage = url.startsWith("https://www.example.com/");
    const body = isPage
      ? Buffer.from(PAGE)
      : url.startsWith(BASE_URL)
        ? Buffer.from(JSON.stringify(items))
        : TIFF;
    return {
      status: isPage ? page : 200,
      headers: { "content-length": String(body.length), "content-type": isPage ? "text/html" : "image/tiff" },
      body: (async function* () {
        yield body;
      })(),
    };
  };

let home: string;
beforeEach(async () => {
  home = await tempHome();
});
const swath = (words: string, items: readonly object[], page?: number) =>
  runWords(words, {
    env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key" },
    home,
    send: serviceOf(items, page),
  });
const names = async () =>
  (await namesBelow(join(home, "out"))).filter((name) => /\.(?:tif|html)$/u.test(name)).sort();
const toPages = ({ requests }: { requests: { url: string }[] }) =>
  requests.filter(({ url }) => url.includes("www.example.com")).length;

it("DOWNLOAD-20 a license is left out with one note, and its blocked website fails nothing", async () => {
  const items = [itemOf("A", { license: LICENSE }), itemOf("B", { license: LICENSE })];
  const run = await swath("order download o --out-dir out --json", items);
  expect(run.exitCode, run.stderr).toBe(0);
  expect(toPages(run)).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({
    downloaded: 2,
    failed: 0,
    files: [{ asset: "VV" }, { asset: "VV" }],
  });
  expect(run.stderr.match(/left out/gu)).toHaveLength(1);
  expect(run.stderr).toContain("2 web pages are left out: license (--asset license downloads that)");
  expect(await names()).toEqual(["A/A.tif", "B/B.tif"]);
  expect((await swath("verify out --strict", items)).exitCode).toBe(0);
  // The plan, the links and a stream of the one product agree.
  const plan = await swath("order download o --plan --json", items);
  expect((JSON.parse(plan.stdout) as { files: object[] }).files).toHaveLength(2);
  const links = await swath("order links o --output id", items);
  expect(links.stdout).not.toContain("www.example.com");
  expect(links.stderr).toContain("2 web pages are left out: license");
  const stream = await swath("order download o --stdout", [items[0]!]);
  expect([stream.exitCode, stream.stdout]).toEqual([0, TIFF.toString()]);
});

it("DOWNLOAD-20 a product without its license is delivered, for deliveries and --skip-owned", async () => {
  const { VV } = itemOf("A", {}).assets;
  const { roles: _roles, ...untold } = VV;
  const items = [itemOf("A", { VV: untold, license: LICENSE })];
  await swath("order download o --out-dir out", items);
  const log = (await namesBelow(home)).find((name) => name.endsWith("deliveries.ndjson"));
  expect(JSON.parse(await readFile(join(home, log!), "utf8"))).toMatchObject({ item: "A", data: 1 });
});

it.each([
  ["--asset license", "A/A_license.html"],
  ["--role license", "A/A_license.html"],
  ["--asset license --asset VV", "A/A.tif,A/A_license.html"],
])("DOWNLOAD-20 %s downloads the license", async (words, expected) => {
  const run = await swath(
    `order download o --out-dir out ${words}`,
    [itemOf("A", { license: LICENSE })],
    200,
  );
  expect(run.exitCode, run.stderr).toBe(0);
  expect(await names()).toEqual(expected.split(","));
  expect(run.stderr).not.toContain("left out");
  // Its failure is one then.
  home = await tempHome();
  const blocked = await swath(`order download o --out-dir out ${words}`, [itemOf("A", { license: LICENSE })]);
  expect(blocked.exitCode).toBe(10);
});

const page = { href: "https://www.example.com/page" };
it.each<[string, object]>([
  ["a role in a list", { terms: { ...page, roles: ["metadata", "license"] } }],
  ["a role in capitals", { terms: { ...page, roles: ["License"] } }],
  ["a role of a PDF", { terms: { ...page, type: "application/pdf", roles: ["license"] } }],
  ["a type with a charset", { page: { ...page, type: "Text/HTML; charset=utf-8" } }],
  ["XHTML", { page: { ...page, type: "application/xhtml+xml" } }],
  ["the key alone", { license: page }],
  ["another relation as key", { "terms-of-service": { ...page, type: "text/plain" } }],
  ["a key without a link", { license: { roles: ["license"] } }],
])("DOWNLOAD-20 a web page is known by %s", async (_what, assets) => {
  const run = await swath("order download o --out-dir out --json", [itemOf("A", assets)]);
  expect([run.exitCode, toPages(run)], run.stderr).toEqual([0, 0]);
  expect(run.stderr).toContain(`1 web page is left out: ${Object.keys(assets)[0]}`);
});

it.each<[string, object]>([
  ["a page that is data", { report: { ...page, type: "text/html", roles: ["data"] } }],
  ["an image whose key is license", { license: { ...page, type: "image/tiff" } }],
  ["text of another key", { notes: { ...page, type: "text/plain" } }],
  ["a page that is the only product", { VV: { ...page, type: "text/html" }, license: LICENSE }],
])("DOWNLOAD-20 %s is downloaded", async (_what, assets) => {
  const run = await swath("order download o --plan --json", [itemOf("A", assets)]);
  const { files } = JSON.parse(run.stdout) as { files: { asset: string }[] };
  expect(files.map(({ asset }) => asset)).toContain(Object.keys(assets)[0]);
});

it("DOWNLOAD-20 an order of web pages only is an error that names a flag, and --exclude-asset knows them", async () => {
  const only = [{ id: "A", collection: "c", assets: { license: LICENSE } }];
  const run = await swath("order download o --out-dir out", only);
  expect(run.exitCode).toBe(10);
  expect(run.stderr).toContain("there are only web pages: license");
  expect(run.stderr).toContain("--asset license downloads that");
  const items = [itemOf("A", { license: LICENSE })];
  const excluded = await swath("order download o --out-dir out --exclude-asset license", items);
  expect(excluded.exitCode).toBe(0);
  expect(excluded.stderr).not.toContain("left out");
});

it("DOWNLOAD-20 P6 a web page in place of a product is still a failure", async () => {
  const items = [
    itemOf("A", { VV: { href: "https://www.example.com/A.tif", type: "image/tiff" }, license: LICENSE }),
  ];
  const run = await swath("order download o --out-dir out --json", items, 200);
  expect(run.exitCode).toBe(10);
  expect(run.stderr).toContain("the server sent a web page in place of");
  expect(JSON.parse(run.stderr.split("\n").find((line) => line.startsWith('{"error"'))!)).toMatchObject({
    error: { failed: [{ asset: "VV" }] },
  });
});
