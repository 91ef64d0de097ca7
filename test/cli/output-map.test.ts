/** `--output map`: footprints on a terminal. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath } = await openBench();

const SEARCH = "catalog search --bbox -9.5,38.5,-9,39 --limit 20 --output map";
const BRAILLE = /[\u2801-\u28ff]/;
const ESCAPE = "\u001b";

/** The map, the legend of its lines, and the table below them. */
const parts = (stdout: string): { map: string[]; key: string; legend: string[] } => {
  const lines = stdout
    .replaceAll(/\u001b\[\d+m/g, "")
    .trimEnd()
    .split("\n");
  const caption = lines.findIndex((line) => line.includes(" km wide"));
  return { map: lines.slice(0, caption), key: lines[caption + 1] ?? "", legend: lines.slice(caption + 2) };
};

describe("MAP-10 catalog search --output map", () => {
  it("is 80 x 20 in a pipe, without colour, above a table of the scenes with their short ids", async () => {
    const { stdout, exitCode } = await swath(SEARCH);
    const { map, key, legend } = parts(stdout);
    expect(exitCode).toBe(0);
    expect(key).toMatch(/^\S+ footprint .*\S+ coast$/);
    expect(stdout).not.toContain(ESCAPE);
    expect(map).toHaveLength(20);
    for (const line of map) expect(Array.from(line).length).toBeLessThanOrEqual(80);
    expect(map.join("")).toMatch(BRAILLE);
    const onTerminal = await swath(SEARCH.replace(" --output map", ""), { stdoutTTY: true, columns: 80 });
    expect(legend).toEqual(parts(`0 km wide\n\n${onTerminal.stdout}`).legend);
    expect(map.join("\n")).toContain(legend[1]!.slice(0, 4));
  });

  it("MAP-10 on a terminal of 24 rows the map follows a long table, so that its top does not scroll off", async () => {
    const line = "catalog search --place Lisbon --radius 60km --limit 20 --output map --no-color";
    const { stdout } = await swath(line, { stdoutTTY: true, columns: 80, rows: 24 });
    const lines = stdout.split("\n");
    const [table, caption] = [/^SCENE +TIME/, / km wide/].map((mark) =>
      lines.findIndex((text) => mark.test(text)),
    );
    expect(table).toBe(0);
    expect(caption).toBeGreaterThan(20);
    const rows = lines.filter((text) => /^[0-9a-f]{8} /.test(text)).length;
    // The map, its caption, its key and the next step fit into the last rows.
    expect(lines.length - 1 - 1 - rows).toBeLessThanOrEqual(22);
  });

  it.each([60, 120, 200])("fits a terminal of %i columns, in colour", async (columns) => {
    const { stdout } = await swath(SEARCH, { stdoutTTY: true, columns });
    const { map, legend } = parts(stdout);
    for (const line of [...map, ...legend]) expect(Array.from(line).length).toBeLessThanOrEqual(columns);
    expect(stdout).toContain(ESCAPE);
    expect((await swath(`${SEARCH} --no-color`, { stdoutTTY: true, columns })).stdout).not.toContain(ESCAPE);
  });

  it.each([40, 47, 51, 53, 57, 62, 72, 80, 100, 132, 160, 200])(
    "on %i columns a circle is visible among footprints, no line is wider, and each label is on the map or counted",
    async (columns) => {
      for (const flag of ["", "--ascii"]) {
        const run = await swath(
          `catalog search --place Lisbon --radius 60km --limit 40 --output map ${flag}`,
          {
            stdoutTTY: true,
            columns,
          },
        );
        const lines = run.stdout.replaceAll(/\u001b\[\d+m/g, "").split("\n");
        const caption = lines.findIndex((line) => line.includes(" km wide"));
        const table = lines.findIndex((line) => /^SCENE +TIME/.test(line));
        const key = lines.slice(caption + 1, table).join("   ");
        expect(key).toContain("area asked for");
        for (const line of lines.slice(0, table))
          expect(Array.from(line).length).toBeLessThanOrEqual(columns);
        const rows = lines.slice(table + 1).filter((line) => /^[0-9a-f]{8} /.test(line)).length;
        expect(rows).toBeGreaterThan(20);
        const labels =
          lines
            .slice(0, caption)
            .join("\n")
            .match(/[0-9a-f]{4,}/g) ?? [];
        expect(new Set(labels).size).toBe(labels.length);
        const leftOut = Number(/no room for (\d+) label/.exec(key)?.[1] ?? 0);
        expect(labels.length + leftOut).toBe(rows);
        expect(leftOut).toBeLessThan(rows - 10);
      }
    },
  );

  it("a circle too small to draw is a cross", async () => {
    const { stdout } = await swath("catalog search --place Lisbon --radius 500m --limit 5 --output map", {
      stdoutTTY: true,
      columns: 60,
    });
    const { map, key } = parts(stdout);
    expect(map.join("\n").match(/\+/g)).toHaveLength(1);
    expect(key).toContain("+ place asked for");
    expect(key).not.toContain("area");
  });

  it.each([
    ["--ascii", {}],
    ["", { TERM: "dumb" }],
  ])("has plain characters with '%s' and %o", async (flag, env) => {
    const { stdout } = await swath(`${SEARCH} ${flag}`, { env, stdoutTTY: true, columns: 80 });
    expect(parts(stdout).map.join("")).toMatch(/^[ .+#\da-f]+$/);
  });

  it("draws one row per item with --per-item and with --columns", async () => {
    const one = parts((await swath(`${SEARCH} --per-item`)).stdout);
    expect(one.legend).toHaveLength(21);
    const chosen = parts((await swath(`${SEARCH} --columns id,product`)).stdout);
    expect(chosen.legend[0]).toMatch(/^SCENE +ID +PRODUCT$/);
    expect(chosen.legend).toHaveLength(21);
  });

  it.each(["--bbox -9.5,38.5,-9,39", "--point -9.14,38.71"])(
    "an empty result over %s draws the area and the coast, and reports that there are no scenes",
    async (area) => {
      const line = `catalog search ${area} --platform nothing --output map`;
      const { stdout, stderr, exitCode } = await swath(line);
      const { map, legend } = parts(stdout);
      expect([exitCode, map.length, legend]).toEqual([0, 20, ["No scenes"]]);
      expect(map.join("")).toMatch(BRAILLE);
      expect(stderr).toContain("Nothing found");
    },
  );

  it("an area over a pole is seen from above it, even if nothing is found", async () => {
    for (const flags of ["--limit 3", "--platform nothing"]) {
      const line = `catalog search --point 20,89.9 --radius 2500km ${flags} --output map`;
      const { stdout, exitCode } = await swath(line);
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/^around the pole, /m);
      expect(parts(stdout).map.join("")).toMatch(BRAILLE);
    }
  });

  it("an empty result without an area draws nothing, and a command without places lists its formats", async () => {
    const nothing = await swath("catalog search --platform nothing --output map");
    expect([nothing.exitCode, nothing.stdout]).toEqual([0, ""]);
    expect(nothing.stderr).toContain("Nothing found");
    const refused = await swath("spend --output map");
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain("code USAGE");
    expect(refused.stderr).toContain("--output map");
  });
});

it.each(["search tasks", "task list"])(
  "MAP-10 %s --output map: targets with the beginnings of their ids",
  async (words) => {
    for (const place of ["Lisbon", "Porto"])
      await swath(
        `task create --place ${place} --name ${place} --window-open 2026-04-01T00:00:00Z --window-close 2026-04-20T00:00:00Z`,
      );
    const { map, legend } = parts((await swath(`${words} --output map`)).stdout);
    const rowOf = (name: string): string =>
      legend
        .find((line) => line.includes(name))
        ?.trim()
        .split(" ")[0] ?? "";
    const lineOf = (id: string): number => map.findIndex((line) => line.includes(id.slice(0, 4)));
    expect(lineOf(rowOf("Porto"))).toBeGreaterThanOrEqual(0);
    expect(lineOf(rowOf("Porto"))).toBeLessThan(lineOf(rowOf("Lisbon")));
  },
);
