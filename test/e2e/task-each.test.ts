/** `task create --each` as processes: killed in the middle, run twice at once, under other zones and languages. */
import type { IncomingMessage } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listenHttp } from "../local-server.ts";
import { testFolder } from "../new-folder.ts";
import { startSwath, swath, type Ended } from "./swath.ts";

interface Asked {
  name: string;
  answer: () => void;
}

/** Creates tasks only when a test allows it, so that a test decides which requests are in progress when a process dies. */
async function tower(): Promise<{
  env: Record<string, string>;
  asked: Asked[];
  made: string[];
  until: (count: number) => Promise<void>;
}> {
  const asked: Asked[] = [];
  const made: string[] = [];
  const records: object[] = [];
  let changed = (): void => {};
  const { url } = await listenHttp((request, reply) => {
    void bodyOf(request).then((body) => {
      reply.setHeader("content-type", "application/json");
      if (request.url !== "/task")
        return reply.end(JSON.stringify({ results: records, currentPage: 1, totalPages: 1 }));
      const sent = body as { properties: { taskingrequestName: string } };
      const name = sent.properties.taskingrequestName;
      const answer = (): void => {
        const given = { taskingrequestId: `id-${name}`, statusHistory: [{ code: "review" }] };
        const record = { ...sent, properties: { ...sent.properties, ...given } };
        made.push(name);
        records.push(record);
        reply.statusCode = 201;
        reply.end(JSON.stringify(record));
      };
      asked.push({ name, answer });
      return changed();
    });
  });
  return {
    env: { SWATH_BASE_URL: url, SWATH_API_KEY: "key", CI: "1" },
    asked,
    made,
    until: async (count) => {
      while (asked.length < count) await new Promise<void>((resolve) => (changed = resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text === "" ? undefined : JSON.parse(text);
}

/** Volcanoes along the rift and the arc. */
const SITES = [
  ["erta-ale", 40.67, 13.6],
  ["nyiragongo", 29.25, -1.52],
  ["lengai", 35.9, -2.76],
  ["merapi", 110.45, -7.54],
  ["ambrym", 168.12, -16.25],
  ["taveuni", -179.97, -16.85],
] as const;

async function homeWithSites(): Promise<string> {
  const home = await testFolder();
  const features = SITES.map(([name, lon, lat]) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: [lon, lat] },
    properties: { taskingrequestName: name },
  }));
  await writeFile(join(home, "sites.geojson"), JSON.stringify({ type: "FeatureCollection", features }));
  return home;
}

const EACH =
  "task create --file sites.geojson --each --window-open now --window 7d --tier flexible --type spotlight --concurrency 2".split(
    " ",
  );
const outcomes = ({ stdout }: Ended): string[] =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { index: number; outcome: string })
    .sort((a, b) => a.index - b.index)
    .map(({ outcome }) => outcome);

describe("task create --each", () => {
  it("TASK-02 BULK-01 killed in the middle: a rerun finds sent tasks, sends missing ones, and nothing twice", async () => {
    const home = await homeWithSites();
    const { env, asked, made, until } = await tower();
    const killed = startSwath(EACH, { home, env });
    await until(1);
    // The first request is sent alone; the next two are sent only after its answer is on disk.
    const first = asked[0]!;
    first.answer();
    await until(3);
    killed.child.kill("SIGKILL");
    expect((await killed.ended).signal).toBe("SIGKILL");
    // They had been sent: the service creates them, and no process receives the answer.
    for (const one of asked) if (one !== first) one.answer();

    const sentBefore = asked.length;
    const second = startSwath([...EACH, "--json"], { home, env });
    const pump = (async () => {
      for (let at = sentBefore; at < SITES.length; at += 1) {
        await until(at + 1);
        asked[at]!.answer();
      }
    })();
    const rerun = await second.ended;
    await pump;
    expect(rerun.code, rerun.stderr).toBe(0);
    expect(asked.map(({ name }) => name).sort()).toEqual(SITES.map(([name]) => name).sort());
    expect(made.toSorted()).toEqual(SITES.map(([name]) => name).sort());
    const rows = JSON.parse(rerun.stdout) as { outcome: string; id: string; name: string }[];
    expect(rows.filter(({ outcome }) => outcome === "already")).toHaveLength(sentBefore);
    expect(rows.every(({ id, name }) => id === `id-${name}`)).toBe(true);

    const resent = startSwath([...EACH, "--resend"], { home, env });
    const all = (async () => {
      for (let at = SITES.length; at < 2 * SITES.length; at += 1) {
        await until(at + 1);
        asked[at]!.answer();
      }
    })();
    expect(outcomes(await resent.ended)).toEqual(SITES.map(() => "created"));
    await all;
    expect(outcomes(await swath(EACH, { home, env }))).toEqual(SITES.map(() => "already"));
  });

  it("TASK-02 with two processes on one file, one sends, and the other reports which", async () => {
    const home = await homeWithSites();
    const { env, asked, until } = await tower();
    const rivals = [startSwath(EACH, { home, env }), startSwath([...EACH, "--json"], { home, env })];
    const pump = (async () => {
      for (let at = 0; at < SITES.length; at += 1) {
        await until(at + 1);
        // No request is answered before both have begun or stopped.
        if (at === 0) await Promise.race(rivals.map(({ ended }) => ended));
        asked[at]!.answer();
      }
    })();
    const ended = await Promise.all(rivals.map((rival) => rival.ended));
    await pump;
    expect(new Set(ended.map(({ code }) => code))).toEqual(new Set([0, 13]));
    const loser = ended.find(({ code }) => code === 13);
    expect(loser?.stderr).toMatch(/process \d+ is sending the same file/);
    expect(asked).toHaveLength(SITES.length);
  });

  it("P21 a second file with some of the same features waits for the first, and sends only the others", async () => {
    const home = await homeWithSites();
    const { env, asked, until } = await tower();
    const text = await readFile(join(home, "sites.geojson"), "utf8");
    const { features } = JSON.parse(text) as { features: { properties: object }[] };
    const more = { ...features[0]!, properties: { taskingrequestName: "dallol" } };
    const other = { type: "FeatureCollection", features: [more, ...features.toReversed()] };
    await writeFile(join(home, "other.geojson"), JSON.stringify(other));
    const first = startSwath(EACH, { home, env });
    await until(1);
    const second = startSwath(
      EACH.map((word) => (word === "sites.geojson" ? "other.geojson" : word)),
      { home, env },
    );
    await second.until("stderr", /Waiting for process \d+, which sends another file/);
    for (let at = 0; at < SITES.length + 1; at += 1) {
      await until(at + 1);
      asked[at]!.answer();
    }
    expect(outcomes(await first.ended)).toEqual(SITES.map(() => "created"));
    expect(outcomes(await second.ended)).toEqual(["created", ...SITES.map(() => "already")]);
    expect(asked.map(({ name }) => name).toSorted()).toEqual(
      [...SITES.map(([name]) => name), "dallol"].toSorted(),
    );
  });
});
