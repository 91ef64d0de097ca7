/** What was downloaded from this machine, and where it is. */
import { appendFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Delivery } from "../../src/app/deliveries/list-deliveries.ts";
import { expectMode, makeLink, needModes } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { delivered, ITEM_RECORDS, MANIFEST } from "./delivered.ts";

const bench = await openBench();
const { swath } = bench;

/** The home with a download, and a run that lists it. */
async function listed() {
  const there = await delivered(bench);
  const list = async (words = ""): Promise<{ rows: Delivery[]; stderr: string; requests: unknown[] }> => {
    const { stdout, stderr, requests, exitCode } = await there.run(`deliveries list ${words} --json`);
    expect(exitCode, stderr).toBe(0);
    return { rows: JSON.parse(stdout) as Delivery[], stderr, requests };
  };
  return { ...there, list };
}

describe("deliveries list", () => {
  it("DELIV-01 has a row per product of the recorded folders, with its order and price, and sends nothing", async () => {
    const { list, run, imagery, orderId } = await listed();
    const { rows, requests } = await list();
    expect(requests).toEqual([]);
    expect(JSON.parse((await run("deliveries --json")).stdout)).toEqual(rows);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      collection: "vendor-archive",
      product: "GEO",
      state: "here",
      folder: imagery,
      files: 4,
      order: orderId,
      orderCommitment: { currency: "USD" },
    });
    expect(rows[0]?.item).toMatch(/_GEO_/);
    expect(rows[0]?.datetime).toMatch(/^\d{4}-/);
    expect(rows[0]?.place).toMatch(/\S/);
    expect(rows[0]?.bytes).toBeGreaterThan(10_000);
    expect(rows[0]?.verifiedAt).toMatch(/Z$/);
  });

  it("DELIV-01 a folder that is gone is one row, and by its new name it is all there", async () => {
    const { list, imagery, home } = await listed();
    await rename(imagery, join(home, "moved"));
    const { rows } = await list();
    expect(rows).toEqual([
      { state: "no folder", folder: imagery, files: 8, bytes: expect.any(Number) as number },
    ]);
    const moved = await list("moved");
    expect(moved.rows.map(({ state, folder }) => [state, folder])).toEqual([
      ["here", "moved"],
      ["here", "moved"],
    ]);
  });

  it("DELIV-01 DESK-03 P25 a folder with several names is listed once, by its real name", async () => {
    const { list, run, home, imagery, orderId } = await listed();
    makeLink(imagery, join(home, "link"));
    expect((await run(`order download ${orderId} --out-dir link`)).exitCode).toBe(0);
    expect((await run(`order download ${orderId} --out-dir ./link/../imagery/`)).exitCode).toBe(0);
    const { rows } = await list();
    expect(rows.map(({ folder }) => folder)).toEqual([imagery, imagery]);
  });

  it("DELIV-01 a missing file and a changed one are states of their products", async () => {
    const { list, imagery } = await listed();
    const lines = (await readFile(join(imagery, MANIFEST), "utf8")).trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as { name: string; item: string });
    const [first, last] = [entries[0]!, entries.findLast(({ item }) => item !== entries[0]!.item)!];
    await rm(join(imagery, first.name));
    await appendFile(join(imagery, last.name), "more");
    const { rows } = await list();
    const stateOf = (item: string) => rows.find((row) => row.item === item)?.state;
    expect([stateOf(first.item), stateOf(last.item)]).toEqual(["missing", "changed"]);
  });

  it("DELIV-01 a second download of the same order adds no row and no line", async () => {
    const { run, list, imagery, orderId, home } = await listed();
    const read = () =>
      Promise.all(
        [join(imagery, ITEM_RECORDS), join(home, ".local/state/swath/deliveries.ndjson")].map((path) =>
          readFile(path, "utf8"),
        ),
      );
    const before = await read();
    expect((await run(`order download ${orderId} --out-dir imagery`)).exitCode).toBe(0);
    expect(await read()).toEqual(before);
    expect((await list()).rows).toHaveLength(2);
  });

  it("DELIV-01 the kept records have no link but that of the collection", async () => {
    const { imagery } = await listed();
    const text = await readFile(join(imagery, ITEM_RECORDS), "utf8");
    expect(text).toContain('"proj:epsg"');
    expect(text).not.toMatch(/signature|expires=/);
    expect([...text.matchAll(/"href"/g)]).toHaveLength(2);
    expect([...text.matchAll(/\/collections\/vendor-archive"/g)]).toHaveLength(2);
  });

  it("DELIV-01 verify does not call the kept records foreign", async () => {
    const { run } = await listed();
    const { stderr, exitCode } = await run("verify imagery --strict");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  it("DELIV-01 a map page, GeoJSON and ids are written as everywhere", async () => {
    const { run, home } = await listed();
    expect((await run("deliveries list --map owned.html")).exitCode).toBe(0);
    expect(await readFile(join(home, "owned.html"), "utf8")).toContain("<title>Deliveries</title>");
    const { features } = JSON.parse((await run("deliveries list --output geojson")).stdout) as {
      features: { id: string; geometry: { type: string }; properties: { folder: string } }[];
    };
    expect(features[0]?.geometry.type).toMatch(/Polygon/);
    expect((await run("deliveries list --output id")).stdout.trim().split("\n").toSorted()).toEqual(
      features.map(({ id }) => id).toSorted(),
    );
  });

  it("DELIV-01 nothing recorded is an empty list", async () => {
    const run = await swath("deliveries list");
    expect(run).toMatchObject({ exitCode: 0, stdout: "", requests: [] });
    expect(run.stderr).toContain("No download is recorded on this machine");
  });
});

describe("folders that cannot be listed", () => {
  it("DELIV-01 without a manifest, and without a folder", async () => {
    const { run, home } = await listed();
    await mkdir(join(home, "empty"));
    for (const name of ["empty", "nowhere", "items.json"]) {
      const { exitCode, stderr, stdout, requests } = await run(`deliveries list ${name}`);
      expect({ exitCode, stdout, requests }, stderr).toEqual({ exitCode: 2, stdout: "", requests: [] });
      expect(stderr).toContain("code INPUT_NOT_READABLE");
    }
  });

  it("DELIV-01 a folder of two downloads names them, and one inside another is not mixed in", async () => {
    const { run, list, imagery, home } = await listed();
    const outer = await run("deliveries list .");
    expect(outer.exitCode).toBe(2);
    expect(outer.stderr).toContain(". has no swath-manifest.ndjson; folders in it have one: imagery");
    await mkdir(join(imagery, "older"));
    await writeFile(join(imagery, "older", MANIFEST), await readFile(join(imagery, MANIFEST)));
    const { rows, stderr } = await list("imagery");
    expect(rows).toHaveLength(2);
    expect(stderr).toContain("folders in imagery have a manifest of their own and are not listed: older");
    expect(home).not.toBe("");
  });

  it("DELIV-01 a manifest edited by hand is listed as far as it can be read", async () => {
    const { list, imagery } = await listed();
    await appendFile(
      join(imagery, MANIFEST),
      [
        '{"name":"../../etc/passwd","size":1,"item":"out","asset":"a","order":"o","verified":[],"time":7}',
        '{"name":"x","size":-1}',
        "torn",
        "",
      ].join("\n"),
    );
    const { rows, stderr } = await list("imagery");
    expect(rows.map(({ state }) => state).toSorted()).toEqual(["changed", "here", "here"]);
    expect(stderr).toContain("2 lines of the manifest of imagery cannot be read");
  });

  it("DELIV-01 a bucket is not a folder", async () => {
    const { exitCode, stderr, requests } = await swath("deliveries list s3://bucket/x");
    expect({ exitCode, requests }, stderr).toEqual({ exitCode: 2, requests: [] });
  });
});

it("P12 DELIV-01 the list of downloads is readable by its owner only", async () => {
  needModes();
  const { home } = await delivered(bench);
  expectMode(join(home, ".local/state/swath/deliveries.ndjson"), 0o600);
});
