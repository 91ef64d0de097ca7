/** The weekly watch of docs/watch.md over 60 days of a sandbox's clock, with kills, late scenes, a moved state and a lost network. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { box, type Ring } from "../box.ts";
import { words } from "../cli/split-line.ts";
import { testFolder } from "../new-folder.ts";
import { blockOfFile } from "../pages.ts";
import { openSandbox, startSwath, swath, type Ended, type Running } from "./swath.ts";

const DAY = 86_400_000;
/** Noon of a Monday more than 60 days ago: the sandbox's archive ends today. */
const MONDAY_MS =
  Math.floor((Date.now() - 70 * DAY - 4 * DAY) / (7 * DAY)) * 7 * DAY + 4 * DAY + 12 * 3_600_000;

/** Two of them overlap, and one crosses the antimeridian. */
const SITES: readonly (readonly [name: string, ring: Ring])[] = [
  ["Iberia", box(-10, 36, 4, 44)],
  ["Lisbon", box(-10, 38, -8, 40)],
  ["Japan", box(129, 30, 146, 46)],
  ["Fiji", box(172, -22, -172, -12)],
];

/** The commands of the workflow, without the installation. */
function recipe(): string[] {
  const { jobs } = parse(blockOfFile("yaml", "watch.yml")) as {
    jobs: { watch: { steps: { run?: string }[] } };
  };
  return jobs.watch.steps.flatMap(({ run }) => run ?? []).filter((line) => line.startsWith("swath "));
}

interface Row {
  site: string;
  firstSeen: string;
  items: { id: string }[];
}

it(
  "WATCH-09 every scene over every site is reported at least once in 60 days, exactly once where nothing was killed, and bought once",
  { timeout: 900_000 },
  async () => {
    let home = join(await testFolder(), "workspace");
    await mkdir(home);
    const { url, key } = await openSandbox(home, [
      ..."--archive-size 6000 --clock".split(" "),
      new Date(MONDAY_MS).toISOString(),
    ]);
    const control = async (path: string, body: object): Promise<void> => {
      const reply = await fetch(`${url}/_sandbox/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(reply.ok, await reply.text()).toBe(true);
    };
    // The clock stands during a run, and jumps to the end of a wait.
    const setDay = (day: number): Promise<void> =>
      control("clock", { mode: "auto", now: new Date(MONDAY_MS + day * DAY).toISOString() });
    const environment = () => ({
      home,
      env: {
        SWATH_BASE_URL: url,
        SWATH_API_KEY: key,
        XDG_STATE_HOME: join(home, "state"),
        CI: "1",
        GITHUB_OUTPUT: join(home, "outputs"),
        GITHUB_STEP_SUMMARY: join(home, "summary"),
      },
    });
    const run = (line: string): Promise<Ended> => swath(words(line.replace(/^swath /, "")), environment());
    await writeFile(
      join(home, "sites.geojson"),
      JSON.stringify({
        type: "FeatureCollection",
        features: SITES.map(([name, ring]) => ({
          type: "Feature",
          properties: { name, "product-type": "GEO" },
          geometry: { type: "Polygon", coordinates: [ring] },
        })),
      }),
    );
    const [sync = "", watch = ""] = recipe();
    expect([sync, watch].map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
      "swath export sync",
      "swath watch sites.geojson",
    ]);
    let state = "sites.watch.json";
    const watchLine = (): string =>
      `${watch.replace("--max-cost 5000", "--max-cost 1000000")} --output ndjson --state ${state}`;

    /** Reports of each item of each site, in runs that ended well and in runs that did not. */
    const [calm, disturbed] = [new Map<string, number>(), new Map<string, number>()];
    const firstSeen = new Map<string, string>();
    const count = (stdout: string, counts: Map<string, number>): number => {
      // A killed run may end within a row.
      const rows = stdout
        .slice(0, stdout.lastIndexOf("\n") + 1)
        .split("\n")
        .slice(0, -1);
      for (const { site, items, firstSeen: seen } of rows.map((line) => JSON.parse(line) as Row))
        for (const name of items.map(({ id }) => `${site} ${id}`)) {
          counts.set(name, (counts.get(name) ?? 0) + 1);
          firstSeen.set(name, seen);
        }
      return rows.length;
    };
    const week = async (): Promise<void> => {
      const mirrored = await run(sync);
      expect(mirrored.code, mirrored.stderr).toBe(0);
      const ended = await run(watchLine());
      expect(ended.code, ended.stderr).toBe(0);
      count(ended.stdout, calm);
    };
    const killedRun = async (isTime: (running: Running) => Promise<unknown>): Promise<void> => {
      expect((await run(sync)).code).toBe(0);
      const running = startSwath(words(watchLine().replace(/^swath /, "")), environment());
      await isTime(running);
      running.child.kill("SIGKILL");
      const { signal, stdout } = await running.ended;
      expect(signal).toBe("SIGKILL");
      count(stdout, disturbed);
    };
    /** The state notes the items of an order before it is sent. */
    const isOrdering = (): Promise<unknown> =>
      expect.poll(() => readFile(join(home, state), "utf8"), { interval: 5 }).toMatch(/"ordering":\[\{/);
    const found = async (): Promise<string[]> => {
      const all: string[] = [];
      for (const [name, ring] of SITES) {
        const area = JSON.stringify({ type: "Polygon", coordinates: [ring] });
        const query = [
          "export",
          "query",
          "footprints",
          "--product-type",
          "GEO",
          "--output",
          "id",
          "--file",
          area,
        ];
        const { stdout } = await swath(query, environment());
        all.push(
          ...stdout
            .trim()
            .split("\n")
            .map((id) => `${name} ${id}`),
        );
      }
      return all;
    };

    await setDay(0);
    await week();
    expect(calm.size).toBe(0);
    const known = new Set(await found());
    await setDay(7);
    await week();
    await setDay(14);
    await killedRun(isOrdering);
    await week();
    await setDay(21);
    expect((await run(sync)).code).toBe(0);
    await control("faults", { route: "*", reset: true });
    const lost = await run(`${watchLine()} --retries 1`);
    expect(lost.code, lost.stderr).toBe(9);
    expect(count(lost.stdout, disturbed)).toBeGreaterThan(0);
    await fetch(`${url}/_sandbox/faults`, { method: "DELETE" });
    await week();
    await setDay(28);
    await mkdir(join(home, "kept"));
    await rename(join(home, state), join(home, "kept/watch.json"));
    state = "kept/watch.json";
    await week();
    await setDay(35);
    await killedRun((running) => running.until("stdout", /\n/));
    const elsewhere = join(home, "..", "elsewhere");
    await rename(home, elsewhere);
    home = elsewhere;
    await week();
    for (const day of [42, 49, 56, 60]) {
      await setDay(day);
      await week();
    }

    const expected = (await found()).filter((name) => !known.has(name));
    // Scenes that are held back enter the exports 30 days after they were taken.
    const late = [...firstSeen].filter(([name, seen]) => {
      const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)T/.exec(name)!;
      return Date.parse(seen) - Date.UTC(Number(year), Number(month) - 1, Number(day)) > 25 * DAY;
    });
    expect([expected.length > 50, late.length > 0]).toEqual([true, true]);
    const reported = new Set([...calm.keys(), ...disturbed.keys()]);
    expect([...reported].toSorted()).toEqual(expected.toSorted());
    // Only the run after one that was killed, or that lost the network, reports a scene again.
    expect([...calm].filter(([, reports]) => reports > 1)).toEqual([]);
    expect(calm.size).toBeGreaterThan(expected.length / 2);
    const history = JSON.parse((await run("swath order history --json")).stdout) as {
      state: string;
      items: number;
    }[];
    const items = new Set(expected.map((name) => name.split(" ")[1]));
    expect(history.every(({ state: ended, items: held }) => ended === "confirmed" && held === 1)).toBe(true);
    expect(history.length).toBe(items.size);
  },
);
