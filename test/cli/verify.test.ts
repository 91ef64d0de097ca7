/** `verify`: a folder against its manifest, and the repair of faulty files. */
import { appendFile, mkdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { withoutHome } from "../names-below.ts";
import { makeLink } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, control } = await openBench();
const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();

let home: string;
let orderId: string;
beforeEach(async () => {
  await control("DELETE", "/faults");
  home = await tempHome();
  const placed = await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home });
  orderId = placed.stdout.trim();
  await swath(`order download ${orderId} --out-dir out`, { home });
});

const path = (file: string): string => join(home, "out", granule, `${granule}_${file}`);
const manifest = (): string => join(home, "out", "swath-manifest.ndjson");
const named = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uuid>")
    .replaceAll(/\b[0-9a-f]{64}\b/g, "<sha256>")
    .replaceAll(granule, "<granule>");
const withoutColour = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, "");
const verify = (words = "", options: Parameters<typeof swath>[1] = {}) =>
  swath(`verify out ${words}`, { home, ...options });
/** A single bit of the file, in its middle: same size, other bytes. */
async function flipBit(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(file, bytes);
}

describe("a folder against its manifest", () => {
  it("is complete: exit 0, nothing is sent, no account is needed", async () => {
    const result = await verify("", {
      env: { SWATH_BASE_URL: undefined, SWATH_API_KEY: undefined },
      stdoutTTY: true,
    });
    expect(result).toMatchObject({ exitCode: 0, requests: [], stderr: "" });
    expect(result.stdout).toMatchInlineSnapshot(`
      "4 whole (443.8 kB), 0 wrong or missing, in out
      "
    `);
    const report = JSON.parse((await verify("--json")).stdout) as { files: { checked: string }[] };
    expect(report).toMatchObject({ ok: 4, wrong: 0, foreign: 0, okBySizeOnly: 0 });
    expect(report.files.map(({ checked }) => checked)).toEqual(["sha256", "sha256", "sha256", "sha256"]);
  });

  it("a flipped bit, a truncated file and a missing one are each reported with the whole reason, also on a narrow terminal", async () => {
    await flipBit(path("HH.tif"));
    await truncate(path("metadata.json"), 100);
    await rm(path("preview.png"));
    const result = await verify("", { stdoutTTY: true, columns: 70 });
    expect(result).toMatchObject({ exitCode: 10, requests: [] });
    for (const line of withoutColour(result.stdout).split("\n")) expect(line.length).toBeLessThanOrEqual(70);
    expect(named(withoutColour(result.stdout))).toMatchInlineSnapshot(`
      "<granule>/
      <granule>_HH.tif         changed
        its bytes differ from the sha256 in the manifest
      <granule>_metadata.json  changed
        it has 100 bytes, not the 5160 in the manifest
      <granule>_preview.png    missing
      1 whole (43.9 kB), 3 wrong or missing, in out
      "
    `);
    expect(named(result.stderr)).toMatchInlineSnapshot(`
      "Error: 3 of 4 files do not match the manifest: <granule>/<granule>_HH.tif: its bytes differ from the sha256 in the manifest (and 2 more)
        Fetch again only what is wrong: swath verify out --repair
        code VERIFY_FAILED, exit 10
      "
    `);
    const ids = await verify("--output id");
    expect(named(ids.stdout).trim().split("\n").sort()).toEqual([
      "<granule>/<granule>_HH.tif",
      "<granule>/<granule>_metadata.json",
      "<granule>/<granule>_preview.png",
    ]);
  });

  it("a file that is not in the manifest is reported, and is a fault with --strict", async () => {
    await writeFile(join(home, "out", "notes.txt"), "mine");
    await writeFile(
      path("HH.tif")
        .replace(`${granule}_HH`, `.${granule}_HH.tif.0a1b2c3d.part`)
        .replace(/\.tif$/, ""),
      "",
    );
    const result = await verify();
    expect(result.exitCode).toBe(0);
    expect(result.stderr).toBe("Warning: not in the manifest of out: notes.txt\n");
    const strict = await verify("--strict");
    expect(strict.exitCode).toBe(10);
    expect(strict.stderr).toContain("code VERIFY_FAILED, exit 10");
  });

  it("DESK-05 P25 a file whose name the disk lists in NFD, as HFS+ does, is in the manifest", async () => {
    const name = "réunion.tif".normalize("NFC");
    const line = { name, item: granule, asset: "x", size: 4 };
    await appendFile(manifest(), `${JSON.stringify(line)}\n`);
    await writeFile(join(home, "out", name.normalize("NFD")), "mine");
    expect((await verify()).stderr).not.toContain("not in the manifest");
    // Two files, where the disk tells them apart.
    await writeFile(join(home, "out", name), "here");
    const { stderr } = await verify();
    expect(stderr).toContain(`not in the manifest of out: ${name.normalize("NFD")}`);
  });

  it("P6 an unfinished download is reported, and the exit is 10", async () => {
    const part = path("HH.tif").replace(`${granule}_HH.tif`, ".other_HV.tif.0a1b2c3d.part");
    await writeFile(part, "half");
    await writeFile(`${part}.json`, "{}");
    const result = await verify("", { stdoutTTY: true, columns: 140 });
    expect(result).toMatchObject({ exitCode: 10, requests: [] });
    expect(named(withoutColour(result.stdout))).toBe(
      "<granule>/\nother_HV.tif  unfinished\n4 whole (443.8 kB), 0 wrong or missing, 1 not finished, in out\n",
    );
    expect(named(result.stderr)).toContain("the download of <granule>/other_HV.tif is not finished");
    const report = JSON.parse((await verify("--json")).stdout) as object;
    expect(report).toMatchObject({ ok: 4, wrong: 0, unfinished: 1, foreign: 0 });
    expect(named((await verify("--output id")).stdout)).toBe("<granule>/other_HV.tif\n");
    await rm(part);
    await rm(`${part}.json`);
    expect((await verify()).exitCode).toBe(0);
  });

  it("P6 an order with an item missing from the manifest is reported, and is a fault with --strict", async () => {
    const ids = (await swath("catalog search --product-type GEO --limit 8 --output id")).stdout
      .trim()
      .split("\n")
      .slice(-3);
    const items = ids.map((id) => `--item vendor-archive/${id}`).join(" ");
    const placed = await swath(`order place ${items} --yes --output id`, { home });
    const order = placed.stdout.trim();
    await swath(`order download ${order} --out-dir some --item ${ids[0]}`, { home });
    const some = await swath("verify some", { home });
    expect([some.exitCode, some.stderr], some.stderr).toEqual([
      0,
      `Warning: order ${order} has 3 items, and the manifest of some has files of 1. Continue the download: swath order download ${order} --out-dir some\n`,
    ]);
    expect((await swath("verify some --strict", { home })).exitCode).toBe(10);
    await swath(`order download ${order} --out-dir some`, { home });
    expect(await swath("verify some --strict", { home })).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("P10 a link in a file's place is not a file, and a name that leaves the folder is not followed", async () => {
    await rm(path("HH.tif"));
    makeLink("/etc/hostname", path("HH.tif"));
    const [line = ""] = (await readFile(manifest(), "utf8")).split("\n");
    const planted = { ...(JSON.parse(line) as object), name: "../../etc/hostname" };
    await appendFile(manifest(), `${JSON.stringify(planted)}\n`);
    const report = JSON.parse((await verify("--json")).stdout) as {
      files: { path: string; fault?: string }[];
    };
    expect(report.files.flatMap(({ fault }) => fault ?? [])).toEqual([
      "its name leads out of the folder",
      "it is not a regular file",
    ]);
  });

  it("an incomplete line of the manifest is reported; its file is then unexplained", async () => {
    const text = await readFile(manifest(), "utf8");
    await writeFile(manifest(), text.slice(0, -40));
    const result = await verify();
    expect(result.exitCode).toBe(0);
    expect(named(result.stderr)).toContain("1 line of the manifest of out cannot be read");
    expect(named(result.stderr)).toContain(" out: <granule>/<granule>_");
    expect((await verify("--strict")).exitCode).toBe(10);
    await swath(`order download ${orderId} --out-dir out`, { home });
    expect(await verify("--strict")).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("P16 a manifest that is a folder is reported as such", async () => {
    await rm(manifest());
    await mkdir(manifest());
    const result = await verify();
    expect(result.exitCode).toBe(14);
    expect(result.stderr).toContain(`cannot read ${manifest()}: a folder with that name exists`);
    expect(result.stderr).not.toContain("cannot write");
  });

  it("a folder without a manifest proves nothing; a missing folder is a usage error", async () => {
    await mkdir(join(home, "empty"));
    const none = await swath("verify empty", { home });
    expect(none.exitCode).toBe(10);
    expect(withoutHome(none.stderr, home)).toMatchInlineSnapshot(`
      "Error: <home>/empty has no swath-manifest.ndjson, so its files cannot be checked
        Download an order into it: swath order download <orderId> --out-dir <home>/empty
        code VERIFY_FAILED, exit 10
      "
    `);
    const outer = await swath("verify . --json", { home });
    expect(outer.exitCode).toBe(10);
    expect(JSON.parse(outer.stderr)).toMatchObject({
      error: { folders: ["out"], hint: "Check one of these folders: swath verify out" },
    });
    const nowhere = await swath("verify nowhere", { home });
    expect(nowhere.exitCode).toBe(2);
    expect(withoutHome(nowhere.stderr, home)).toContain(
      "swath order download <orderId> --out-dir <home>/nowhere",
    );
  });

  it.each(["", "torn by a cra", '{"name":"a","size":-4,"item":"a","asset":"a","verified":[]}\n'])(
    "P16 a manifest without files (%j) proves nothing either",
    async (text) => {
      await writeFile(manifest(), text);
      const result = await verify();
      expect(result.exitCode).toBe(10);
      expect(named(result.stderr)).toContain("out lists no file");
    },
  );
});

describe("--repair", () => {
  it("P6 fetches only faulty files, under the same names, and the folder is complete again", async () => {
    const wanted = await readFile(path("HH.tif"));
    await flipBit(path("HH.tif"));
    await rm(path("preview.png"));
    const result = await verify("--repair --json");
    expect(result.exitCode).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: 2, repaired: 2, wrong: 0 });
    const fetched = result.requests.filter(({ path }) => path.startsWith("/assets/"));
    expect(fetched).toHaveLength(2);
    expect(await readFile(path("HH.tif"))).toEqual(wanted);
    expect(await verify()).toMatchObject({ exitCode: 0, requests: [], stderr: "" });
  });

  it("a complete folder needs no request", async () => {
    expect(await verify("--repair")).toMatchObject({ exitCode: 0, requests: [] });
  });

  it("works for a flat folder too, with names that no plan would choose again", async () => {
    await swath(`order download ${orderId} --out-dir flat --flat --asset metadata`, { home });
    const file = join(home, "flat", `${granule}_metadata.json`);
    await flipBit(file);
    expect((await swath("verify flat --repair", { home })).exitCode).toBe(0);
    expect((await swath("verify flat", { home })).exitCode).toBe(0);
  });

  it("DOWNLOAD-10 a file that cannot be fetched keeps its fault, and existing bytes stay unchanged", async () => {
    await flipBit(path("HH.tif"));
    const broken = await readFile(path("HH.tif"));
    await control("POST", "/faults", { route: "asset", expired: true });
    const result = await verify("--repair");
    expect(result.exitCode).toBe(10);
    expect(result.stderr).toContain("code VERIFY_FAILED, exit 10");
    expect(await readFile(path("HH.tif"))).toEqual(broken);
  });

  it("a line without an order is reported; so is an order unknown to the service", async () => {
    await rm(path("HH.tif"));
    const text = await readFile(manifest(), "utf8");
    await writeFile(manifest(), text.replaceAll(`"order":"${orderId}",`, ""));
    expect((await verify("--repair")).stderr).toContain("the manifest has no order to fetch it from");
    await writeFile(manifest(), text.replaceAll(orderId, "00000000-0000-4000-8000-000000000009"));
    const unknown = await verify("--repair");
    expect(unknown.exitCode).toBe(10);
    expect(unknown.stderr).toContain("order 00000000-0000-4000-8000-000000000009: ");
  });

  it("--dry-run shows the request for links and sends nothing", async () => {
    await rm(path("HH.tif"));
    const result = await verify("--repair --dry-run");
    expect(result).toMatchObject({ exitCode: 0, requests: [] });
    expect(result.stdout).toContain(`/orders/${orderId}/download`);
  });
});
