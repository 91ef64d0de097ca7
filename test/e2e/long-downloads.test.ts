/**
 * Downloads that last longer than two renewals of a lock (10 s): in each way to fetch, every byte is sent once, and every part file
 * has its lock until it is complete.
 */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { expect, it, onTestFinished } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { openS3, type S3Process } from "../s3/s3-process.ts";
import { serveOrder } from "./serve-order.ts";
import { startSwath } from "./swath.ts";

const MiB = 1024 * 1024;
const TICK_MS = 50;
const RENEW_MS = 10_000;
const NAMES = ["f0.bin", "f1.bin"];

/** A line that sends a fixed number of bytes per tick, to one response after the other. */
class Line {
  sent = 0;
  /** First bytes of the requested ranges, by file. */
  readonly starts = new Map<string, number[]>();
  readonly #open: { response: ServerResponse; name: string; at: number; end: number }[] = [];

  constructor(
    readonly sizeBytes: number,
    readonly bytesPerTick: number,
    readonly hasRanges: boolean,
  ) {
    const timer = setInterval(() => this.#tick(), TICK_MS);
    onTestFinished(() => clearInterval(timer));
  }

  readonly handOut = (path: string, request: IncomingMessage, response: ServerResponse): void => {
    const name = path.slice(1);
    const [, from, to] = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? "") ?? [];
    const isRange = this.hasRanges && from !== undefined;
    const at = isRange ? Number(from) : 0;
    const end = isRange && to !== "" ? Math.min(Number(to) + 1, this.sizeBytes) : this.sizeBytes;
    this.starts.set(name, [...(this.starts.get(name) ?? []), at]);
    response.writeHead(isRange ? 206 : 200, {
      "content-length": end - at,
      ...(this.hasRanges && { etag: `"${name}"`, "accept-ranges": "bytes" }),
      ...(isRange && { "content-range": `bytes ${at}-${end - 1}/${this.sizeBytes}` }),
    });
    response.flushHeaders();
    this.#open.push({ response, name, at, end });
  };

  #tick(): void {
    for (let left = this.bytesPerTick; left > 0 && this.#open.length > 0;) {
      const one = this.#open.shift()!;
      if (one.response.destroyed) continue;
      const bytes = bytesOf(one.name, one.at, Math.min(one.at + left, one.end));
      one.response.write(bytes);
      one.at += bytes.length;
      this.sent += bytes.length;
      left -= bytes.length;
      if (one.at < one.end) this.#open.push(one);
      else one.response.end();
    }
  }
}

const blocks = new Map(NAMES.map((name) => [name, Buffer.alloc(MiB, `${name} `)]));

/** At most the bytes up to the next MiB. */
function bytesOf(name: string, from: number, to: number): Buffer {
  const at = from % MiB;
  return blocks.get(name)!.subarray(at, Math.min(MiB, at + to - from));
}

function sha256Of(name: string, sizeBytes: number): string {
  const sum = createHash("sha256");
  for (let at = 0; at < sizeBytes; at += MiB) sum.update(bytesOf(name, at, sizeBytes));
  return sum.digest("hex");
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Counts the looks at a part file that has no lock, until the returned function is called. */
function watchLocks(folder: string): () => { mostLocks: number; unlockedParts: number } {
  let [mostLocks, unlockedParts] = [0, 0];
  const timer = setInterval(() => {
    const names = namesIn(folder);
    mostLocks = Math.max(mostLocks, names.filter((name) => name.endsWith(".part.lock")).length);
    for (const name of names.filter((part) => part.endsWith(".part"))) {
      const path = join(folder, name);
      // The part file and its lock may have gone since the folder was read.
      if (!existsSync(`${path}.lock`) && existsSync(path)) unlockedParts += 1;
    }
  }, TICK_MS);
  onTestFinished(() => clearInterval(timer));
  return () => {
    clearInterval(timer);
    return { mostLocks, unlockedParts };
  };
}

interface Way {
  args?: readonly string[];
  sizeBytes?: number;
  bytesPerTick?: number;
  hasRanges?: boolean;
  /** Number of processes. */
  processes?: number;
  s3?: S3Process;
}

/** Downloads both files. Returns what must be equal in each way. */
async function download({
  args = [],
  sizeBytes = 16 * MiB,
  bytesPerTick = 80_000,
  hasRanges = false,
  processes = 1,
  s3,
}: Way) {
  const home = await testFolder();
  const out = join(home, "out");
  const line = new Line(sizeBytes, bytesPerTick, hasRanges);
  const url = await serveOrder(NAMES, sizeBytes, line.handOut);
  const env = { SWATH_BASE_URL: url, SWATH_API_KEY: "key", CI: "1", ...s3?.env };
  const to = s3 === undefined ? "out" : "s3://imagery/long";
  const words = ["order", "download", "large", "--out-dir", to, "--flat", "--retries", "0", ...args];
  const startMs = performance.now();
  const locks = watchLocks(out);
  const runs = Array.from({ length: processes }, () => startSwath(words, { home, env }));
  const ended = await Promise.all(runs.map((run) => run.ended));
  const { mostLocks, unlockedParts } = locks();
  const lastedMs = performance.now() - startMs;
  return {
    codes: ended.map(({ code }) => code),
    // Connections are shared out anew near the end, which costs a few bytes.
    wasSentOnce: line.sent >= 2 * sizeBytes && line.sent < 2.05 * sizeBytes,
    beginnings: NAMES.map((name) => line.starts.get(name)?.filter((start) => start === 0).length),
    hadTwoRenewals: lastedMs > 2 * RENEW_MS,
    said: ended.flatMap(({ stderr }) => stderr.match(/.*(?:lock|restarted|Warning|Error).*/gu) ?? []),
    locks: s3 === undefined ? mostLocks : undefined,
    unlockedParts,
    right: await (s3 === undefined ? rightFiles(out, sizeBytes) : rightObjects(s3, sizeBytes)),
  };
}

async function rightFiles(out: string, sizeBytes: number): Promise<string[]> {
  const right: string[] = [];
  for (const name of NAMES) {
    const sum = createHash("sha256");
    await pipeline(createReadStream(join(out, name)), sum);
    const { size } = await stat(join(out, name));
    if (size === sizeBytes && sum.digest("hex") === sha256Of(name, sizeBytes)) right.push(name);
  }
  return right;
}

async function rightObjects(s3: S3Process, sizeBytes: number): Promise<string[]> {
  const { objects } = await s3.state();
  return NAMES.filter((name) => {
    const object = objects.find(({ key }) => key === `long/${name}`);
    return object?.size === sizeBytes && object.sha256 === sha256Of(name, sizeBytes);
  });
}

/** 512 MiB at 20 MB/s: below that, one thread fetches all files. */
const LARGE: Way = { sizeBytes: 256 * MiB, bytesPerTick: MiB };

it("DOWNLOAD-07 P7 P21 a download that lasts for several renewals of its locks sends each byte once, in each way to fetch", async (context) => {
  need(availableParallelism() > 1, "one core has one thread", context);
  const s3 = await openS3();
  const [threads, oneThread, ranges, twoProcesses, bucket] = await Promise.all([
    download(LARGE),
    download({ args: ["--max-connections", "1"] }),
    // Larger than the least size with several connections.
    download({ sizeBytes: 48 * MiB, bytesPerTick: 200_000, hasRanges: true }),
    download({ ...LARGE, processes: 2 }),
    download({ s3 }),
  ]);
  const right = {
    codes: [0],
    wasSentOnce: true,
    beginnings: [1, 1],
    hadTwoRenewals: true,
    said: [],
    locks: 2,
    unlockedParts: 0,
    right: NAMES,
  };
  expect({ threads, oneThread, ranges, twoProcesses, bucket }).toEqual({
    threads: right,
    // The second file may begin while the first one gets its name.
    oneThread: { ...right, locks: expect.any(Number) as number },
    ranges: right,
    twoProcesses: { ...right, codes: [0, 0] },
    bucket: { ...right, locks: undefined },
  });
});

it.each([
  ["in a script", []],
  ["without progress", ["--progress", "none"]],
  ["as JSON", ["--progress", "json"]],
])(
  "P7 P21 a lock that is removed during a download is reported %s, and the download resumes",
  async (_, args) => {
    const home = await testFolder();
    const out = join(home, "out");
    const sizeBytes = 8 * MiB;
    const line = new Line(sizeBytes, 100_000, true);
    const url = await serveOrder(NAMES.slice(0, 1), sizeBytes, line.handOut);
    const words = ["order", "download", "large", "--out-dir", "out", "--flat", ...args];
    const run = startSwath(words, { home, env: { SWATH_BASE_URL: url, SWATH_API_KEY: "key", CI: "1" } });
    // The progress is on disk: a sidecar is written after a second.
    await expect.poll(() => namesIn(out).some((name) => name.endsWith(".part.json"))).toBe(true);
    rmSync(
      join(
        out,
        namesIn(out).find((name) => name.endsWith(".part.lock"))!,
      ),
    );
    const { code, stderr } = await run.ended;
    expect(code, stderr).toBe(0);
    expect(stderr.match(/f0\.bin\.[0-9a-f]{8}\.part\.lock was removed; it is tried again/gu)).toHaveLength(1);
    expect(line.starts.get("f0.bin")?.filter((start) => start === 0)).toHaveLength(1);
    expect(line.sent).toBeLessThan(1.5 * sizeBytes);
    expect(namesIn(out).toSorted()).toEqual(["f0.bin", "swath-manifest.ndjson"]);
  },
);
