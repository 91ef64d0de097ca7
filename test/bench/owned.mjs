/** The cost of the marks of owned items: a search of 20 items from a machine with thousands of orders and deliveries. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanEnv, interleave, spread } from "./measure.mjs";
import { startCannedService } from "./scale/canned-service.mjs";
import { makeJournal } from "./scale/journals.mjs";

const bin = join(import.meta.dirname, "..", "..", "bin", "swath.js");
const COUNTS = [0, 1000, 5000, 20_000];
const MAX_MS = 20;

/** Writes the log of as many deliveries, of four files each. */
function makeLog(home, count) {
  const time = new Date().toISOString();
  const lines = Array.from({ length: count }, (_, at) => {
    const item = `scene-of-long-ago-${at}_GEO`;
    const files = ["HH.tif", "metadata.json", "thumbnail.png", "preview.png"].map((name) => [
      `${item}/${item}_${name}`,
      460_352,
    ]);
    const from = { order: `order-${at}`, origin: "https://api.example.com", profile: "default" };
    return JSON.stringify({ item, collection: "archive", ...from, folder: "/imagery", data: 1, files, time });
  });
  writeFileSync(join(home, ".local/state/swath/deliveries.ndjson"), `${lines.join("\n")}\n`);
}

export async function ownedTable(rounds) {
  const root = mkdtempSync(join(tmpdir(), "swath-owned-"));
  mkdirSync(join(root, "sandbox"));
  const service = await startCannedService(cleanEnv({ HOME: join(root, "sandbox") }));
  try {
    const cases = COUNTS.map((count) => {
      const home = join(root, `home-${count}`);
      mkdirSync(home);
      if (count > 0) {
        makeJournal(home, count, { profile: "default", origin: "https://api.example.com" });
        makeLog(home, count);
      }
      const env = cleanEnv({ HOME: home, SWATH_BASE_URL: service.url, SWATH_API_KEY: "key" });
      return {
        name: `${count} deliveries`,
        env,
        argv: [bin, "catalog", "search", "--limit", "20", "--json"],
      };
    });
    const figures = await interleave(cases, rounds);
    const medianOf = (kind) => cases.map(({ name }) => spread(figures.get(name)[kind]).median);
    const [wall, cpu] = ["wallMs", "cpuMs"].map(medianOf);
    return [
      [
        "search of 20 items, with marks",
        "ms",
        `above none (at most ${MAX_MS} for 5000)`,
        "CPU ms",
        "above none",
      ],
      ...cases.map(({ name }, at) =>
        [name, wall[at], wall[at] - wall[0], cpu[at], cpu[at] - cpu[0]].map((cell) =>
          typeof cell === "number" ? cell.toFixed(0) : cell,
        ),
      ),
    ];
  } finally {
    await service.close();
    rmSync(root, { recursive: true, force: true });
  }
}
