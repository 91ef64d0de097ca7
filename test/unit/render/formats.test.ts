import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { formatCell, type Column } from "../../../src/render/column.ts";
import {
  createGeoJsonFormat,
  createJsonArrayFormat,
  createNdjsonFormat,
  createIdsFormat,
  type RowFormat,
} from "../../../src/render/json-formats.ts";
import { escapeJson, escapeText } from "../../../src/render/safe-text.ts";
import { createTsvFormat, createCsvFormat } from "../../../src/render/separated-values.ts";
import { formatYaml } from "../../../src/render/yaml.ts";
import { ACTS_ON_TERMINAL, COMMANDS_RUNNER, hostileText } from "./hostile-text.ts";

const write = <T>(format: RowFormat<T>, records: readonly T[]): string =>
  format.open() + records.map((record) => format.row(record)).join("") + format.close();

const columns: Column<readonly unknown[]>[] = ["name", "value"].map((key, index) => ({
  key,
  header: key.toUpperCase(),
  value: (record) => record[index],
}));

/** Line breaks and tabs are kept, and each piece between them is safe. */
const safeLines = (text: string): string =>
  text.replaceAll(/(?:(?!\r?\n|\t)[^])+/g, (piece) => escapeText(piece));

/** A reader of RFC 4180 that is independent of the writer. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    const isFirst = match.index === 0 || text[match.index - 1] === "\n";
    if (isFirst) lines.push([]);
    lines.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
  }
  return lines;
}

describe("cellText", () => {
  it.each([
    [null, ""],
    [undefined, ""],
    [1234.5, "1234.5"],
    [false, "false"],
    ["2031-05-01T10:00:00.000Z", "2031-05-01T10:00:00.000Z"],
    [["GEO", "SICD"], "GEO,SICD"],
    [[], ""],
    [[[178.5, -17.9]], "[[178.5,-17.9]]"],
    [{ unit: "km2", value: 25 }, '{"unit":"km2","value":25}'],
  ])("writes %j as %j", (value, text) => {
    expect(formatCell(value)).toBe(text);
  });
});

describe("csv and tsv", () => {
  it("escapes formulas and keeps numbers", () => {
    const formulas = ["=1+1", "+cmd", "-", "@SUM(A1)", "\tx", "\r=1"];
    const others = ["-70.1", -70.1, "+2e3", "-70.1,-33.4", "2031-05-01"];
    const guarded = ["'=1+1", "'+cmd", "'-", "'@SUM(A1)", "'\tx", "'\\r=1"];
    const text = write(
      createCsvFormat(columns),
      [...formulas, ...others].map((value) => ["x", value]),
    );
    const cells = readCsv(text).slice(1);
    expect(cells.map(([, cell]) => cell)).toEqual([...guarded, ...others.map(String)]);
  });

  it("quotes line breaks and tabs of csv as RFC 4180 does, apart from typed backslashes", () => {
    const text = write(createCsvFormat(columns), [["a\nb\tc\r\nd", "a\\nb"]]);
    expect(text).toBe('name,value\n"a\nb\tc\nd",a\\nb\n');
    expect(write(createCsvFormat(columns), [["x\n::error::y", "\u001b[2J\rz"]])).toBe(
      'name,value\n"x\n\\x3a:error::y",\\x1b[2J\\rz\n',
    );
    expect(write(createTsvFormat(columns), [["a\nb", "c\td"]])).toBe("name\tvalue\na\\nb\tc\\td\n");
  });

  it("can be read back, record by record", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hostileText, hostileText)), (records) => {
        const text = write(createCsvFormat(columns), records);
        expect(readCsv(text)).toHaveLength(records.length + 1);
        expect(text.replaceAll(/\r?\n|\t/g, "")).not.toMatch(ACTS_ON_TERMINAL);
        expect(text).not.toMatch(COMMANDS_RUNNER);
        const unguarded = readCsv(text).map((line) => line.map((cell) => cell.replace(/^'/, "")));
        expect(unguarded).toEqual([
          ["name", "value"],
          ...records.map((record) => record.map((cell) => safeLines(cell).replace(/^'/, ""))),
        ]);
        for (const cell of readCsv(text).flat()) {
          expect(cell).not.toMatch(/^(?:[=@\t\r]|[+-](?![\d.,e+-]*$))/i);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("writes tabs in values as escapes, so that a line has as many tabs as the header", () => {
    expect(write(createTsvFormat(columns), [["a\tb", "=x"]])).toBe("name\tvalue\na\\tb\t'=x\n");
  });

  it("quotes a single empty cell, which would otherwise be an empty line", () => {
    expect(write(createCsvFormat(columns.slice(0, 1)), [[""], ["x"]])).toBe('name\n""\nx\n');
  });
});

describe("JSON formats", () => {
  it("an array written in pieces equals the array written at once", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), hostileText, (values, text) => {
        const records = [...values, { [text]: text, nested: [{ text }] }];
        expect(write(createJsonArrayFormat(), records)).toBe(`${escapeJson(records, 2)}\n`);
        const lines = write(createNdjsonFormat(), records).trimEnd().split("\n");
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(JSON.parse(JSON.stringify(records)));
      }),
    );
    expect(write(createJsonArrayFormat(), [])).toBe("[]\n");
    expect(write(createNdjsonFormat(), [])).toBe("");
  });

  it("a feature collection contains items unchanged and makes features of other records", () => {
    const item = {
      type: "Feature",
      id: "a",
      geometry: { type: "Point", coordinates: [179.9, -16.8] },
      properties: {},
    };
    expect(JSON.parse(write(createGeoJsonFormat(), [item, { id: "b" }]))).toEqual({
      type: "FeatureCollection",
      features: [item, { type: "Feature", geometry: null, properties: { id: "b" } }],
    });
    expect(JSON.parse(write(createGeoJsonFormat(), []))).toEqual({ type: "FeatureCollection", features: [] });
  });
});

describe("yaml", () => {
  it("is the same data, and no line of it controls a terminal or a runner", () => {
    fc.assert(
      fc.property(fc.dictionary(hostileText, fc.oneof(hostileText, fc.jsonValue())), (record) => {
        const text = formatYaml([record]);
        expect(parse(text)).toEqual(JSON.parse(JSON.stringify([record])));
        expect(text.replaceAll("\n", "")).not.toMatch(ACTS_ON_TERMINAL);
        expect(text).not.toMatch(COMMANDS_RUNNER);
      }),
      { numRuns: 300 },
    );
  });

  it("quotes words that older readers misread", () => {
    expect(formatYaml({ country: "no", time: "2031-05-01", count: 3, name: "a\nb", none: null })).toBe(
      'country: "no"\ntime: "2031-05-01"\ncount: 3\nname: "a\\nb"\nnone: null\n',
    );
  });
});

describe("ids", () => {
  it("prints one per line and refuses a record without one", () => {
    const format = createIdsFormat();
    expect(write(format, ["3f0c", "a\nb"])).toBe("3f0c\na\\nb\n");
    expect(() => format.row("")).toThrowError(expect.objectContaining({ code: "RESPONSE_UNRECOGNISED" }));
  });
});
