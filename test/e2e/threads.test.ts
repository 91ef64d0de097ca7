/** A plan of several large files is fetched by several threads. */
import { existsSync, readFileSync } from "node:fs";
import { open, readdir, readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { serveOrder } from "./serve-order.ts";
import { startSwath, type Running } from "./swath.ts";

const MiB = 1024 * 1024;
const COUNT = 8;
const BYTES = 64 * MiB;
const NAMES = Array.from({ length: COUNT }, (_, index) => `f${index}.bin`);

const preload = (file: string): string => `--require ${resolve(import.meta.dirname, file)}`;

/** Each block of a file. */
const blockOf = (name: string): Buffer => Buffer.alloc(MiB, name);

function sendFile(name: string, response: ServerResponse): void {
  const block = blockOf(name);
  let left = BYTES / MiB;
  const go = (): void => {
    while (left > 0) {
      left -= 1;
      if (!response.write(block)) return void response.once("drain", go);
    }
    response.end();
  };
  response.writeHead(200, { "content-length": BYTES });
  go();
}

/** An order of large files. */
class LargeFiles {
  readonly asked: string[] = [];
  /** Number of times that links were issued. */
  issued = 0;
  refused = 0;
  #url = "";

  constructor(
    /** The replies wait for this. */
    readonly mayReply: () => boolean = () => true,
    /** Number of replies for which the first links last. */
    readonly lasting = Infinity,
  ) {}

  async serve(): Promise<this> {
    const links = (): string[] => {
      this.issued += 1;
      return NAMES.map((name) => `${name}?signature=${this.issued}`);
    };
    let served = 0;
    this.#url = await serveOrder(links, BYTES, (path, _request, response) => {
      const [name = "", signature] = path.slice(1).split("?signature=");
      if (signature === "1" && served >= this.lasting) {
        this.refused += 1;
        return void response.writeHead(403).end("Request has expired");
      }
      served += 1;
      this.asked.push(name);
      const reply = (): void => {
        if (this.mayReply()) sendFile(name, response);
        else setTimeout(reply, 10);
      };
      reply();
    });
    return this;
  }

  start(home: string, args: readonly string[], env: Record<string, string>): Running {
    return startSwath(["order", "download", "large", "--out-dir", "out", "--flat", ...args], {
      home,
      env: { SWATH_BASE_URL: this.#url, SWATH_API_KEY: "key", CI: "1", ...env },
    });
  }
}

/** The folder of a run, the threads that opened part files in it, and the folders of their compiled code. */
async function watched(): Promise<{
  home: string;
  out: string;
  env: Record<string, string>;
  threads: () => number[];
  codeFolders: () => string[];
  hasSeveral: () => boolean;
}> {
  const home = await testFolder();
  const file = join(home, "threads.txt");
  const lines = (): string[] => (existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : []);
  const threads = (): number[] =>
    [...new Set(lines().map((line) => Number(line.split(" ")[0])))].toSorted((a, b) => a - b);
  const codeFolders = (): string[] => [...new Set(lines().map((line) => line.split(" ")[1]!))];
  const env = { NODE_OPTIONS: preload("watch-threads.cjs"), THREADS_FILE: file };
  return { home, out: join(home, "out"), env, threads, codeFolders, hasSeveral: () => threads().length > 1 };
}

/** These files are whole. */
async function expectWhole(out: string, names: readonly string[]): Promise<void> {
  const read = Buffer.alloc(MiB);
  for (const name of names) {
    const block = blockOf(name);
    const handle = await open(join(out, name));
    try {
      expect((await handle.stat()).size, name).toBe(BYTES);
      for (let at = 0; at < BYTES; at += MiB) {
        await handle.read(read, 0, MiB, at);
        expect(read.equals(block), `${name} at ${at}`).toBe(true);
      }
    } finally {
      await handle.close();
    }
  }
}

/** Every file with its bytes and its line in the manifest, and nothing else. */
async function expectAll(out: string): Promise<void> {
  expect((await readdir(out)).toSorted()).toEqual([...NAMES, "swath-manifest.ndjson"].toSorted());
  await expectWhole(out, NAMES);
  const manifest = await readFile(join(out, "swath-manifest.ndjson"), "utf8");
  const lines = manifest.trimEnd().split("\n");
  const recorded = lines.map((line) => (JSON.parse(line) as { name: string }).name);
  expect([...new Set(recorded)].toSorted()).toEqual(NAMES);
}

const thereIn = async (out: string): Promise<string[]> =>
  (await readdir(out)).filter((name) => NAMES.includes(name));

describe("DOWNLOAD-07 an order of several large files", () => {
  beforeEach((context) => need(availableParallelism() > 1, "one core has one thread", context));

  it("is fetched by several threads, each file once, and each thread keeps its compiled code where the program does", async () => {
    const { home, out, env, codeFolders, hasSeveral } = await watched();
    const files = await new LargeFiles(hasSeveral).serve();
    const { code, stderr } = await files.start(home, [], env).ended;
    expect(code, stderr).toBe(0);
    expect(hasSeveral()).toBe(true);
    expect(files.asked.toSorted()).toEqual(NAMES);
    expect(codeFolders().map((path) => dirname(path))).toEqual([join(home, ".cache/swath/code")]);
    await expectAll(out);
  });

  it.each([
    ["with a limit of the rate", ["--limit-rate", "500M"]],
    ["with --debug", ["--debug"]],
    ["with one connection", ["--max-connections", "1"]],
  ])("is fetched by the main thread alone %s", async (_, args) => {
    const files = await new LargeFiles().serve();
    const { home, out, env, threads } = await watched();
    const { code, stderr } = await files.start(home, args, env).ended;
    expect(code, stderr).toBe(0);
    expect(threads()).toEqual([0]);
    expect((await thereIn(out)).length).toBe(COUNT);
  });

  it("is complete after a thread has died: the main thread fetches its files", async () => {
    const { home, out, env, hasSeveral } = await watched();
    const files = await new LargeFiles(hasSeveral).serve();
    const { code, stderr } = await files.start(home, [], { ...env, DIE_AT: "2" }).ended;
    expect(code, stderr).toBe(0);
    expect(hasSeveral()).toBe(true);
    // Only the files that the thread had begun are given up, and that is reported.
    const lost: string[] = stderr.match(/(?<=Warning: )\S+(?=: the thread that fetched it has died)/gu) ?? [];
    expect(lost).not.toEqual([]);
    expect(
      NAMES.filter((name) => files.asked.filter((one) => one === name).length > 1 && !lost.includes(name)),
    ).toEqual([]);
    await expectAll(out);
  });

  it("P7 P14 ends at Ctrl-C, and the same command fetches only the rest", async () => {
    const { home, out, env, hasSeveral } = await watched();
    const files = await new LargeFiles(hasSeveral).serve();
    const run = files.start(home, [], env);
    // The fifth request shows that a file is there.
    while (files.asked.length < 5) await new Promise((resolve_) => setImmediate(resolve_));
    run.child.kill("SIGINT");
    const { code, stderr } = await run.ended;
    expect(code, stderr).toBe(130);
    const there = await thereIn(out);
    await expectWhole(out, there);
    const before = files.asked.length;
    const again = await files.start(home, [], env).ended;
    expect(again.code, again.stderr).toBe(0);
    // A lock that a slow disk has kept is one of a dead process.
    expect(again.stderr).not.toContain("waiting");
    expect(files.asked.slice(before).filter((name) => there.includes(name))).toEqual([]);
    await expectAll(out);
  });

  it("P20 stops at a full disk in any thread, without a half file, and a rerun completes", async () => {
    const { home, out, env } = await watched();
    const files = await new LargeFiles().serve();
    const full = {
      NODE_OPTIONS: preload("../faults/failing-disk.cjs"),
      DISK_CODE: "ENOSPC",
      DISK_UNDER: "/out",
      DISK_BYTES: String(16 * MiB),
    };
    const { code, stderr } = await files.start(home, [], full).ended;
    expect(code, stderr).toBe(14);
    expect(stderr).toMatch(/no space is left/);
    expect(files.asked.length).toBeLessThan(COUNT);
    await expectWhole(out, await thereIn(out));
    const again = await files.start(home, [], env).ended;
    expect(again.code, again.stderr).toBe(0);
    await expectAll(out);
  });

  it("DOWNLOAD-09 P8 has links that expire during the download: they are renewed once for all threads", async () => {
    const { home, out, env, hasSeveral } = await watched();
    const files = await new LargeFiles(hasSeveral, COUNT / 2).serve();
    const { code, stderr } = await files.start(home, [], env).ended;
    expect(code, stderr).toBe(0);
    expect(hasSeveral()).toBe(true);
    expect(files.issued).toBe(2);
    expect(files.refused).toBeGreaterThan(0);
    await expectAll(out);
  });
});
