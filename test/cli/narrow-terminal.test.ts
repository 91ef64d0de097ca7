/** What stands in the lists of an 80-column terminal: ids, numbers and words are whole, or not there. */
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
  it.each([80, 60])("names files by their ends and cuts no status word on %i columns", async (columns) => {
    const { stdout } = await swath(`order download ${order} --out-dir at-${columns}`, on(columns));
    const files = linesOf(stdout).slice(1, -1);
    const rows = files.map((line) => line.split(/ {2,}/));
    expect(rows.map(([name]) => /[^_]*$/.exec(name ?? "")?.[0]).sort()).toEqual([
      "HH.ntf",
      "metadata.json",
      "preview.png",
      "thumbnail.png",
    ]);
    for (const [, size, status] of rows) {
      expect(size).toMatch(/^\d+(\.\d)? k?B$/);
      expect(status).toBe("downloaded");
    }
    for (const line of files) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("a proof goes before a name is cut", async () => {
    const at = async (columns: number) =>
      linesOf((await swath(`order download ${order} --out-dir proof`, on(columns))).stdout).slice(1, -1);
    expect((await at(120)).join("\n")).toContain("by sha256");
    const narrower = (await at(80)).join("\n");
    expect(narrower).not.toContain("by sha256");
    expect(narrower).not.toContain("…");
    expect(await at(60)).toSatisfy((lines: string[]) => lines.some((line) => /^VENDOR\S+…\S+_/.test(line)));
  });

  it("--plan says what would be fetched under whole words too", async () => {
    const { stdout } = await swath(`order download ${order} --out-dir later --plan`, on(60));
    for (const line of linesOf(stdout).slice(0, -1))
      expect(line).toMatch(/^VENDOR-\S+…\S+ +\S+ k?B {2}fetch$/);
  });
});
