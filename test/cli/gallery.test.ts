/** `swath gallery` and `order download --gallery`: a page of a folder of downloads. */
import { appendFile, mkdir, readFile, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { makeLink } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const bench = await openBench();

let order: string;

beforeAll(async () => {
  const home = await tempHome();
  const items = await bench.swath("catalog search --product-type GEO --limit 2 --output order-items", {
    home,
  });
  await writeFile(join(home, "items.json"), items.stdout);
  const placed = await bench.swath("order place --items items.json --yes --output id", { home });
  order = placed.stdout.trim();
});

async function downloaded(flags = ""): Promise<{ home: string; stderr: string }> {
  const home = await tempHome();
  const { exitCode, stderr } = await bench.swath(`order download ${order} --wait --out-dir img ${flags}`, {
    home,
  });
  expect(exitCode, stderr).toBe(0);
  return { home, stderr };
}

const galleryIn = (home: string, flags = "--json") => bench.swath(`gallery img ${flags}`, { home });
const pageIn = (home: string): Promise<string> => readFile(join(home, "img", "swath-gallery.html"), "utf8");
const fileOf = async (home: string, ending: string): Promise<string> => {
  const names = await readdir(join(home, "img"), { recursive: true });
  return join(
    home,
    "img",
    names.find((name) => name.endsWith(ending))!,
  );
};

describe("swath gallery", () => {
  it("MAP-06 a page from the sandbox is marked as simulated, with any profile", async () => {
    const { home } = await downloaded();
    await galleryIn(home);
    expect(await pageIn(home)).toContain(
      '<p id="about"><span class="badge">Sandbox: invented data</span>2 scenes',
    );
    const metadata = await fileOf(home, "_metadata.json");
    await writeFile(
      metadata,
      (await readFile(metadata, "utf8")).replace('"simulated": true', '"simulated":false'),
    );
    await galleryIn(home);
    expect(await pageIn(home)).toContain('<span class="badge">Sandbox, in part: invented data</span>');
    expect((await bench.swath("gallery img --profile sandbox", { home })).exitCode).toBe(0);
    expect(await pageIn(home)).toContain('<span class="badge">Sandbox: invented data</span>');
  });

  it("MAP-06 has a card for each item, with its picture, metadata and the proof of its files", async () => {
    const { home } = await downloaded();
    const { exitCode, stdout, requests } = await galleryIn(home);
    expect([exitCode, requests]).toEqual([0, []]);
    expect(JSON.parse(stdout)).toEqual({
      directory: "img",
      page: join(home, "img", "swath-gallery.html"),
      items: 2,
      files: 8,
      pictures: 2,
      wrong: 0,
    });
    const page = await pageIn(home);
    expect(page.match(/<article/gu)).toHaveLength(2);
    expect(page.match(/src="data:image\/png;base64,/gu)).toHaveLength(2);
    expect(page).toContain("<dt>mode</dt>");
    expect(page).not.toContain("<dt>collectMode</dt>");
    // Digests were not compared.
    expect(page).toMatch(/8 files, [\d.]+ MB: verified on download, sizes match now · made /u);
    expect(page).toContain("sizes match, verified by sha256 on 2026-03-10");
    expect(page).not.toContain("complete");
    for (const word of ["incidence °", "look", "orbit", "resolution m", "scene"])
      expect(page).toContain(`<dt>${word}</dt>`);
    expect(page).not.toContain("<dt>observationDirection</dt>");
  });

  it("MAP-06 the products of one scene share a card, named by time and place, without milliseconds", async () => {
    const home = await tempHome();
    const search = await bench.swath("catalog search --place Lisbon --limit 4 --output order-items", {
      home,
    });
    await writeFile(join(home, "items.json"), search.stdout);
    const placed = await bench.swath("order place --items items.json --yes --output id", { home });
    await bench.swath(`order download ${placed.stdout.trim()} --wait --out-dir img`, { home });
    expect(JSON.parse((await galleryIn(home)).stdout)).toMatchObject({ items: 4, pictures: 4, wrong: 0 });
    const page = await pageIn(home);
    const cards = page.match(/<article/gu)!.length;
    expect(cards).toBeLessThan(4);
    expect(page).toContain(`${cards} scene`);
    expect(page).toMatch(/<h2>\d{4}-\d\d-\d\dT\d\d:\d\dZ<\/h2>\s*<p class="about">[^<]*\(PT\) · [a-z_]+ · /u);
    // A card has the time that the table of the search has.
    const table = await bench.swath("catalog search --place Lisbon --limit 4 --output tsv", { home });
    const times = table.stdout.match(/\d{4}-\d\d-\d\dT\d\d:\d\d/gu)!;
    expect(times.length).toBeGreaterThan(3);
    for (const time of times) expect(page).toContain(`<h2>${time}Z</h2>`);
    expect(page.match(/<details class="product">/gu)).toHaveLength(4);
    expect(page).toMatch(/<dt>start<\/dt><dd>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/dd>/u);
    expect(page).not.toMatch(/<dd>[^<]*\.\d{3}Z/u);
  });

  it("MAP-06 explains why a card has no picture", async () => {
    const { home } = await downloaded("--asset metadata");
    await galleryIn(home);
    expect(await pageIn(home)).toContain("No picture was downloaded with it");
  });

  it("MAP-06 order download --gallery --open shows the gallery", async () => {
    const { home } = await downloaded("");
    const shown: string[] = [];
    const run = await bench.swath(`order download ${order} --out-dir img --gallery --open`, {
      home,
      runProgram: (_program, args) => {
        shown.push(...args);
        return Promise.resolve({ exitCode: 0 });
      },
    });
    expect(shown).toEqual([join(home, "img", "swath-gallery.html")]);
    expect(run.stderr).not.toContain("map page");
  });

  it("MAP-06 order download --gallery writes the page, and verify recognises it", async () => {
    const { home, stderr } = await downloaded("--gallery");
    expect(stderr).toContain(`Wrote the gallery ${join(home, "img", "swath-gallery.html")}`);
    expect((await pageIn(home)).match(/<article/gu)).toHaveLength(2);
    const verified = await bench.swath("verify img --strict", { home });
    expect([verified.exitCode, verified.stderr]).toEqual([0, ""]);
    const again = await bench.swath(`order download ${order} --out-dir img --gallery`, { home });
    expect(again.exitCode, again.stderr).toBe(0);
  });

  it("MAP-06 after a download, a terminal shows how to open it", async () => {
    const home = await tempHome();
    const screen = { home, stdoutTTY: true, stderrTTY: true, columns: 120 };
    const { stderr } = await bench.swath(`order download ${order} --wait --out-dir img`, screen);
    expect(stderr).toContain("See what it is: swath gallery img --open");
    const again = await bench.swath(`order download ${order} --out-dir img --gallery`, screen);
    expect(again.stderr).not.toContain("See what it is");
  });

  it("MAP-06 shows which files are missing or differ, without their pictures", async () => {
    const { home } = await downloaded();
    await rm(await fileOf(home, "_metadata.json"));
    await appendFile(await fileOf(home, "_preview.png"), "x");
    const { stdout } = await galleryIn(home);
    expect(JSON.parse(stdout)).toMatchObject({ wrong: 2, pictures: 2 });
    const page = await pageIn(home);
    expect(page).toMatch(/8 files, [\d.]+ MB: 2 wrong or missing/u);
    expect(page).toMatch(/changed: it has \d+ bytes, not the \d+ in the manifest/u);
  });

  it("MAP-06 a signed link in metadata is not in the page, which may be shared", async () => {
    const { home } = await downloaded();
    const path = await fileOf(home, "_metadata.json");
    const link = "https://files.example.com/a.tif?X-Amz-Signature=5ec12e7";
    // The size stays, so that the file still counts as complete.
    const text = JSON.stringify({ platform: "the-platform", href: link });
    await writeFile(path, text.padEnd((await readFile(path)).length));
    await galleryIn(home, "--json");
    const page = await pageIn(home);
    expect(page).toContain("the-platform");
    expect(page).not.toContain("5ec12e7");
  });

  it("MAP-06 --verify reads the bytes", async () => {
    const { home } = await downloaded();
    const path = await fileOf(home, "_HH.tif");
    const bytes = await readFile(path);
    bytes[1000]! ^= 1;
    await writeFile(path, bytes);
    expect(JSON.parse((await galleryIn(home)).stdout)).toMatchObject({ wrong: 0 });
    expect(JSON.parse((await galleryIn(home, "--verify --json")).stdout)).toMatchObject({ wrong: 1 });
    expect(await pageIn(home)).toContain("verified by sha256 now");
  });

  it("MAP-06 text from a manifest and metadata stays text, and no link leaves the folder", async () => {
    const { home } = await downloaded();
    const secret = join(home, "secret.png");
    await writeFile(secret, await readFile(await fileOf(home, "_preview.png")));
    makeLink(secret, join(home, "img", "link.png"));
    const size = (await readFile(secret)).length;
    const hostile = "<img src=x onerror=alert(1)>\"'</script><script>alert(2)</script>\u202e";
    const line = (name: string, asset: string, bytes: number): string =>
      `${JSON.stringify({ name, size: bytes, item: hostile, asset, verified: "no list", time: 7, order: 5 })}\n`;
    await writeFile(
      join(home, "img", "m.json"),
      JSON.stringify({ [hostile]: hostile, long: "a".repeat(100_000) }),
    );
    const metadata = (await readFile(join(home, "img", "m.json"))).length;
    await appendFile(
      join(home, "img", "swath-manifest.ndjson"),
      line("link.png", "preview", size) +
        line("../secret.png", "thumbnail", size) +
        line("m.json", "metadata", metadata),
    );
    const { stdout } = await galleryIn(home);
    expect(JSON.parse(stdout)).toMatchObject({ items: 3, pictures: 2, wrong: 2 });
    const page = await pageIn(home);
    expect(page).not.toContain("<img src=x");
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("\u202e");
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(page).toContain("its name leads out of the folder");
    expect(page).not.toContain("a".repeat(1000));
    expect(page).toContain("default-src &#39;none&#39;".replaceAll("&#39;", "'"));
  });

  it("MAP-06 a folder without downloads is refused with the command that makes some", async () => {
    const home = await tempHome();
    const missing = await galleryIn(home, "");
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toContain("there is no folder img");
    expect(missing.stderr).toContain("swath order download <orderId> --out-dir img --gallery");
    const empty = await bench.swath("gallery . --json", { home });
    expect(empty.exitCode).toBe(2);
    expect(empty.stderr).toContain("INPUT_NOT_READABLE");
    expect(empty.stderr).toContain(". has no swath-manifest.ndjson");
    expect(empty.stderr).toContain("swath order download <orderId> --out-dir . --gallery");
  });

  it("MAP-06 --out keeps a file that swath did not write, and replaces a page", async () => {
    const { home } = await downloaded();
    await writeFile(join(home, "mine.html"), "<title>mine</title>");
    const refused = await galleryIn(home, "--out mine.html");
    expect(refused.exitCode).toBe(10);
    expect(refused.stderr).toContain("code FILE_EXISTS");
    expect(refused.stderr).toContain("mine.html: this file");
    expect(await readFile(join(home, "mine.html"), "utf8")).toBe("<title>mine</title>");
    for (const _ of [1, 2]) expect((await galleryIn(home, "--out page.html")).exitCode).toBe(0);
  });

  it("MAP-06 --gallery for a bucket and for a stream is refused before any request", async () => {
    for (const flags of ["--out-dir s3://bucket/x", "--stdout"]) {
      const run = await bench.swath(`order download ${order} --gallery ${flags}`);
      expect([run.exitCode, run.requests]).toEqual([2, []]);
      expect(run.stderr).toContain("--gallery");
    }
  });

  it("MAP-06 counts unfinished files and unreadable lines, as verify does", async () => {
    const { home } = await downloaded();
    const folder = join(home, "img");
    const half = { name: "A/half.tif", size: 9, item: "A", asset: "HH", verified: [], time: "" };
    await mkdir(join(folder, "A"));
    await writeFile(join(folder, "A", ".half.tif.0badcafe.part"), "half");
    await writeFile(join(folder, "A", ".other.tif.0badcafe.part"), "half");
    await appendFile(join(folder, "swath-manifest.ndjson"), `${JSON.stringify(half)}\n{torn`);
    await galleryIn(home);
    const page = await pageIn(home);
    expect(page).toMatch(
      /: 1 wrong or missing · 1 more file not finished · 1 line of the manifest cannot be read/u,
    );
    expect(page).toMatch(/half\.tif<\/code><span>HH: <\/span><span class="wrong">not finished</u);
  });

  it("MAP-06 explains why a picture is not shown: its pixels, its size, its format", async () => {
    const { home } = await downloaded("--asset metadata");
    const folder = join(home, "img");
    const name = (at: number): string => join(folder, `p${at}.png`);
    const header = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAdTAAAHUwCAYAAAA=", "base64");
    await writeFile(name(1), Buffer.concat([header, Buffer.alloc(40)]));
    await writeFile(name(2), "");
    await truncate(name(2), 200_000_000);
    await writeFile(name(3), "no picture");
    for (const at of [1, 2, 3]) {
      const { size } = await stat(name(at));
      const line = { name: `p${at}.png`, size, item: `I${at}`, asset: "preview", verified: [], time: "" };
      await appendFile(join(folder, "swath-manifest.ndjson"), `${JSON.stringify(line)}\n`);
    }
    expect((await galleryIn(home)).exitCode).toBe(0);
    const page = await pageIn(home);
    expect(page).toContain(
      "The picture cannot be shown: it has 30000 x 30000 pixels, more than 64 MB when decoded",
    );
    expect(page).toContain(
      "Left out: the picture has 200.0 MB, and all pictures of this page together take 40 MB",
    );
    expect(page).toContain("The picture cannot be shown: ");
  });
});
