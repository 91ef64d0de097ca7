/** One order as a careful person would bring it home: run, look, resolve by what the service knows, run again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pick, randomOf } from "./random.mjs";

const PROGRAM = resolve(import.meta.dirname, "../../bin/swath.js");
const KILLS = { none: 50, SIGKILL: 26, SIGINT: 10, "SIGINT twice": 8, SIGTERM: 6 };
/** Nobody tries for ever: a run that gets this far is reported as lost. */
const MOST_RUNS = 25;

export async function placeOrder(item, { server, seed, kill, folder, tally }) {
  const home = join(folder, item);
  await mkdir(home);
  const random = randomOf(seed, item);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: join(folder, "cache"),
    SWATH_BASE_URL: server.url,
    SWATH_API_KEY: "soak-key-0123456789",
  };
  const swath = (words, how) => run(words, { env, cwd: home }, how, tally);
  const order = ["order", "place", "--item", `soak/${item}`, "--yes", "--timeout", "1s", "--json"];

  for (let round = 0; round < MOST_RUNS; round += 1) {
    const how = kill === "random" ? pick(random, KILLS) : "none";
    const afterMs = 60 + random() * 500;
    // Now and then a second process wants the same thing at the same time.
    const isTwin = random() < 0.1;
    const runs = [swath(order, { how, afterMs }), ...(isTwin ? [swath(order, { how: "none" })] : [])];
    const ends = await Promise.all(runs);
    for (const { code } of ends) if (code === 13) tally.unknown += 1;
    const entry = await entryOf(swath);
    const known = server.charged.get(item) ?? 0;
    if (known > 0 && entry === undefined)
      return fail(tally, home, `${item}: charged, and the journal is empty`);
    if (entry?.state === "confirmed") {
      await rm(home, { recursive: true, force: true });
      return entry.id === `o-${item}` ? undefined : fail(tally, home, `${item}: confirmed as ${entry.id}`);
    }
    if (entry?.state === "refused" && known > 0)
      return fail(tally, home, `${item}: charged, and called refused`);
    if (entry === undefined || !entry.open) continue;
    // The person looks at the service, and tells the journal what is there.
    tally.resolved += 1;
    const truth = known > 0 ? ["--order-id", `o-${item}`] : ["--not-created"];
    const told = await swath(["journal", "resolve", entry.intentId, ...truth], { how: "none" });
    if (told.code !== 0) return fail(tally, home, `${item}: resolve ended with ${told.code}: ${told.stderr}`);
  }
  return fail(tally, home, `${item}: not settled after ${MOST_RUNS} runs`);
}

async function entryOf(swath) {
  const { stdout, stderr, code } = await swath(["journal", "list", "--json"], { how: "none" });
  if (code !== 0) throw new Error(`journal list ended with ${code}: ${stderr}`);
  const entries = JSON.parse(stdout);
  return entries.find(({ state }) => state === "confirmed") ?? entries.find(({ open }) => open) ?? entries[0];
}

function fail(tally, home, words) {
  tally.failures.push(`${words} (${home})`);
}

async function run(words, options, { how, afterMs }, tally) {
  tally.processes += 1;
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"])
    child[name].setEncoding("utf8").on("data", (chunk) => (text[name] += chunk));
  const timers = [];
  if (how !== "none") {
    const [signal, twice] = how.split(" ");
    timers.push(setTimeout(() => child.kill(signal), afterMs));
    if (twice) timers.push(setTimeout(() => child.kill(signal), afterMs + 40));
  }
  const [code, signal] = await once(child, "close");
  for (const timer of timers) clearTimeout(timer);
  if (signal !== null) tally.killed += 1;
  // A crash is a failure whatever else is true.
  if (code === 1 || /INTERNAL|\n\s+at /.test(text.stderr))
    tally.failures.push(`crash: ${text.stderr.slice(0, 400)}`);
  return { code, signal, ...text };
}
