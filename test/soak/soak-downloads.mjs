/**
 * Downloads of minutes at 20 MB/s: an order of six files of 512 MiB, uninterrupted, in two processes, and killed at random moments
 * followed by the same command. Each byte is sent once; a kill costs at most the last second, or 64 MiB, of each file.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { cleanEnv } from "../bench/measure.mjs";
import { makeFiles } from "../bench/transfer/make-files.mjs";
import { startApi, startDistant } from "../bench/transfer/servers.mjs";
import { randomOf } from "./random.mjs";

const MiB = 1024 * 1024;
const LINE = 20_000_000;
const FILES = Array.from({ length: 6 }, (_, index) => ({ name: `long-${index}.bin`, bytes: 512 * MiB }));
const WHOLE = FILES.reduce((sum, { bytes }) => sum + bytes, 0);
/** Of each of the files in progress: the bytes since the last checkpoint, and those on the way. */
const MAX_KILL = 4 * 80 * MiB;
const PROGRAM = resolve(import.meta.dirname, "../../bin/swath.js");

/** Each way: the number of processes, and of kills before the last run. */
const WAYS = [
  { what: "uninterrupted", processes: 1, kills: 0 },
  { what: "in two processes", processes: 2, kills: 0 },
  { what: "with 3 kills", processes: 1, kills: 3 },
];

export async function soakDownloads({ seed, say }) {
  const dir = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "swath-soak-"));
  const random = randomOf(seed, "downloads");
  let failures = 0;
  mkdirSync(join(dir, "www"));
  makeFiles(join(dir, "www"), FILES);
  try {
    for (const way of WAYS) failures += await soakOne(way, { dir, random, say });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  return failures === 0 ? 0 : 1;
}

async function soakOne({ what, processes, kills }, { dir, random, say }) {
  const log = join(dir, "sent.txt");
  writeFileSync(log, "");
  const server = await startDistant(dir, { roundTripMs: 0, lineBytesPerSecond: LINE, log });
  const api = await startApi(() => FILES.map((file) => ({ ...file, url: `${server.http}/${file.name}` })));
  const out = join(dir, "out");
  const env = cleanEnv({ HOME: dir, CI: "true", SWATH_BASE_URL: api.url, SWATH_API_KEY: "soak" });
  const start = () => {
    const words = [PROGRAM, "order", "download", "soak", "--out-dir", out, "--flat"];
    const child = spawn(process.execPath, words, { env, stdio: "ignore" });
    return { child, ended: once(child, "close") };
  };
  const startedMs = performance.now();
  for (let kill = 0; kill < kills; kill += 1) {
    const { child, ended } = start();
    await pause(12_000 + random() * 30_000);
    child.kill("SIGKILL");
    await ended;
  }
  const codes = await Promise.all(
    Array.from({ length: processes }, () => start().ended.then(([code]) => code)),
  );
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  api.stop();
  // The last replies are logged at their next turn.
  await pause(1000);
  await server.stop();
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  const sent = lines.reduce((sum, line) => sum + Number(line), 0);
  const names = readdirSync(out);
  const wrong = FILES.filter(({ name }) => !isEqual(join(dir, "www", name), join(out, name)));
  const left = names.filter((name) => name.includes(".part"));
  rmSync(out, { recursive: true, force: true });
  const most = WHOLE * 1.02 + kills * MAX_KILL;
  const isRight = codes.every((code) => code === 0) && wrong.length + left.length === 0 && sent <= most;
  say(
    `${isRight ? "ok" : "FAILED"}: ${what}: ${seconds} s, exit ${codes.join(" and ")}, sent ${(sent / WHOLE).toFixed(3)} x ` +
      `(at most ${(most / WHOLE).toFixed(3)}), ${wrong.length} wrong files, ${left.length} parts left`,
  );
  return isRight ? 0 : 1;
}

function isEqual(one, other) {
  if (!existsSync(other) || statSync(other).size !== statSync(one).size) return false;
  return readFileSync(one).equals(readFileSync(other));
}
