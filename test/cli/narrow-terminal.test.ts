/** Lists on an 80-column terminal: ids, numbers and words are complete, or missing. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench();

const granule = (await swath("catalog search --product-type SICD --limit 1 --output id")).stdout.trim();
const home = await tempHome();
const order = (
  await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home })
).stdout.trim();

const linesOf = (text: string): string[] =>
  text
    .replaceAll(/\u001b\[\d+m/g, "")
    .trimEnd()
    .split("\n");
const on = (columns: number) => ({ home, stdoutTTY: true, columns });

describe("order download", () => {
  it.each([100, 80, 60])("file names and states are complete on %i columns", async (columns) => {
    const { stdout } = await swath(`order download ${order} --out-dir at-${columns}`, on(columns));
    const files = linesOf(stdout).slice(1, -1);
    const rows = files.map((line) => line.split(/ {2,}/));
    const ends = rows.map(([name = ""]) => name.slice(name.lastIndexOf("_") + 1));
    expect(ends.toSorted()).toEqual(["HH.ntf", "metadata.json", "preview.png", "thumbnail.png"]);
    // A state is never dropped: a path loses its beginning.
    for (const [name] of rows) expect(name?.startsWith("…")).toBe(columns === 60);
    for (const line of files) expect(line.length).toBeLessThanOrEqual(columns);
    for (const [, status, size] of rows) {
      expect(status).toBe("downloaded");
      if (columns === 100) expect(size).toMatch(/^\d+(\.\d)? k?B$/);
    }
  });

  it("a proof is dropped before a name is cut", async () => {
    const at = async (columns: number) =>
      linesOf((await swath(`order download ${order} --out-dir proof-${columns}`, on(columns))).stdout).slice(
        1,
        -1,
      );
    expect((await at(120)).join("\n")).toContain("by sha256");
    expect((await at(80)).join("\n")).not.toContain("by sha256");
  });

  it("--plan has whole column headings as well", async () => {
    const { stdout } = await swath(`order download ${order} --out-dir later --plan`, on(90));
    const [folder, ...files] = linesOf(stdout).slice(0, -1);
    expect(folder).toBe(`${granule}/`);
    for (const line of files) expect(line).toMatch(/^VENDOR-\S+ +fetch +\S+ k?B$/);
  });
});

describe("lists", () => {
  it.each([80, 60])("order history: id and state are complete on %i columns", async (columns) => {
    const { stdout } = await swath("order history", on(columns));
    const shown = linesOf(stdout)[1]?.split(" ")[0] ?? "";
    expect([order.startsWith(shown), shown.length]).toEqual([true, 8]);
    expect((await swath(`order links ${shown} --output id`, { home })).exitCode).toBe(0);
    expect(stdout).toMatch(/ {2}completed(?: {2}|$)/m);
    expect(stdout).not.toContain("…");
    for (const line of linesOf(stdout)) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("order history: a terminal gets minutes, a pipe the original time", async () => {
    expect((await swath("order history", on(80))).stdout).toMatch(/ \d{4}-\d\d-\d\dT\d\d:\d\dZ /);
    const [{ time }] = JSON.parse((await swath("order history --json", { home })).stdout);
    expect(time).toMatch(/T\d\d:\d\d:\d\d(\.\d+)?Z$/);
    expect((await swath("order history", { home })).stdout).toContain(`\t${time}\t`);
  });

  it("journal list: no id, state or time is cut, and dropped columns are listed", async () => {
    const { stdout, stderr } = await swath("journal list", { ...on(80), stderrTTY: true });
    expect(linesOf(stdout)[1]).toMatch(/^\S+-1 +order +confirmed +\d{4}-\d\d-\d\dT\d\d:\d\dZ/);
    expect(stdout).not.toContain("…");
    expect(linesOf(stdout)[0]).toMatch(/ {2}\+\d+$/);
    expect(stderr).toBe("");
  });

  it("export list: file names and dates are complete on 80 columns", async () => {
    const { stdout } = await swath("export list", on(80));
    expect(stdout).not.toContain("…");
    expect(stdout).toMatch(/\.geoparquet {2}\d{4}-\d\d-\d\d\n/);
  });

  it("config list: keys and origins are complete on 80 columns", async () => {
    const { stdout } = await swath("config list --all", on(80));
    expect(stdout).toMatch(/^baseUrl +https:\S+ +environment$/m);
    expect(stdout).toMatch(/^dialect\.paths\.repeatRetask +\S+… +default$/m);
  });

  it("catalog search: the id is complete on 60 columns, and times are to the minute on 80", async () => {
    const ids = (await swath("catalog search --limit 5 --output id")).stdout.trim().split("\n");
    const narrow = await swath("catalog search --limit 5 --per-item", on(60));
    for (const id of ids) expect(narrow.stdout).toContain(id);
    expect(linesOf(narrow.stdout)[0]).toMatch(/^ID +PRODUCT {2}\+8$/);
    expect(narrow.stdout).not.toContain("DATETIME");
    expect((await swath("catalog search --limit 5 --per-item", on(80))).stdout).toMatch(/T\d\d:\d\dZ /);
  });

  it("task list: id and state are complete on 60 columns", async () => {
    const made = await swath(
      "task create --name Etna-east-flank --point 15.0,37.7 --window-open 2026-04-01T00:00:00Z --window-close 2026-04-20T00:00:00Z --output id",
      { home },
    );
    const id = made.stdout.trim();
    expect(linesOf((await swath("task list", on(60))).stdout)[1]).toMatch(
      new RegExp(`^${id.slice(0, 8)}  Etna-east-flank  review`),
    );
    expect(linesOf((await swath("task list", on(180))).stdout)[1]).toMatch(new RegExp(`^${id}  Etna`));
    expect((await swath(`task get ${id.slice(0, 8)} --output id`, { home })).stdout).toBe(`${id}\n`);
  });
});

describe("signed URLs", () => {
  it("order links: every URL is complete, on its own line", async () => {
    const urls = (await swath(`order links ${order} --output id`, { home })).stdout.trim().split("\n");
    const lines = linesOf((await swath(`order links ${order}`, on(80))).stdout);
    expect(lines.filter((line) => line.startsWith("http"))).toHaveLength(urls.length);
    const unsigned = (url: string): string => url.slice(0, url.indexOf("?"));
    expect(lines.filter((line) => line.startsWith("http")).map(unsigned)).toEqual(urls.map(unsigned));
    expect(lines.join("\n")).not.toContain("…");
    expect(lines[0]).toBe(`${granule} HH`);
  });

  it("export links: every URL is complete, below the name of its file", async () => {
    const { stdout } = await swath("export links --type latest --format gpkg", on(80));
    expect(linesOf(stdout)[0]).toBe("vendor_archive_export_latest.gpkg");
    expect(linesOf(stdout)[1]).toMatch(/^https:\/\/[^ …]{90,}$/);
    expect(linesOf(stdout)).toHaveLength(2);
  });
});

describe("order place --download", () => {
  it.each([
    ["a new order", `order place --item vendor-archive/${granule} --yes --resend --download dl`],
    [
      "placed again, which resumes the order",
      `order place --item vendor-archive/${granule} --yes --download dl`,
    ],
  ])("%s: the end of the download is the same as in order download", async (_title, line) => {
    const { stderr } = await swath(line, on(80));
    expect(stderr).toMatch(
      /^\d files (?:downloaded into dl \(\d+(\.\d)? [kM]?B in 0s\)|here already \(\S+ kB\), in dl)$/m,
    );
  });
});

describe("GEN-06 messages on a terminal", () => {
  const words = (text: string): string => linesOf(text).join(" ").replaceAll(/\s+/g, " ");

  it.each([
    [
      "a note",
      "catalog search --point -9.14,38.69 --limit 3 --columns id,datetime,collection,platform,scene",
    ],
    ["a warning", "search tasks --where name=zzz --columns nope"],
    [
      "an error",
      "task create --point 1,2 --window-open +1d --window 3d --tier nope --type nope --product-type VS",
    ],
  ])("%s is broken between words, and is one line in a pipe", async (_title, line) => {
    const narrow = await swath(line, { home, stdoutTTY: true, stderrTTY: true, columns: 60 });
    const piped = await swath(line, { home, stdoutTTY: true, columns: 60 });
    expect(linesOf(narrow.stderr).length).toBeGreaterThan(linesOf(piped.stderr).length);
    for (const row of linesOf(narrow.stderr)) expect(row.length, row).toBeLessThanOrEqual(60);
    expect(words(narrow.stderr)).toContain(words(piped.stderr));
  });

  it("a command in a message stays on one line, so that it can be copied", async () => {
    const { stdout } = await swath(
      "task create --point 1,2 --window-open +1d --window 3d --tier standard --output id",
    );
    const { stderr } = await swath(`order task ${stdout.trim()} --yes`, {
      home,
      stderrTTY: true,
      columns: 40,
    });
    expect(linesOf(stderr)).toContainEqual(expect.stringMatching(/^ +swath task wait \S{36}$/));
  });
});
