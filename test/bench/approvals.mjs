/**
 * A batch of purchases: 800 waiting tasks approved in one run, beside a sandbox in its own process. Where files are made durable
 * slowly, the row in memory shows the work without the disk.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, spread, timeOnce } from "./measure.mjs";
import { spreadPoint } from "./spread-point.mjs";
import { startSandbox } from "./start-sandbox.mjs";

const root = join(import.meta.dirname, "..", "..");
const bin = join(root, "bin", "swath.js");
const COUNT = 800;
const MAX_SECONDS = 3;
const MAX_LISTINGS = 1;
const DAY_MS = 86_400_000;
const APPROVE = "approvals approve --all --yes --max-cost 1000000000 --output id".split(" ");
const HOMES = { "on the disk of temporary files": tmpdir(), "in memory": "/dev/shm" };

const task = (index) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: spreadPoint(index) },
  properties: {
    taskingrequestName: `site ${index}`,
    windowOpen: new Date(Date.now() + DAY_MS).toISOString(),
    windowClose: new Date(Date.now() + 8 * DAY_MS).toISOString(),
    collectionTier: "standard",
    collectionType: "spotlight",
  },
});

/** Milliseconds of the processor that a process has used; undefined where /proc is not there. */
function cpuMsOf(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  const [user, system] = readFileSync(path, "utf8").split(") ")[1].split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** Approves the tasks of a new sandbox from a new home. */
async function approveOnce(base) {
  const home = mkdtempSync(join(base, "swath-bench-"));
  const env = cleanEnv({ HOME: home, CI: "true" });
  const sandbox = await startSandbox(env, ["--archive-size", "100"]);
  try {
    // A task waits for approval at once.
    spawnSync(process.execPath, [bin, ..."sandbox set estimateDelay 0".split(" ")], { env });
    for (let index = 0; index < COUNT; index += 1) await sandbox.ask("POST", "/task", task(index));
    const before = cpuMsOf(sandbox.pid);
    const listings = join(home, "listings.json");
    const { wallMs, cpuMs } = await timeOnce({
      argv: ["--require", join(import.meta.dirname, "count-listings.cjs"), bin, ...APPROVE],
      env: {
        ...env,
        SWATH_BASE_URL: sandbox.url,
        SWATH_API_KEY: sandbox.key,
        SWATH_BENCH_LISTINGS: listings,
      },
    });
    const after = cpuMsOf(sandbox.pid);
    const counts = Object.entries(JSON.parse(readFileSync(listings, "utf8")));
    const [journal, ofJournal] = counts.find(([path]) => path.endsWith("journal"));
    const approved = readdirSync(journal).filter((name) => name.endsWith(".json")).length;
    if (approved !== COUNT) throw new Error(`${approved} of ${COUNT} requests were approved`);
    return { wallMs, cpuMs, sandboxMs: after && after - before, listings: ofJournal };
  } finally {
    await sandbox.close();
    rmSync(home, { recursive: true, force: true });
  }
}

export async function approvalsTable(rounds) {
  const bases = Object.entries(HOMES).filter(([, base]) => existsSync(base));
  const runs = new Map(bases.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, base] of bases) runs.get(name).push(await approveOnce(base));
  const rows = bases.flatMap(([name]) => {
    const least = (key) => spread(runs.get(name).map((run) => run[key])).min;
    const seconds = (key) => `${(least(key) / 1000).toFixed(2)} s`;
    return [
      [`home ${name}`, seconds("wallMs"), `${MAX_SECONDS} s`],
      ["  CPU of the program", seconds("cpuMs"), ""],
      ...(least("sandboxMs") === undefined ? [] : [["  CPU of the sandbox", seconds("sandboxMs"), ""]]),
      ["  listings of the journal's folder", String(least("listings")), String(MAX_LISTINGS)],
    ];
  });
  return [[`${COUNT} approvals in one run`, "least", "goal"], ...rows];
}
