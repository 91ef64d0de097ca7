/** `order download`: signed links to verified files, through the front door. */
import { createHash } from "node:crypto";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { Interrupts } from "../../src/app/interrupts.ts";
import type { Send } from "../../src/contract/send.ts";
import { fileNamesBelow, withoutHome } from "../names-below.ts";
import { NO_FOLDER } from "../this-system.ts";
import { changingText, to } from "./changed-body.ts";
import { openOrderedBench } from "./ordered-bench.ts";

const { swath, control, send, member, clock, granule, freshOrder } = await openOrderedBench();

let home: string;
let id: string;
beforeEach(async () => {
  ({ home, id } = await freshOrder());
});

const named = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<uuid>")
    .replaceAll(/\b[0-9a-f]{64}\b/g, "<sha256>")
    .replaceAll(granule, "<granule>");
const out = (): string => join(home, "out");
const filesHere = async (): Promise<string[]> =>
  (await fileNamesBelow(out()).catch(() => [])).map((name) => name.replaceAll(granule, "<granule>")).sort();
const run = (words = "", options: Parameters<typeof swath>[1] = {}) =>
  swath(`order download ${id} --out-dir out ${words}`, { home, ...options });

describe("files", () => {
  it("DOWNLOAD-01 DOWNLOAD-07 DOWNLOAD-08 one folder per item, every file complete and verified", async () => {
    const result = await run("--json");
    expect(result.exitCode).toBe(0);
    const report = JSON.parse(result.stdout) as {
      files: { path: string; size: number; sha256: string; status: string }[];
    };
    for (const { path, size, sha256, status } of report.files) {
      const bytes = await readFile(join(out(), path));
      expect({
        size: bytes.length,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        status,
      }).toEqual({ size, sha256, status: "downloaded" });
    }
    expect(await filesHere()).toMatchInlineSnapshot(`
      [
        ".swath-items.ndjson",
        "<granule>/<granule>_HH.tif",
        "<granule>/<granule>_metadata.json",
        "<granule>/<granule>_preview.png",
        "<granule>/<granule>_thumbnail.png",
        "swath-manifest.ndjson",
      ]
    `);
  });

  it("DOWNLOAD-07 a person reads a table and the total", async () => {
    const result = await run("", { stdoutTTY: true, columns: 120 });
    expect(named(result.stdout)).toMatchInlineSnapshot(`
      "[1m<granule>/[22m
      <granule>_HH.tif         downloaded  296.4 kB  by sha256
      <granule>_metadata.json  downloaded    5.2 kB  by sha256
      <granule>_thumbnail.png  downloaded   43.9 kB  by sha256
      <granule>_preview.png    downloaded   98.4 kB  by sha256
      4 files downloaded into out (443.8 kB in 0s)
      "
    `);
  });

  it("DOWNLOAD-24 a rerun with every file here is one line, on a terminal and in a pipe", async () => {
    await run();
    const total = "4 files here already (443.8 kB), in out\n";
    expect(await run("", { stdoutTTY: true, columns: 120 })).toMatchObject({ stdout: total, stderr: "" });
    expect(await run()).toMatchObject({ stdout: "", stderr: total });
    const { files } = JSON.parse((await run("--json")).stdout) as { files: { status: string }[] };
    expect(files.map(({ status }) => status)).toEqual(Array(4).fill("skipped"));
    expect((await run("--output id")).stdout.trim().split("\n")).toHaveLength(4);
  });

  it("DOWNLOAD-24 a pipe gets a line for each new file, and the total", async () => {
    await run("--asset metadata");
    const { stdout, stderr } = await run();
    expect(stdout).toBe("");
    const [title, ...lines] = named(stderr).trimEnd().split("\n");
    expect(title).toBe("Order <uuid>: 4 files (443.8 kB), into out");
    expect(lines.slice(0, -1).toSorted()).toEqual([
      "<granule>/<granule>_HH.tif: 296.4 kB, verified",
      "<granule>/<granule>_preview.png: 98.4 kB, verified",
      "<granule>/<granule>_thumbnail.png: 43.9 kB, verified",
    ]);
    expect(lines.at(-1)).toBe("3 files downloaded into out (438.7 kB in 0s), 1 here already");
  });

  it("DOWNLOAD-24 --quiet prints nothing, and ids if a format asks for them", async () => {
    expect(await run("--quiet")).toMatchObject({ stdout: "", stderr: "", exitCode: 0 });
    const { stdout, stderr } = await run("--quiet --output id");
    expect([stdout.trim().split("\n").length, stderr]).toEqual([4, ""]);
  });

  it("DOWNLOAD-24 a terminal lists the new files only, each fault with its whole reason below its file", async () => {
    await run("--asset metadata");
    const other = changingText(
      send,
      ({ url }) => url.includes("_HH.tif"),
      () => "no image",
    );
    const { stdout, exitCode } = await run("", { send: other, stdoutTTY: true, columns: 60 });
    expect(exitCode).toBe(10);
    expect(named(stdout).replaceAll(/\u001b\[\d+m/g, "")).toMatchInlineSnapshot(`
      "<granule>/
      …OR-10_20260309T232220_SM_GEO_HH_6d767c1c_HH.tif  failed
        the server announces 8 bytes where the item promises
        296424
      …0260309T232220_SM_GEO_HH_6d767c1c_thumbnail.png  downloaded
      …_20260309T232220_SM_GEO_HH_6d767c1c_preview.png  downloaded
      2 files downloaded into out (142.2 kB in 0s), 1 here already, 1 failed
      "
    `);
  });

  it("DOWNLOAD-08 --flat puts every file into the folder itself", async () => {
    await run("--flat --asset metadata");
    expect(await filesHere()).toMatchInlineSnapshot(`
      [
        ".swath-items.ndjson",
        "<granule>_metadata.json",
        "swath-manifest.ndjson",
      ]
    `);
  });

  it("DOWNLOAD-03 filters by asset, role, item and product type, and can exclude assets", async () => {
    await run("--role data --exclude-asset metadata");
    expect((await filesHere()).filter((file) => !file.includes("swath-"))).toEqual([
      "<granule>/<granule>_HH.tif",
    ]);
    const slip = await run("--product-type GOE");
    expect(slip).toMatchObject({ exitCode: 2, stdout: "" });
    expect(named(slip.stderr)).toMatchInlineSnapshot(`
      "Error: --product-type: no product type is named "GOE"; known: GEO
        Did you mean "GEO"?
        code FILTER_UNKNOWN, exit 2
      "
    `);
    const nothing = await run("--asset metadata --exclude-asset metadata");
    expect(nothing.exitCode).toBe(10);
    expect(nothing.stderr).toContain("code DOWNLOAD_NOTHING");
  });

  it("P14 Ctrl-C reports finished files and that the same command resumes; then it does", async () => {
    await run("--asset metadata");
    const interrupts = new Interrupts();
    const pressing: Send = async (request) => {
      if (request.url.includes("_HH.tif")) interrupts.press("SIGINT");
      return send(request);
    };
    const stopped = await run("--asset metadata --asset HH", { interrupts, send: pressing });
    expect(stopped.exitCode).toBe(130);
    expect(stopped.stderr).toContain("Stopped: 1 of 2 files is here; the same command continues from there");
    expect((await run("--asset metadata --asset HH")).exitCode).toBe(0);
  });

  it("DOWNLOAD-07 the same command again fetches nothing", async () => {
    await run();
    const again = await run("--json");
    expect(again.requests.map(({ path }) => path)).toEqual([`/orders/${id}/download`]);
    expect(JSON.parse(again.stdout)).toMatchObject({ downloaded: 0, failed: 0, bytes: 0 });
  });

  it("DOWNLOAD-07 a file from another source is not overwritten by default", async () => {
    const path = join(out(), granule, `${granule}_metadata.json`);
    await mkdir(join(out(), granule), { recursive: true });
    await writeFile(path, "mine");
    const kept = await run("--asset metadata");
    expect(kept.exitCode).toBe(10);
    expect(kept.stderr).toContain("code FILE_EXISTS");
    const said = kept.stderr.split("\n").find((line) => line.startsWith("Error: ")) ?? "";
    expect(said.split(`${granule}_metadata.json`), "its path is said once").toHaveLength(2);
    expect(said).toContain("it exists already");
    expect(await readFile(path, "utf8")).toBe("mine");
    expect((await run("--asset metadata --skip-existing")).exitCode).toBe(0);
    expect(await readFile(path, "utf8")).toBe("mine");
    expect((await run("--asset metadata --overwrite")).exitCode).toBe(0);
    expect((await stat(path)).size).toBeGreaterThan(100);
  });

  it("DOWNLOAD-07 a verified file that was damaged later is repaired or replaced, never kept", async () => {
    await run("--asset metadata");
    const path = join(out(), granule, `${granule}_metadata.json`);
    const { length } = await readFile(path);
    for (const damage of ["short", "x".repeat(length)]) {
      await writeFile(path, damage);
      const result = await run("--asset metadata");
      expect(result.exitCode).toBe(10);
      expect(withoutHome(result.stderr, home)).toMatch(/: swath verify \S*out --repair/);
      expect(result.stderr).not.toContain("--skip-existing");
    }
  });

  it("--overwrite and --skip-existing are refused together, before any request", async () => {
    const both = await run("--overwrite --skip-existing");
    expect(both).toMatchObject({ exitCode: 2, requests: [], stdout: "" });
    expect(both.stderr).toMatchInlineSnapshot(`
      "Error: --overwrite and --skip-existing contradict each other
        Keep only one of --overwrite, --skip-existing
        code USAGE, exit 2
      "
    `);
  });

  it("DOWNLOAD-03 an asset without a usable link is reported, and the others are fetched", async () => {
    const result = await run("", {
      send: rewriting(/"href":"[^"]*\.png[^"]*"/g, '"href":"s3://bucket/quicklook.png"'),
    });
    expect(result.exitCode).toBe(10);
    expect(named(result.stderr)).toContain(
      "Warning: <granule>: the asset thumbnail has no link that can be fetched\n",
    );
    expect(named(result.stderr)).toContain("for thumbnail of <granule> (and 1 more)");
    expect(result.stderr).toContain("code DOWNLOAD_PARTIAL, exit 10");
    expect((await filesHere()).filter((file) => file.endsWith(".tif"))).toHaveLength(1);
    const without = await run("--exclude-asset thumbnail --exclude-asset preview", {
      send: rewriting(/"href":"[^"]*\.png[^"]*"/g, '"href":"s3://bucket/quicklook.png"'),
    });
    expect(without).toMatchObject({ exitCode: 0 });
    expect(without.stderr).not.toContain("no link");
  });

  it.each([
    ["a file", "out", "not a folder"],
    ["below a file", "out/deeper", "a part of the path is a file"],
    ["a path that cannot be created", join(NO_FOLDER, "out"), "cannot be created"],
  ])("DOWNLOAD-07 --out-dir is %s: reported before any file is begun", async (_title, dir, said) => {
    await writeFile(out(), "a file");
    const result = await swath(["order", "download", id, "--out-dir", dir], { home });
    expect(result).toMatchObject({ exitCode: 14, stdout: "" });
    expect(result.stderr).toContain(said);
    expect(result.stderr).toContain("code DISK_WRITE_FAILED");
    expect(result.stderr).not.toContain("into");
  });
});

/** The sandbox, with its JSON changed in transfer. */
const rewriting = (pattern: RegExp, by: string): Send =>
  changingText(send, to("/download"), (text) => text.replaceAll(pattern, by));

describe("links", () => {
  it("DOWNLOAD-04 no credential is sent to a signed address", async () => {
    const { requests } = await run();
    const assets = requests.filter(({ path }) => path.startsWith("/assets/"));
    expect(assets.length).toBeGreaterThanOrEqual(4);
    for (const { headers } of assets) {
      expect(Object.keys(headers)).not.toContain("authorization");
      expect(JSON.stringify(headers)).not.toContain(member.apiKey);
    }
  });

  it("DOWNLOAD-04 a signature is never printed, not even with --debug", async () => {
    const { stderr, stdout, requests } = await run("--debug");
    const signatures = requests.flatMap(({ url }) => (url.includes("?") ? [url.split("?")[1]!] : []));
    expect(signatures.length).toBeGreaterThan(0);
    for (const signature of signatures) expect(stdout + stderr).not.toContain(signature);
  });

  it("DOWNLOAD-09 an expired link is renewed once for all, and the files arrive", async () => {
    await control("POST", "/faults", { route: "asset", count: 1, expired: true });
    const { exitCode, requests } = await run();
    expect(exitCode).toBe(0);
    expect(requests.filter(({ path }) => path === `/orders/${id}/download`)).toHaveLength(2);
  });

  it("DOWNLOAD-09 links that stay expired: limited renewals, and an error", async () => {
    await control("POST", "/faults", { route: "asset", expired: true });
    const { exitCode, stderr, requests } = await run("--asset metadata");
    expect(exitCode).toBe(10);
    expect(
      named(stderr)
        .split("\n")
        .filter((line) => line.includes("code ")),
    ).toEqual(["  code SIGNED_URL_EXPIRED, exit 10"]);
    expect(requests.length).toBeLessThan(12);
  });

  it("DOWNLOAD-10 one bad asset stops no other, is reported, and a second run completes", async () => {
    const failing: Send = async (request) =>
      request.url.includes(".tif")
        ? send({ ...request, url: request.url.replace(/\?.*/, "?x") })
        : send(request);
    const first = await run("", { send: failing });
    expect(first.exitCode).toBe(10);
    expect(named(first.stderr)).toContain("<granule>_HH.tif");
    expect(first.stderr).toContain("code DOWNLOAD_PARTIAL, exit 10");
    const second = await run("--json");
    expect(second.exitCode).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({ downloaded: 1, failed: 0 });
  });

  it("DOWNLOAD-06 DOWNLOAD-05 ORDER-12 --wait waits, and an order near its end gets a warning", async () => {
    clock.ms += 6.5 * 86_400_000;
    const { stderr, exitCode } = await run("--wait --asset metadata");
    expect(exitCode).toBe(0);
    expect(named(stderr)).toMatch(/^Warning: order <uuid> expires at .*Z, in 12h$/m);
  });
});

describe("without --out-dir", () => {
  it('the current folder is called "the current folder" in results, notes and help', async () => {
    const terminal = { home, stdoutTTY: true };
    const { stdout, stderr } = await swath(`order download ${id}`, terminal);
    expect(stderr).toContain(`, into the current folder, ${home}\n`);
    expect(stdout).toMatch(/^4 files downloaded into the current folder \(.*\)$/m);
    const planned = await swath(`order download ${id} --plan`, terminal);
    expect(planned.stdout).toMatch(/^0 to fetch \(0 B\), 4 already there.*, in the current folder$/m);
    expect((await swath("verify", terminal)).stdout).toMatch(/, in the current folder$/m);
    const { stdout: help } = await swath("order download --help");
    expect(help).toMatch(/--out-dir <dir> +folder, or s3:\/\/bucket\/prefix \(default: the current one\)/);
  });
});
