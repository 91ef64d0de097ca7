/**
 * The sandbox: the time to its first answer, the speed of a search in 100,000 items, and the cost of a long search for its
 * client.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, peakMiB } from "./measure.mjs";

const bin = join(import.meta.dirname, "..", "..", "bin", "swath.js");

/** Four products each. */
const COLLECTS = 25_000;

/** Starts a sandbox; `readyMs` is the time from the start of the process to its first output, the address. */
async function startSandbox(env) {
  const words = [
    "sandbox",
    "start",
    "--port",
    "0",
    "--ephemeral",
    "--archive-size",
    String(COLLECTS),
    "--json",
  ];
  const begin = performance.now();
  const child = spawn(process.execPath, [bin, ...words], { env, stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  for await (const piece of child.stdout.setEncoding("utf8")) {
    text += piece;
    if (text.trimEnd().endsWith("\n}")) break;
  }
  const readyMs = performance.now() - begin;
  const { url, users } = JSON.parse(text);
  return { child, readyMs, url, key: users[0].apiKey };
}

async function stop(child) {
  child.kill();
  await once(child, "close");
}

/** Returns the milliseconds of one search, with the reply read to its end. */
function search(url, key, agent, body) {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `ApiKey ${key}`, "content-type": "application/json" };
    request(`${url}/catalog/search`, { method: "POST", agent, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`status ${reply.statusCode}`));
      reply.resume().on("end", () => resolve(performance.now() - begin));
    })
      .on("error", reject)
      .end(JSON.stringify(body));
  });
}

/** Boxes of 4 degrees along a path through every part of the earth, the antimeridian too. */
const box = (index) => {
  const west = -180 + ((index * 137.508) % 356);
  const south = -60 + ((index * 61.8) % 116);
  return [west, south, west + 4, south + 4];
};

async function searchTimes(url, key, count) {
  const agent = new Agent({ keepAlive: true });
  const first = await search(url, key, agent, { limit: 1 });
  const times = [];
  for (let index = 0; index < count; index += 1) {
    times.push(
      await search(url, key, agent, { bbox: box(index), datetime: "2026-01-01T00:00:00Z/..", limit: 50 }),
    );
  }
  agent.destroy();
  return { first, sorted: times.toSorted((a, b) => a - b) };
}

/** A long search as lines: the time of the first one, and of all. */
async function longSearch(words, env) {
  const begin = performance.now();
  const child = spawn(process.execPath, [bin, ...words], { env, stdio: ["ignore", "pipe", "ignore"] });
  let firstMs;
  let rows = 0;
  child.stdout.on("data", (piece) => {
    firstMs ??= performance.now() - begin;
    for (const byte of piece) if (byte === 10) rows += 1;
  });
  const [exitCode] = await once(child, "close");
  if (exitCode !== 0) throw new Error(`exit code ${exitCode} from the long search`);
  return { firstMs, allMs: performance.now() - begin, rows };
}

export async function sandboxTable() {
  const home = mkdtempSync(join(tmpdir(), "swath-bench-"));
  const env = cleanEnv({ HOME: home, CI: "true" });
  try {
    // The second start finds compiled code.
    await stop((await startSandbox(env)).child);
    const { child, readyMs, url, key } = await startSandbox(env);
    try {
      const { first, sorted } = await searchTimes(url, key, 300);
      const words = ["catalog", "search", "--limit", "100000", "--output", "ndjson"];
      const client = { ...env, SWATH_BASE_URL: url, SWATH_API_KEY: key };
      const long = await longSearch(words, client);
      const MiB = await peakMiB({ argv: [bin, ...words], env: client });
      const row = (what, value, goal, unit) => [
        what,
        `${value.toFixed(1)} ${unit}`,
        goal === "" ? "" : `${goal} ${unit}`,
      ];
      return [
        ["sandbox", "measured", "goal"],
        row("ready", readyMs, 300, "ms"),
        row("first search (draws the archive)", first, "", "ms"),
        row("search, median of 300 over HTTP", sorted[150], "", "ms"),
        row("search, p95", sorted[285], 20, "ms"),
        row(`${long.rows} rows as ndjson: first row`, long.firstMs, "", "ms"),
        row(`${long.rows} rows as ndjson: all`, long.allMs, "", "ms"),
        ...(MiB === undefined ? [] : [row(`${long.rows} rows as ndjson: peak memory`, MiB, 150, "MiB")]),
      ];
    } finally {
      await stop(child);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
