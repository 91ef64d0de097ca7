/** `order download`: layout, verification, shards and rate of files. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { openOrderedBench } from "./ordered-bench.ts";

const { swath, send, clock, freshOrder } = await openOrderedBench();

let home: string;
let id: string;
beforeEach(async () => {
  ({ home, id } = await freshOrder());
});

const run = (words = "", options: Parameters<typeof swath>[1] = {}) =>
  swath(`order download ${id} --out-dir out ${words}`, { home, ...options });
const manifest = async (): Promise<Record<string, unknown>[]> =>
  (await readFile(join(home, "out", "swath-manifest.ndjson"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const pathsIn = (stdout: string): string[] =>
  (JSON.parse(stdout) as { files: { path: string }[] }).files.map(({ path }) => path);

describe("--path", () => {
  it("DOWNLOAD-08 arranges the files as requested, and a rerun finds them there", async () => {
    const result = await run("--path {collection}/{asset}{ext}");
    expect(result.exitCode).toBe(0);
    expect((await readdir(join(home, "out", "vendor-archive"))).sort()).toEqual([
      "HH.tif",
      "metadata.json",
      "preview.png",
      "thumbnail.png",
    ]);
    const again = await run("--path {collection}/{asset}{ext} --json");
    expect(JSON.parse(again.stdout)).toMatchObject({ downloaded: 0, skipped: 4 });
    expect(await swath("verify out", { home })).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("a typing error gets a suggestion, before any request", async () => {
    const slip = await run("--path {itme}/{file}");
    expect(slip).toMatchObject({ exitCode: 2, requests: [] });
    expect(slip.stderr).toMatchInlineSnapshot(`
      "Error: --path "{itme}/{file}": knows no {itme}; known: {item}, {collection}, {asset}, {product}, {file}, {stem}, {ext}
        Did you mean {item}?
        code USAGE, exit 2
      "
    `);
    const both = await run("--path {file} --flat");
    expect(both).toMatchObject({ exitCode: 2, requests: [] });
    expect(both.stderr).toContain("code USAGE");
    expect(both.stderr).toContain("--flat and --path");
  });
});

describe("--checksum", () => {
  it("DOWNLOAD-07 size and none are recorded in the manifest, and verify counts them apart", async () => {
    await run("--checksum size --asset metadata");
    await run("--checksum none --asset HH");
    expect((await manifest()).map(({ sha256, verified }) => ({ sha256, verified }))).toEqual([
      { verified: ["content-length", "file:size"] },
      { verified: ["content-length"] },
    ]);
    const checked = await swath("verify out --json", { home });
    expect(JSON.parse(checked.stdout)).toMatchObject({ ok: 2, okBySizeOnly: 2, wrong: 0 });
    const full = JSON.parse((await run("--json")).stdout) as { files: { sha256?: string }[] };
    expect(full.files.every(({ sha256 }) => sha256?.length === 64)).toBe(true);
    expect(JSON.parse((await swath("verify out --json", { home })).stdout)).toMatchObject({
      okBySizeOnly: 0,
    });
  });

  it("an unknown word is refused", async () => {
    const { stderr, requests, exitCode } = await run("--checksum sha256");
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain("must be one of none, size, full");
  });
});

describe("--shard", () => {
  it("the shards of an order fill one folder, each fetching its own files only", async () => {
    const fetched: string[] = [];
    for (const index of [1, 2, 3]) {
      const { stdout, exitCode } = await run(`--shard ${index}/3 --json`);
      expect(exitCode).toBe(0);
      fetched.push(...pathsIn(stdout));
    }
    expect(fetched).toHaveLength(4);
    const whole = await run("--json");
    expect(JSON.parse(whole.stdout)).toMatchObject({ downloaded: 0, skipped: 4 });
    expect(fetched.sort()).toEqual(pathsIn(whole.stdout).sort());
  });

  it.each(["0/3", "4/3", "1", "1/0", "a/b"])("%s is refused", async (text) => {
    expect(await run(`--shard ${text}`)).toMatchObject({ exitCode: 2, requests: [] });
  });
});

describe("--limit-rate", () => {
  it("all files together take the time that the rate allows", async () => {
    const start = clock.ms;
    const { exitCode, stdout } = await run("--limit-rate 100kB/s --json");
    expect(exitCode).toBe(0);
    const { bytes } = JSON.parse(stdout) as { bytes: number };
    expect(clock.ms - start).toBeGreaterThan((bytes / 100_000) * 1000 - 500);
  });

  it.each(["10Mbit/s", "fast", "0", "-5MB/s", "10", "1e9"])("%s is refused", async (text) => {
    const { exitCode, requests, stderr } = await run(`--limit-rate=${text}`);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain("must be a rate such as 10MB/s");
  });

  it.each(["10MB/s", "10mb", "500k", "1.5MiB/s", "2 GB/s", "1000"])("%s is accepted", async (text) => {
    const { exitCode } = await swath(["order", "download", id, "--asset", "metadata", "--limit-rate", text], {
      home,
    });
    expect(exitCode).toBe(0);
  });
});

describe("--retries", () => {
  /** A line that fails for as many attempts of the image. */
  const goneFor = (tries: number): Send => {
    let left = tries;
    return async (request) => {
      if (!request.url.includes(".tif") || left-- <= 0) return send(request);
      throw new TransportError("refused", "no", "connect ECONNREFUSED");
    };
  };

  it("DOWNLOAD-07 P9 a file survives more failures than a request, unless the number was given", async () => {
    const outlasted = await run("--asset HH --json", { send: goneFor(7) });
    expect(JSON.parse(outlasted.stdout)).toMatchObject({ downloaded: 1, failed: 0 });
    const given = await run("--asset HH --overwrite --retries 3", { send: goneFor(7) });
    expect(given.exitCode).toBe(10);
    expect(given.stderr).toContain("code DOWNLOAD_PARTIAL");
    expect(given.stderr).toContain("4 times in a row");
  });
});
