/**
 * `npm run bench kills [times] [MiB]`: a download killed at random moments. After each the same command again: identical
 * bytes, never half a file under its name, less than 5 % fetched twice.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, spread } from "../measure.mjs";
import { printTable } from "../print-table.mjs";
import { makeFiles } from "./make-files.mjs";
import { startApi, startData } from "./servers.mjs";
import { swath } from "./tools.mjs";

const MiB = 1024 * 1024;

const heldBytes = ({ size, blocks }) => Math.min(size, blocks * 512);

/** What the next run will not ask for. */
function keptBytes(sidecar) {
  if (!existsSync(sidecar)) return 0;
  const { done, beyond = [] } = JSON.parse(readFileSync(sidecar, "utf8"));
  return beyond.reduce((sum, [from, to]) => sum + to - from, done);
}

export async function benchKills([times = "50", size = "2048"]) {
  const dir = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "swath-kills-"));
  chmodSync(dir, 0o755);
  mkdirSync(join(dir, "www"));
  const file = { name: "one.bin", bytes: Number(size) * MiB };
  makeFiles(join(dir, "www"), [file]);
  const data = await startData(dir);
  const api = await startApi(() => [{ ...file, url: `${data.http}/${file.name}` }]);
  const env = cleanEnv({ HOME: dir, CI: "true", SWATH_BASE_URL: api.url, SWATH_API_KEY: "bench" });
  const out = join(dir, "out");
  const [program, ...words] = swath()({ order: "bench", out, ca: join(dir, "cert.pem") });
  const start = () => spawn(program, words, { env, stdio: "ignore" });
  const run = async () => {
    const begin = performance.now();
    const [code] = await once(start(), "close");
    if (code !== 0) throw new Error(`exit code ${code}`);
    return performance.now() - begin;
  };
  const seen = { killed: 0, early: 0, halves: 0, differing: 0 };
  const lost = [];
  try {
    const wholeMs = await run();
    for (let kill = 0; kill < Number(times); kill += 1) {
      rmSync(out, { recursive: true, force: true });
      const child = start();
      const ended = once(child, "close");
      await new Promise((resolve) => setTimeout(resolve, Math.random() * wholeMs));
      child.kill("SIGKILL");
      await ended;
      seen.killed += 1;
      const names = existsSync(out) ? readdirSync(out) : [];
      if (names.includes(file.name) && statSync(join(out, file.name)).size !== file.bytes) seen.halves += 1;
      const part = names.find((name) => name.endsWith(".part"));
      // Blocks that are there: with several ranges under way the file has holes.
      const there = part === undefined ? 0 : heldBytes(statSync(join(out, part)));
      if (there === 0) seen.early += 1;
      else {
        const sidecar = join(out, `${part}.json`);
        lost.push((there - keptBytes(sidecar)) / there);
      }
      await run();
      try {
        execFileSync("cmp", [join(dir, "www", file.name), join(out, file.name)], { stdio: "pipe" });
      } catch {
        seen.differing += 1;
      }
    }
  } finally {
    api.stop();
    await data.stop();
    rmSync(dir, { recursive: true, force: true });
  }
  const share = (value) => `${(value * 100).toFixed(2)} %`;
  const { median, max } = spread(lost.length === 0 ? [0] : lost);
  printTable([
    [`${file.bytes / MiB} MiB, kill -9`, "measured", "must"],
    ["times (before the first byte, or behind the last)", `${seen.killed} (${seen.early})`, ""],
    ["half a file under its name", String(seen.halves), "0"],
    ["other bytes after the rerun", String(seen.differing), "0"],
    ["fetched twice, median", share(median), "5 %"],
    ["fetched twice, at most", share(max), "5 %"],
  ]);
}
