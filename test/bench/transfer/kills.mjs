/**
 * `npm run bench -- kills [times] [--size MiB] [--files count]`: a download killed at random moments, each time followed by the
 * same command. The default is one file of 2 GiB, 50 times; `--files 5000`: as many files of 64 KiB, 200 times;
 * `--files 4 --size 256`: four large files in several threads. It checks every name at all times (no partial file has
 * one), all bytes after a kill and after the rerun, and the bytes that the server sent twice.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cleanEnv, spread } from "../measure.mjs";
import { printTable } from "../print-table.mjs";
import { makeFiles } from "./make-files.mjs";
import { startApi, startData } from "./servers.mjs";
import { swath } from "./tools.mjs";

const KiB = 1024;
const MiB = 1024 * KiB;
const LOOK_MS = 5;
/** Of each large file in progress: the last second, or 64 MiB, and bytes on the way. There are at most four. */
const MAX_TWICE_BYTES = 100 * MiB;
const LARGE_AT_ONCE = 4;
/** Small files in progress, and those that have arrived and wait for their names. */
const MAX_TWICE_FILES = 500;

export async function benchKills(words) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { size: { type: "string" }, files: { type: "string" }, build: { type: "string" } },
  });
  const isSmall = values.files !== undefined && values.size === undefined;
  const times = Number(positionals[0] ?? (isSmall ? 200 : 50));
  const bytes = values.size === undefined ? (isSmall ? 64 * KiB : 2048 * MiB) : Number(values.size) * MiB;
  const files = Array.from({ length: Number(values.files ?? 1) }, (_, index) => ({
    name: `kill-${String(index).padStart(5, "0")}.bin`,
    bytes,
  }));
  const whole = files.length * bytes;
  const dir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "swath-kills-"));
  chmodSync(dir, 0o755);
  const www = join(dir, "www");
  mkdirSync(www);
  makeFiles(www, files);
  const log = join(dir, "sent.txt");
  writeFileSync(log, "");
  chmodSync(log, 0o666);
  const data = await startData(dir, { log });
  const api = await startApi(() => files.map((file) => ({ ...file, url: `${data.http}/${file.name}` })));
  const env = cleanEnv({ HOME: dir, CI: "true", SWATH_BASE_URL: api.url, SWATH_API_KEY: "bench" });
  const out = join(dir, "out");
  const bin = values.build === undefined ? undefined : join(values.build, "bin", "swath.js");
  const [program, ...argv] = swath()({ order: "bench", out, ca: join(dir, "cert.pem"), bin });
  const start = () => {
    const child = spawn(program, argv, { env, stdio: "ignore" });
    return { child, ended: once(child, "close") };
  };
  const seen = { killed: 0, outside: 0, halves: new Set(), differing: 0, failed: 0, leftOver: 0 };
  const twice = [];
  try {
    let wholeMs;
    // The first of the two warms the compile cache.
    for (let run = 0; run < 2; run += 1) {
      rmSync(out, { recursive: true, force: true });
      const begin = performance.now();
      const [code] = await start().ended;
      if (code !== 0) throw new Error(`exit code ${code} without any kill`);
      wholeMs = performance.now() - begin;
    }
    if (differing(www, out, files).length > 0) throw new Error("other bytes without any kill");
    for (let kill = 0; kill < times; kill += 1) {
      rmSync(out, { recursive: true, force: true });
      truncateSync(log);
      const stopLooking = lookForHalves(out, files, (name) => seen.halves.add(`${kill} ${name}`));
      const { child, ended } = start();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * wholeMs));
      child.kill("SIGKILL");
      await ended;
      seen.killed += 1;
      const names = existsSync(out) ? readdirSync(out) : [];
      for (const name of differing(
        www,
        out,
        files.filter((file) => names.includes(file.name)),
      ))
        seen.halves.add(`${kill} ${name}`);
      const isWhole = files.every(({ name }) => names.includes(name));
      if (isWhole || names.length === 0) seen.outside += 1;
      const [rerunCode] = await start().ended;
      stopLooking();
      if (rerunCode !== 0) seen.failed += 1;
      seen.differing += differing(www, out, files).length;
      seen.leftOver += readdirSync(out).filter((name) => name.includes(".part")).length;
      twice.push((sentBytes(log) - whole) / whole);
    }
  } finally {
    api.stop();
    await data.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  const share = (value) => `${(value * 100).toFixed(2)} %`;
  const { median, max } = spread(twice.length === 0 ? [0] : twice);
  const mostBytes = isSmall
    ? MAX_TWICE_FILES * bytes
    : Math.min(files.length, LARGE_AT_ONCE) * MAX_TWICE_BYTES;
  const most = mostBytes / whole;
  const must = share(most);
  const size = isSmall ? `${bytes / KiB} KiB` : `${bytes / MiB} MiB`;
  printTable([
    [`${files.length} x ${size}, kill -9`, "measured", "must"],
    ["times (of these nothing begun, or all there)", `${seen.killed} (${seen.outside})`, ""],
    ["half files under their names", String(seen.halves.size), "0"],
    ["reruns that failed", String(seen.failed), "0"],
    ["files of other bytes after the rerun", String(seen.differing), "0"],
    ["parts left over after the rerun", String(seen.leftOver), "0"],
    ["sent by the server more than once, median", share(median), must],
    ["sent by the server more than once, at most", share(max), must],
  ]);
  const isMet = seen.halves.size + seen.failed + seen.differing + seen.leftOver === 0 && max <= most;
  if (!isMet) process.exitCode = 1;
}

/** Reads the folder all the time: a file with its name has its full size. */
function lookForHalves(out, files, onHalf) {
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const timer = setInterval(() => {
    let names;
    try {
      names = readdirSync(out);
    } catch {
      return;
    }
    for (const name of names) {
      const bytes = sizes.get(name);
      if (bytes === undefined) continue;
      if (statSync(join(out, name)).size === bytes) sizes.delete(name);
      else onHalf(name);
    }
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** Returns the names of files that are missing or differ from the server's. */
const differing = (www, out, files) =>
  files.filter(({ name }) => !isSame(join(www, name), join(out, name))).map(({ name }) => name);

function isSame(path, otherPath) {
  if (!existsSync(otherPath) || statSync(path).size !== statSync(otherPath).size) return false;
  const [fd, other] = [openSync(path, "r"), openSync(otherPath, "r")];
  const buffers = [Buffer.allocUnsafe(MiB), Buffer.allocUnsafe(MiB)];
  try {
    for (;;) {
      const count = readSync(fd, buffers[0]);
      readSync(other, buffers[1]);
      if (count === 0) return true;
      if (!buffers[0].subarray(0, count).equals(buffers[1].subarray(0, count))) return false;
    }
  } finally {
    closeSync(fd);
    closeSync(other);
  }
}

/** Of all bodies; bytes that a killed reader had not read count too. */
function sentBytes(log) {
  const lines = readFileSync(log, "utf8").trim().split("\n");
  return lines
    .map((line) => line.split(" "))
    .filter(([status]) => status === "200" || status === "206")
    .reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}
