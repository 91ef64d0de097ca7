/** One intent, completed as by a careful person: run, check, settle by the service's records, run again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { idOf } from "./intents.mjs";
import { pick, randomOf } from "./random.mjs";

const PROGRAM = resolve(import.meta.dirname, "../../bin/swath.js");
const KILLS = { none: 50, SIGKILL: 26, SIGINT: 10, "SIGINT twice": 8, SIGTERM: 6 };
/** An intent that is not settled after this number of runs is reported as lost. */
const MAX_RUNS = 25;

export async function settleIntent(intent, { server, seed, kill, folder, tally }) {
  const { item } = intent;
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
  const wanted = [...intent.args, "--timeout", "1s", "--retries", "0"];
  const fail = (words) => void tally.failures.push(`${intent.kind} ${item}: ${words} (${home})`);

  for (let round = 0; round < MAX_RUNS; round += 1) {
    const how = kill === "random" ? pick(random, KILLS) : "none";
    const afterMs = 60 + random() * 500;
    // Sometimes a second process has the same intent at the same time.
    const isTwin = random() < 0.1;
    const runs = [swath(wanted, { how, afterMs }), ...(isTwin ? [swath(wanted, { how: "none" })] : [])];
    const ends = await Promise.all(runs);
    tally.unknown += ends.filter(({ code }) => code === 13).length;
    const entry = await entryOf(swath);
    const known = server.charged.get(item) ?? 0;
    const problem = lie({ entry, known, ends, isAlone: how === "none" && !isTwin });
    if (problem !== undefined) return fail(problem);
    if (entry?.state === "confirmed") {
      if (entry.id !== idOf(intent)) return fail(`confirmed as ${entry.id}`);
      return rm(home, { recursive: true, force: true });
    }
    if (entry === undefined || !entry.open) continue;
    // The next run resolves outcomes that a search can answer; a person resolves the rest with `journal resolve`.
    if (intent.makes !== "order" && known > 0) continue;
    tally.resolved += 1;
    const flag = intent.makes === "order" ? "--order-id" : "--id";
    const truth = known > 0 ? [flag, idOf(intent)] : ["--not-created"];
    const reported = await swath(["journal", "resolve", entry.intentId, ...truth], { how: "none" });
    if (reported.code !== 0) return fail(`resolve ended with ${reported.code}: ${reported.stderr}`);
  }
  return fail(`not settled after ${MAX_RUNS} runs`);
}

/** Contradictions between journal, exit code and the service's own records. */
function lie({ entry, known, ends, isAlone }) {
  if (known > 1) return `charged ${known} times`;
  if (known > 0 && entry === undefined) return "charged, and the journal is empty";
  if (known > 0 && entry.state === "refused") return "charged, and called refused";
  if (known === 0 && entry?.state === "confirmed") return "confirmed, and nothing was charged";
  if (ends.some(({ code }) => code === 0) && entry?.state !== "confirmed")
    return "exit 0 without a confirmed id";
  if (isAlone && entry?.open && ends[0].code !== 13) return `unknown, and the exit code was ${ends[0].code}`;
  return undefined;
}

async function entryOf(swath) {
  const { stdout, stderr, code } = await swath(["journal", "list", "--json"], { how: "none" });
  if (code !== 0) throw new Error(`journal list ended with ${code}: ${stderr}`);
  const entries = JSON.parse(stdout);
  return entries.find(({ state }) => state === "confirmed") ?? entries.find(({ open }) => open) ?? entries[0];
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
  // A crash is a failure in any case.
  if (code === 1 || /INTERNAL|\n\s+at /.test(text.stderr))
    tally.failures.push(`crash: ${words.join(" ")}: ${text.stderr.slice(0, 400)}`);
  return { code, signal, ...text };
}
