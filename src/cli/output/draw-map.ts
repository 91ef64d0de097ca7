/** `--output map`: the rows of a command on a map of characters, and below it a table whose first column has their labels. */
import { readGeometry } from "../../geo/sound-geometry.ts";
import { formatCell, type Column } from "../../render/column.ts";
import { createPaint, type Style } from "../../render/paint.ts";
import { countText } from "../../counted.ts";
import { MIN_CHARACTERS, makeShortener } from "../../domain/short-ids.ts";
import { escapeText } from "../../render/safe-text.ts";
import { formatTable } from "../../render/table.ts";
import { drawTerminalMap, type MapShape } from "../../render/terminal-map.ts";
import type { Presentation } from "./presentation.ts";
import { formatOmitted, selectColumns } from "./select-columns.ts";
import type { View } from "./view.ts";

/** More labels would cover the map. */
const MAX_ROWS = 200;

/** Minimum extent around an area without rows: includes a coast, so that the place is recognisable. */
const EMPTY_DEGREES = 3;

/** Colours of the footprints, in the order of their kinds. */
const STYLES: readonly Style[] = ["cyan", "yellow", "green", "magenta", "red", "blue"];

/** Returns the number of all rows. */
export async function drawMap(how: Presentation, given: View<unknown>, data: unknown): Promise<number> {
  const view = how.columns === undefined ? (given.screen ?? given) : given;
  const rows: unknown[] = [];
  let count = 0;
  for await (const row of view.rows(data)) {
    count += 1;
    if (rows.length < MAX_ROWS) rows.push(row);
  }
  const paint = createPaint(how.colour);
  const area = how.drawing?.area ?? how.drawing?.targets?.[0]?.geometry;
  const screen = { width: how.width, isAscii: how.isAscii, paint };
  const title = how.drawing?.title;
  if (rows.length === 0) {
    // An empty result is drawn as well: the area may be in an unintended place.
    const empty = drawTerminalMap(
      { shapes: [], area, title, leastDegrees: EMPTY_DEGREES },
      { ...screen, height: chooseHeight(how, 1) },
    );
    if (empty !== undefined) await how.stdout.write(`${empty}${view.empty ?? "No scenes"}\n`);
    return 0;
  }
  const chosen = selectColumns(view, rows, { ...how, target: "screen" });
  const labelled = labelColumn(view, chosen);
  const columns = labelled ? [labelled, ...chosen.filter(({ key }) => key !== labelled.key)] : chosen;
  const labelOf = chooseLabels(rows, labelled);
  const styleRow = chooseStyles(view, rows);
  const shapes = rows.flatMap((row): MapShape[] => {
    const place = readGeometry(view.map?.part(row).geometry);
    if ("fault" in place) return [];
    const { geometry } = place;
    return [{ label: labelOf(row), geometry, style: styleRow(row) }];
  });
  const legend = formatTable(rows, columns, {
    width: how.width,
    paint,
    header: how.header,
    style: (row, column) => (column === columns[0] ? styleRow(row) : undefined),
    onOmitted: (omitted) => how.detail(formatOmitted(how, omitted)),
  });
  const facts = (how.drawing?.facts ?? []).map((fact) => `${escapeText(fact)}\n`).join("");
  const below = legend.split("\n").length - 1 + (how.drawing?.facts ?? []).length;
  const height = chooseHeight(how, below);
  const map = drawTerminalMap({ shapes, area, title }, { ...screen, height });
  if (map === undefined) how.note("no row has a place that could be drawn");
  // A map above a long table would scroll off the terminal unseen.
  const isLast = findRoom(how, below) < MIN_HEIGHT;
  await how.stdout.write(isLast ? `${legend}${facts}${map ?? ""}` : `${map ?? ""}${legend}${facts}`);
  if (count > rows.length) how.note(`the map shows the first ${countText(rows.length, "row")} of ${count}`);
  return count;
}

/** Returns the column whose values label the shapes, which the table shows even if it was not chosen. */
function labelColumn(view: View<unknown>, chosen: readonly Column<unknown>[]): Column<unknown> | undefined {
  const isLabel = ({ key }: Column<unknown>): boolean => key === (view.map?.labelBy ?? "id");
  return chosen.find(isLabel) ?? view.columns?.find(isLabel);
}

/** Returns the labels: the shortest beginnings that commands take and that distinguish the rows. */
function chooseLabels(
  rows: readonly unknown[],
  column: Column<unknown> | undefined,
): (row: unknown) => string {
  const textOf = (row: unknown): string => escapeText(formatCell(column?.value(row)));
  const shortOf = makeShortener(rows.map(textOf), MIN_CHARACTERS);
  return (row) => shortOf(textOf(row));
}

/** A lower map would show no coast. */
const MIN_HEIGHT = 12;

/**
 * Lines for the caption and the legend of the map, and for the messages below the table: a note, the next steps, the
 * prompt.
 */
const OTHER_LINES = 2 + 6;

/** Returns 20 lines for 80 columns, fewer if the map's top would scroll off the terminal: `below` lines follow it, or none. */
function chooseHeight(how: Presentation, below: number): number {
  const usual = Math.min(40, Math.max(MIN_HEIGHT, Math.round(how.width / 4)));
  const room = findRoom(how, below);
  return room < MIN_HEIGHT ? Math.max(MIN_HEIGHT, Math.min(usual, findRoom(how, 0))) : Math.min(usual, room);
}

/** Returns the lines of the terminal that are left for a map with lines below it. */
const findRoom = ({ stdout }: Presentation, below: number): number =>
  (stdout.rows() || Number.POSITIVE_INFINITY) - below - OTHER_LINES;

/** Assigns one colour to each value of the view's column. */
function chooseStyles(view: View<unknown>, rows: readonly unknown[]): (row: unknown) => Style | undefined {
  const column = view.columns?.find(({ key }) => key === view.map?.colourBy);
  if (column === undefined) return () => STYLES[0];
  const kinds = new Map<unknown, Style>();
  for (const row of rows) {
    const kind = column.value(row);
    if (!kinds.has(kind)) kinds.set(kind, STYLES[kinds.size % STYLES.length]!);
  }
  return (row) => kinds.get(column.value(row));
}
