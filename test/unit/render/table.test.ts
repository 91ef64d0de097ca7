import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Column } from "../../../src/render/column.ts";
import { createPaint } from "../../../src/render/paint.ts";
import { createRowsFormat } from "../../../src/render/separated-values.ts";
import { formatTable } from "../../../src/render/table.ts";
import { measureWidth } from "../../../src/render/width.ts";
import { ACTS_ON_TERMINAL, COMMANDS_RUNNER, hostileText } from "./hostile-text.ts";

interface Task {
  id: string;
  name: string;
  cost: string;
  status: string;
  note: string | null;
}

const columns: Column<Task>[] = [
  { key: "id", header: "ID", value: (task) => task.id, fixed: true },
  { key: "name", header: "NAME", value: (task) => task.name },
  { key: "cost", header: "COST", value: (task) => task.cost, align: "right" },
  { key: "status", header: "STATUS", value: (task) => task.status },
  { key: "note", header: "NOTE", value: (task) => task.note, wide: true },
];

const etna: Task = {
  id: "3f0c1a52-8f44-4a2b-9d5e-0f7f5a1c9b01",
  name: "Etna, east flank",
  cost: "$1,250.00",
  status: "review",
  note: "after the eruption of June",
};
const tokyo: Task = {
  ...etna,
  id: "3f0c1a52-8f44-4a2b-9d5e-0f7f5a1c9b02",
  name: "東京湾 🫠",
  cost: "$9.00",
  note: null,
};

describe("table", () => {
  it("aligns columns by their width on a terminal", () => {
    expect(formatTable([etna, tokyo], columns, { width: 120 })).toMatchInlineSnapshot(`
      "ID                                    NAME                   COST  STATUS  NOTE
      3f0c1a52-8f44-4a2b-9d5e-0f7f5a1c9b01  Etna, east flank  $1,250.00  review  after the eruption of June
      3f0c1a52-8f44-4a2b-9d5e-0f7f5a1c9b02  東京湾 🫠             $9.00  review
      "
    `);
  });

  it("drops wide columns first, then cuts names at their end, and keeps ids and amounts complete", () => {
    expect(formatTable([etna, tokyo], columns, { width: 70 })).toMatchInlineSnapshot(`
      "ID                                    NAME                COST  STATUS
      3f0c1a52-8f44-4a2b-9d5e-0f7f5a1c9b01  Etna, east f…  $1,250.00  review
      3f0c1a52-8f44-4a2b-9d5e-0f7f5a1c9b02  東京湾 🫠          $9.00  review
      "
    `);
  });

  it("shows a word in full or drops its column: no `revi…`", () => {
    const omitted: string[] = [];
    const onOmitted = (gone: readonly Column<Task>[]): number =>
      omitted.push(...gone.map(({ header }) => header));
    const shown = formatTable([etna], columns, { width: 61, onOmitted });
    expect(shown).toMatchInlineSnapshot(`
      "ID                                    NAME               COST
      3f0c1a52-8f44-4a2b-9d5e-0f7f5a1c9b01  Etna, east …  $1,250.00
      "
    `);
    expect(omitted).toEqual(["STATUS", "NOTE"]);
  });

  it("ends the headings with the number of dropped columns, and drops none for it", () => {
    const names: Column<Task>[] = [columns[1]!, ...columns.slice(3)];
    expect(formatTable([etna], names, { width: 30 })).toMatchInlineSnapshot(`
      "NAME              STATUS  +1
      Etna, east flank  review
      "
    `);
    const marked: boolean[] = [];
    const onOmitted = (_gone: readonly Column<Task>[], isMarked: boolean): number => marked.push(isMarked);
    formatTable([etna], names, { width: 30, onOmitted });
    formatTable([etna], columns, { width: 61, onOmitted });
    expect(marked).toEqual([true, false]);
  });

  it("a kept column outranks all but the first, and a path loses its beginning for it", () => {
    const reasons: Column<Task>[] = [
      { key: "file", header: "FILE", value: ({ id }) => `archive/${id}.tif`, fixed: "path" },
      { key: "cost", header: "COST", value: ({ cost }) => cost, align: "right" },
      { key: "why", header: "REASON", value: ({ note }) => note, kept: true },
    ];
    expect(formatTable([etna], reasons, { width: 50, header: false })).toMatchInlineSnapshot(`
      "…9d5e-0f7f5a1c9b01.tif  after the eruption of June
      "
    `);
  });

  it.each([20, 36, 45, 55, 70])("in %i characters shows the id and every amount in full", (width) => {
    const omitted: string[] = [];
    const onOmitted = (gone: readonly Column<Task>[]): number =>
      omitted.push(...gone.map(({ header }) => header));
    const shown = formatTable([etna, tokyo], columns, { width, onOmitted });
    for (const { id, cost } of [etna, tokyo]) {
      expect(shown).toContain(id);
      if (!omitted.includes("COST")) expect(shown).toContain(cost);
    }
    expect(omitted).toEqual(["NAME", "COST", "STATUS", "NOTE"].slice(4 - omitted.length));
  });

  it("cuts a first column of text at its end if it does not fit alone", () => {
    const note: Column<string> = { key: "note", header: "NOTE", value: (text) => text };
    expect(formatTable(["after the eruption of June"], [note], { width: 20, header: false })).toBe(
      "after the eruption …\n",
    );
  });

  it("prints the same with and without colour", () => {
    const style = (): "green" => "green";
    const plain = formatTable([etna, tokyo], columns, { width: 100 });
    const coloured = formatTable([etna, tokyo], columns, { width: 100, paint: createPaint(true), style });
    expect(coloured).toContain("\u001b[32mreview\u001b[39m");
    expect(coloured.replace(/\u001b\[\d+m/g, "").replace(/ +$/gm, "")).toBe(plain);
  });

  it("omits the header on request, and prints nothing for an empty list", () => {
    expect(formatTable([etna], columns, { width: 200, header: false }).split("\n")).toHaveLength(2);
    expect(formatTable([], columns, { width: 80 })).toBe("");
  });

  it("keeps every line safe, within the width and without trailing blanks, for any text of the service", () => {
    const task = fc.record({
      id: fc.uuid(),
      name: hostileText,
      cost: hostileText,
      status: hostileText,
      note: hostileText,
    });
    fc.assert(
      fc.property(
        fc.array(task, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 40, max: 200 }),
        (tasks, width) => {
          const lines = formatTable(tasks, columns, { width }).split("\n");
          expect(lines).toHaveLength(tasks.length + 2);
          for (const line of lines) {
            expect(line).not.toMatch(ACTS_ON_TERMINAL);
            expect(line).not.toMatch(COMMANDS_RUNNER);
            expect(line).not.toMatch(/ $/);
            expect(measureWidth(line)).toBeLessThanOrEqual(width);
          }
        },
      ),
    );
  });
});

describe("rows", () => {
  it("give a pipe the same cells, uncut, between tabs", () => {
    const format = createRowsFormat(columns);
    expect(
      format.open() + format.row({ ...etna, name: "a\tb\nc" }) + format.row(tokyo) + format.close(),
    ).toBe(
      "3f0c1a52-8f44-4a2b-9d5e-0f7f5a1c9b01\ta\\tb\\nc\t$1,250.00\treview\tafter the eruption of June\n" +
        "3f0c1a52-8f44-4a2b-9d5e-0f7f5a1c9b02\t東京湾 🫠\t$9.00\treview\t\n",
    );
  });
});
