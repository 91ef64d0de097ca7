/**
 * The cost of a long journal: the built program with journals of ten to 100,000 records, in the program's format. Each command
 * runs once before it is measured, which makes the index.
 */
import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, interleave, peakMiB, spread } from "../measure.mjs";

const bin = join(import.meta.dirname, "..", "..", "..", "bin", "swath.js");
const COUNTS = [10, 1000, 10_000, 100_000];
const DAY_MS = 86_400_000;
/** The records of a long journal are spread over this number of days. */
const DAYS = 1000;
const MOST_MS = 300;
const MOST_MIB = 150;

function recordOf(at, count, profile) {
  const fingerprint = createHash("sha256").update(`order ${at}`).digest("hex");
  const preparedAt = Date.now() - Math.floor((DAYS * DAY_MS * (count - at)) / count);
  const item = { collectionId: "archive", granuleId: `scene-of-long-ago-${at}_GEO` };
  const isRefused = at % 20 === 7;
  return {
    version: 1,
    id: `${fingerprint.slice(0, 16)}-1`,
    fingerprint,
    kind: "placeOrder",
    origin: "https://api.example.com",
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

/** Writes the journal of a home. */
export function makeJournal(home, count, profile = "sandbox") {
  const dir = join(home, ".local/state/swath/journal");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (let at = 0; at < count; at += 1) {
    const record = recordOf(at, count, profile);
    writeFileSync(join(dir, `${record.id}.json`), `${JSON.stringify(record, undefined, 2)}\n`, {
      mode: 0o600,
    });
  }
}

const envOf = (home) => cleanEnv({ HOME: home, CI: "true" });

function swath(home, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    env: envOf(home),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`exit code ${status} from: ${args.join(" ")}\n${stderr}`);
  return stdout;
}

/** One item to order, from the sandbox of every home. */
const itemIn = (home) =>
  swath(home, ..."catalog search --sandbox --product-type GEO --limit 1 --output order-items".split(" "));

const COMMANDS = {
  spend: ["spend", "--profile", "sandbox"],
  "journal list --limit 20": ["journal", "list", "--limit", "20"],
  "order place": ["order", "place", "--profile", "sandbox", "--yes", "--resend"],
};

export async function journalsTable(rounds) {
  const root = mkdtempSync(join(tmpdir(), "swath-scale-"));
  try {
    const first = join(root, "home-0");
    mkdirSync(first);
    const items = join(root, "items.json");
    writeFileSync(items, itemIn(first));
    const cases = COUNTS.flatMap((count) => {
      const home = join(root, `home-${count}`);
      cpSync(first, home, { recursive: true });
      makeJournal(home, count);
      return Object.entries(COMMANDS).map(([command, argv]) => ({
        name: `${command}, ${count}`,
        command,
        count,
        env: envOf(home),
        argv: [bin, ...argv, ...(command === "order place" ? ["--items", items] : [])],
      }));
    });
    const figures = await interleave(cases, rounds);
    const rows = [];
    for (const command of Object.keys(COMMANDS)) {
      const [least, ...others] = cases.filter((one) => one.command === command);
      const base = { ms: spread(figures.get(least.name).wallMs).median, mib: await peakMiB(least) };
      rows.push([least.name, base.ms.toFixed(0), "", base.mib?.toFixed(0) ?? "", ""]);
      for (const one of others) {
        const { median } = spread(figures.get(one.name).wallMs);
        const mib = await peakMiB(one);
        const more = mib === undefined ? "" : (mib - base.mib).toFixed(0);
        rows.push([one.name, median.toFixed(0), (median - base.ms).toFixed(0), mib?.toFixed(0) ?? "", more]);
      }
    }
    const header = [
      "long journals",
      "ms",
      `above the first (at most ${MOST_MS})`,
      "MiB",
      `above the first (at most ${MOST_MIB})`,
    ];
    return [header, ...rows];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
