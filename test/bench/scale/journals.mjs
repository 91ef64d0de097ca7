/**
 * The cost of a long journal: the built program with journals of up to 100,000 records of one account, in the program's format,
 * beside one without any. The sandbox is another process. Each command runs once before it is measured, which makes the index.
 */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, interleave, peakMiB, spread } from "../measure.mjs";
import { startSandbox } from "../start-sandbox.mjs";

const bin = join(import.meta.dirname, "..", "..", "..", "bin", "swath.js");
const COUNTS = [0, 1000, 10_000, 100_000];
const DAY_MS = 86_400_000;
/** The records of a long journal are spread over this number of days. */
const DAYS = 1000;
/** Runs by which the memory is measured: it depends on when V8 collects garbage. */
const MEMORY_RUNS = 3;

function recordOf(at, count, { profile, origin }) {
  const fingerprint = createHash("sha256").update(`order ${at}`).digest("hex");
  const preparedAt = Date.now() - Math.floor((DAYS * DAY_MS * (count - at)) / count);
  const item = { collectionId: "archive", granuleId: `scene-of-long-ago-${at}_GEO` };
  const isRefused = at % 20 === 7;
  return {
    version: 1,
    id: `${fingerprint.slice(0, 16)}-1`,
    fingerprint,
    kind: "placeOrder",
    origin,
    profile,
    method: "POST",
    path: "/orders",
    body: { items: [item] },
    state: isRefused ? "refused" : "confirmed",
    pid: 4711,
    preparedAt,
    sendingAt: preparedAt + 4,
    closedAt: preparedAt + 900,
    skewMs: -120,
    ...(isRefused
      ? { status: 422, reason: "HTTP 422" }
      : { resultId: `${fingerprint.slice(0, 8)}-0000-4000-8000-${fingerprint.slice(8, 20)}` }),
    details: {
      price: `$${350 + (at % 900)}.00`,
      orderStatus: "completed",
      orderDate: new Date(preparedAt).toISOString(),
      expirationDate: new Date(preparedAt + 30 * DAY_MS).toISOString(),
      items: [item],
    },
  };
}

/** Writes the journal of a home: records of this account. */
export function makeJournal(home, count, account) {
  const dir = join(home, ".local/state/swath/journal");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (let at = 0; at < count; at += 1) {
    const record = recordOf(at, count, account);
    writeFileSync(join(dir, `${record.id}.json`), `${JSON.stringify(record, undefined, 2)}\n`, {
      mode: 0o600,
    });
  }
}

/** Each command, and what 100,000 records may add: milliseconds of the processor and MiB. */
const COMMANDS = [
  { words: "spend", maxMs: 300, maxMiB: 150 },
  { words: "journal list --limit 20", maxMs: 300, maxMiB: 150 },
  { words: "order place --yes --max-cost 10000 --resend --items", maxMs: 150, maxMiB: 50 },
];

async function casesIn(root, sandbox) {
  const found = await sandbox.ask("POST", "/catalog/search", { limit: 1 });
  const [{ id: granuleId, collection: collectionId }] = found.features;
  const items = join(root, "items.json");
  writeFileSync(items, JSON.stringify([{ collectionId, granuleId }]));
  return COUNTS.flatMap((count) => {
    const home = join(root, `home-${count}`);
    mkdirSync(home);
    makeJournal(home, count, { profile: "default", origin: sandbox.url });
    const service = { SWATH_BASE_URL: sandbox.url, SWATH_API_KEY: sandbox.key };
    const env = cleanEnv({ HOME: home, CI: "true", ...service });
    return COMMANDS.map((command) => {
      const argv = [bin, ...command.words.split(" "), ...(command.words.endsWith("--items") ? [items] : [])];
      return { name: `${command.words.replace(/ --yes.*/, "")}, ${count}`, command, env, argv };
    });
  });
}

async function leastMiB(one) {
  const peaks = [];
  while (peaks.length < MEMORY_RUNS) peaks.push(await peakMiB(one));
  return peaks.includes(undefined) ? NaN : Math.min(...peaks);
}

export async function journalsTable(rounds) {
  const root = mkdtempSync(join(tmpdir(), "swath-scale-"));
  const own = join(root, "sandbox");
  mkdirSync(own);
  const sandbox = await startSandbox(cleanEnv({ HOME: own, CI: "true" }), ["--archive-size", "100"]);
  try {
    const cases = await casesIn(root, sandbox);
    const figures = await interleave(cases, rounds);
    const rows = [];
    for (const command of COMMANDS) {
      let least;
      for (const { name, ...one } of cases.filter((run) => run.command === command)) {
        const cpuMs = spread(figures.get(name).cpuMs).min;
        const MiB = await leastMiB(one);
        least ??= { cpuMs, MiB };
        const cells = [cpuMs, cpuMs - least.cpuMs, MiB, MiB - least.MiB].map((cell) => cell.toFixed(0));
        rows.push([name, ...cells, `${command.maxMs} ms, ${command.maxMiB} MiB`]);
      }
    }
    return [["long journals, least", "CPU ms", "above none", "MiB", "above none", "goal"], ...rows];
  } finally {
    await sandbox.close();
    rmSync(root, { recursive: true, force: true });
  }
}
