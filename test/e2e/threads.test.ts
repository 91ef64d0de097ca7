/** A plan of many files is fetched by several threads. */
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { bytesOf, manyFiles, type ManyFiles } from "./many-files.ts";
import { serveOrder } from "./serve-order.ts";
import { swath, tempDir } from "./swath.ts";

const COUNT = 1000;
const BYTES = 700;
const NAMES = Array.from({ length: COUNT }, (_, index) => `f${index}.bin`);

const preload = (file: string): string => `--require ${resolve(import.meta.dirname, file)}`;

/** The folder of a run, and the threads that opened part files in it. */
async function watched(): Promise<{
  home: string;
  out: string;
  env: Record<string, string>;
  threads: () => number[];
}> {
  const home = await tempDir();
  const file = join(home, "threads.txt");
  const threads = (): number[] => {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    return [...new Set(lines.map((line) => Number(line.split(" ")[0])))].toSorted((a, b) => a - b);
  };
  const env = { NODE_OPTIONS: preload("watch-threads.cjs"), THREADS_FILE: file };
  return { home, out: join(home, "out"), env, threads };
}

/** These files are whole. */
async function expectWhole(out: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    expect((await readFile(join(out, name))).equals(bytesOf(name, BYTES)), name).toBe(true);
}

/** Every file with its bytes and its line in the manifest, and nothing else. */
async function expectAll(out: string): Promise<void> {
  expect((await readdir(out)).toSorted()).toEqual([...NAMES, "swath-manifest.ndjson"].toSorted());
  await expectWhole(out, NAMES);
  const manifest = await readFile(join(out, "swath-manifest.ndjson"), "utf8");
  const lines = manifest.trimEnd().split("\n");
  const recorded = lines.map((line) => (JSON.parse(line) as { name: string }).name);
  expect([...new Set(recorded)].toSorted()).toEqual(NAMES.toSorted());
}

describe("DOWNLOAD-07 an order of more than a thousand files", () => {
  let files: ManyFiles;
  beforeEach(async (context) => {
    need(availableParallelism() > 1, "one core has one thread", context);
    files = await manyFiles({ count: COUNT, bytes: BYTES });
  });

  it("is fetched by several threads, each file once", async () => {
    const { home, out, env, threads } = await watched();
    const { code, stderr } = await files.download(home, [], env);
    expect(code, stderr).toBe(0);
    expect(threads().length).toBeGreaterThan(1);
    expect(files.asked.toSorted()).toEqual(NAMES.map((name) => `/${name}`).toSorted());
    await expectAll(out);
  });

  it.each([
    ["with a limit of the rate", ["--limit-rate", "500M"]],
    ["with a record of the requests", ["--debug-http", "http.har"]],
    ["with one connection", ["--max-connections", "1"]],
  ])("is fetched by the main thread alone %s", async (_, args) => {
    const { home, out, env, threads } = await watched();
    const { code, stderr } = await files.download(home, args, env);
    expect(code, stderr).toBe(0);
    expect(threads()).toEqual([0]);
    await expectAll(out);
  });

  it("is complete after a thread has died: the main thread fetches its files", async () => {
    const { home, out, env, threads } = await watched();
    const { code, stderr } = await files.download(home, [], { ...env, DIE_AT: "20" });
    expect(code, stderr).toBe(0);
    expect(threads().length).toBeGreaterThan(1);
    await expectAll(out);
  });

  it("P7 P14 ends at Ctrl-C, and the same command fetches only the rest", async () => {
    const { home, out, env } = await watched();
    const run = files.start(home, [], env);
    while (files.asked.length < COUNT / 3) await new Promise((resolve_) => setImmediate(resolve_));
    run.child.kill("SIGINT");
    const { code, stderr } = await run.ended;
    expect(code, stderr).toBe(130);
    const there = (await readdir(out)).filter((name) => NAMES.includes(name));
    await expectWhole(out, there);
    const before = files.asked.length;
    const again = await files.download(home, [], env);
    expect(again.code, again.stderr).toBe(0);
    // A lock that a slow disk has kept is one of a dead process.
    expect(again.stderr).not.toContain("waiting");
    const asked = files.asked.slice(before).map((path) => path.slice(1));
    expect(asked.filter((name) => there.includes(name))).toEqual([]);
    await expectAll(out);
  });

  it("P20 stops at a full disk in any thread, without a half file, and a rerun completes", async () => {
    const { home, out } = await watched();
    const full = {
      NODE_OPTIONS: preload("../faults/failing-disk.cjs"),
      DISK_CODE: "ENOSPC",
      DISK_UNDER: "/out",
    };
    const { code, stderr } = await files.download(home, [], {
      ...full,
      DISK_FILES: "300",
      DISK_BYTES: "9000",
    });
    expect(code, stderr).toBe(14);
    expect(stderr).toMatch(/no space is left/);
    expect(files.asked.length).toBeLessThan(COUNT);
    await expectWhole(
      out,
      (await readdir(out)).filter((name) => NAMES.includes(name)),
    );
    const again = await files.download(home);
    expect(again.code, again.stderr).toBe(0);
    await expectAll(out);
  });
});

it("DOWNLOAD-09 P8 links that expire during the download are renewed once for all threads", async (context) => {
  need(availableParallelism() > 1, "one core has one thread", context);
  const { home, out, env, threads } = await watched();
  let issued = 0;
  let served = 0;
  let refused = 0;
  const url = await serveOrder(
    () => {
      issued += 1;
      return NAMES.map((name) => `${name}?signature=${issued}`);
    },
    undefined,
    (path, _request, response) => {
      const [name, signature] = path.slice(1).split("?signature=");
      // The first links last for half of the files.
      if (signature === "1" && served >= COUNT / 2) {
        refused += 1;
        return void response.writeHead(403).end("Request has expired");
      }
      served += 1;
      response.writeHead(200, { "content-length": BYTES, etag: '"1"' }).end(bytesOf(name!, BYTES));
    },
  );
  const { code, stderr } = await swath(["order", "download", "many", "--out-dir", "out", "--flat"], {
    home,
    env: { SWATH_BASE_URL: url, SWATH_API_KEY: "key", CI: "1", ...env },
  });
  expect(code, stderr).toBe(0);
  expect(threads().length).toBeGreaterThan(1);
  expect(issued).toBe(2);
  expect(refused).toBeGreaterThan(0);
  await expectAll(out);
});
