/** What is ready of an order: `order download --item` and `--available`. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath, control } = await openBench();
const all = JSON.parse((await swath("catalog search --product-type GEO --limit 120 --json")).stdout) as {
  id: string;
  properties: Record<string, string>;
}[];
const delivered = new Set(
  (
    await swath("catalog search --product-type GEC --limit 300 --columns properties.vendor:collect_id")
  ).stdout.split("\n"),
);
/** Scenes without a GEC: an order of one starts a generation. */
const scenes = all.filter((item) => !delivered.has(item.properties["vendor:collect_id"]!));

/** An order of an item that is ready, and of one that is generated for an hour. */
async function placed(inProgressDownload = "partial") {
  const home = await tempHome();
  await control("POST", "/clock", { mode: "manual" });
  await control("POST", "/settings", { inProgressDownload, generationDelay: 3600 });
  const { id: ready, properties } = scenes.pop()!;
  const collect = properties["vendor:collect_id"]!;
  const words = `order place --item vendor-archive/${ready} --generate GEC=${collect} --yes --output id`;
  const placing = await swath(words, { home });
  return { home, id: placing.stdout.trim(), ready, collect, missing: ready.replace("_GEO_", "_GEC_") };
}

describe("DOWNLOAD-11 what is ready of an order can be downloaded", () => {
  it("--available downloads the ready items, names the others, and is exit 10 with the next step", async () => {
    const { home, id, ready } = await placed();
    const run = await swath(`order download ${id} --out-dir out --available`, { home });
    expect([run.exitCode, await readdir(join(home, "out"))]).toEqual([
      10,
      expect.arrayContaining([ready, "swath-manifest.ndjson"]) as unknown,
    ]);
    expect(run.stderr).toMatch(
      /1 of 2 items of order \S+ is not ready: VENDOR\S+\n {2}Use --wait in place of --available/,
    );
    // The order is still offered for download, because it was not downloaded as a whole.
    expect((await swath("status --json", { home })).stdout).toContain(id);
    await control("POST", "/clock", { advance: 7200 });
    const rest = await swath(`order download ${id} --out-dir out --available --json`, { home });
    expect(rest.exitCode, rest.stderr).toBe(0);
    expect(JSON.parse(rest.stdout)).toMatchObject({ downloaded: 4, skipped: 4 });
  });

  it("--item by its id, the beginning of it or its scene downloads it while another item is not ready", async () => {
    const { home, id, ready, collect } = await placed();
    const scene = collect.slice(0, 8);
    for (const word of [ready, `vendor-archive/${ready}`, ready.slice(0, -2).toLowerCase(), `${scene}:geo`]) {
      const run = await swath(`order download ${id} --out-dir out --item ${word} --json`, { home });
      expect([word, run.exitCode]).toEqual([word, 0]);
      const { files } = JSON.parse(run.stdout) as { files: { item: string }[] };
      expect(new Set(files.map(({ item }) => item))).toEqual(new Set([ready]));
    }
  });

  it("--item of an item that is not ready is exit 11, also with one that is, or by their scene", async () => {
    const { home, id, ready, collect, missing } = await placed();
    for (const words of [`--item ${missing}`, `--item ${missing} --item ${ready}`, `--item ${collect}`, ""])
      expect([
        words,
        (await swath(`order download ${id} --out-dir out ${words}`, { home })).exitCode,
      ]).toEqual([words, 11]);
  });

  it("--available of an order without a ready item is exit 11, and contradicts --wait", async () => {
    const { home, id } = await placed("409");
    expect((await swath(`order download ${id} --available`, { home })).exitCode).toBe(11);
    const both = await swath(`order download ${id} --available --wait`, { home });
    expect([both.exitCode, both.requests.length]).toEqual([2, 0]);
  });
});
