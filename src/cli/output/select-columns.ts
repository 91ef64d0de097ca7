/** `--columns`: named columns of the view, or any path of the data; a name without a match is an error. */
import { listText } from "../../counted.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import { inputError, type AppError, type Fault } from "../../errors.ts";
import { advice, typed, type Hint } from "../../hint.ts";
import { listFilledColumns, formatHeading, type Column } from "../../render/column.ts";
import { findClosest } from "../../domain/closest.ts";
import { readRowSource, type View } from "./view.ts";

const PROPERTIES = "properties.";

/** Reads a name with or without the prefix `properties.`, as in --where; as typed first. */
function findValue(row: unknown, name: string): unknown {
  const value = findValueAtPath(row, name);
  if (value !== undefined) return value;
  return name.startsWith(PROPERTIES)
    ? findValueAtPath(row, name.slice(PROPERTIES.length))
    : findValueAtPath(row, PROPERTIES + name);
}

/** A property of a STAC item may contain dots or colons itself, so the rest of the path is first tried as one key. */
function findValueAtPath(row: unknown, path: string): unknown {
  let [value, rest] = [row, path];
  while (typeof value === "object" && value !== null) {
    const members = value as Record<string, unknown>;
    if (Object.hasOwn(members, rest)) return members[rest];
    const dot = rest.indexOf(".");
    const step = rest.slice(0, dot);
    if (dot === -1 || !Object.hasOwn(members, step)) return undefined;
    value = members[step];
    rest = rest.slice(dot + 1);
  }
  return undefined;
}

/** The output that needs columns. */
export interface ColumnChoice {
  /** The names in --columns. */
  columns?: readonly string[] | undefined;
  /** `screen`: a person reads it, on a terminal or on a map; `sheet`: csv or tsv. */
  target?: "screen" | "sheet" | undefined;
  /** The flags of the command, some of which add columns. */
  flags: ReadonlySet<string>;
}

type ViewColumns = Pick<View<unknown>, "columns" | "people" | "rowSource">;

/**
 * Returns the columns of an output. Paths are checked against the first row, if there is one. On a terminal a column
 * without a value in `rows` is dropped, unless it is in --columns.
 */
export function selectColumns(
  view: ViewColumns,
  rows: readonly unknown[],
  choice: ColumnChoice,
): readonly Column<unknown>[] {
  const { columns = [] } = view;
  const { columns: names, target } = choice;
  if (names === undefined) {
    const chosen = chooseDefaultColumns(view, choice);
    const filled = listFilledColumns(chosen, rows);
    return target === "screen" && filled.length > 0 ? filled : chosen;
  }
  const [row] = rows;
  const sample = row === undefined ? undefined : readRowSource(view, row);
  return names.map((name) => {
    const known = findColumn(name, columns);
    if (known !== undefined && (known.key === name || findValueAtPath(sample, name) === undefined))
      return known;
    if (sample === undefined || findValue(sample, name) !== undefined) {
      return {
        key: name,
        header: name.toUpperCase(),
        value: (each) => findValue(readRowSource(view, each), name),
      };
    }
    throw makeUnknownColumn(name, columns, sample);
  });
}

/** Returns the columns of an output without --columns. */
export function chooseDefaultColumns(
  { columns = [], people = columns }: ViewColumns,
  { target, flags }: ColumnChoice,
): readonly Column<unknown>[] {
  return (target === "screen" ? people : columns).filter(
    ({ only, onRequest }) =>
      (only === undefined || only === target) && (onRequest === undefined || flags.has(onRequest)),
  );
}

/** Returns the column with this key, with or without the prefix `properties.`, or with this heading. */
export const findColumn = (name: string, columns: readonly Column<unknown>[]): Column<unknown> | undefined =>
  columns.find(({ key }) => key === name) ??
  columns.find(({ key }) => name.startsWith(PROPERTIES) && key === name.slice(PROPERTIES.length)) ??
  columns.find((column) => isHead(column, name));

/** Reports whether --columns contains a column that satisfies `isMeant`, in any spelling. */
export const isColumnNamed = (
  names: readonly string[] | undefined,
  columns: readonly Column<unknown>[] = [],
  isMeant: (column: Column<unknown>) => boolean,
): boolean =>
  names?.some((name) => {
    const column = findColumn(name, columns);
    return column !== undefined && isMeant(column);
  }) ?? false;

/** Returns whether `flag` is given, or --columns contains a column that this flag adds: `price` for --price. */
export const isRequested = (
  flag: string,
  { flags, columns: names }: { flags: ReadonlySet<string>; columns?: readonly string[] | undefined },
  columns: readonly Column<unknown>[] | undefined,
): boolean => flags.has(flag) || isColumnNamed(names, columns, ({ onRequest }) => onRequest === flag);

/**
 * Reports whether this is a column heading as a person types it: in any case, with -, _ or nothing for a space, with
 * or without its unit.
 */
const isHead = (column: Column<unknown>, name: string): boolean =>
  [formatHeading(column), column.header].some((head) => normalizeHead(head) === normalizeHead(name));

const normalizeHead = (head: string): string => head.toLowerCase().replaceAll(/[ _-]/g, "");

function makeUnknownColumn(name: string, columns: readonly Column<unknown>[], sample: unknown): AppError {
  const paths = listPaths(sample);
  const keys = columns.map(({ key }) => key);
  const meant = findClosest(name, [...keys, ...paths]) ?? paths.find((path) => path.endsWith(`.${name}`));
  const choice =
    keys.length === 0 ? formatPathChoice(paths) : `columns: ${keys.join(", ")}, or any path of the data`;
  const other = advice`See the paths with ${typed("--json", "--limit", "1")}`;
  return inputError([makeColumnFault(name, choice, meant === undefined ? other : `Did you mean ${meant}?`)]);
}

/** Returns the fault for a name in --columns that nothing has. */
export const makeColumnFault = (name: string, choice: string, hint: Hint | undefined): Fault => ({
  code: "FILTER_UNKNOWN",
  path: "",
  flag: "--columns",
  value: name,
  rule: "names a column of the data",
  message: `--columns: no column ${JSON.stringify(name)}; ${choice}`,
  ...(hint !== undefined && { next: hint }),
});

/** Warns of names that are not columns, in a result without rows: the data cannot be searched for them. */
export function describeUncheckedColumns(
  names: readonly string[] = [],
  { columns = [] }: ViewColumns,
): string | undefined {
  const unchecked = names.filter((name) => findColumn(name, columns) === undefined);
  if (unchecked.length === 0) return undefined;
  return `--columns ${unchecked.join(",")}: not a column of this table, and without a result the data is not known; columns: ${columns.map(({ key }) => key).join(", ")}`;
}

/** Maximum number of paths in a readable error. */
const SHORT_LIST = 12;

function formatPathChoice(paths: readonly string[]): string {
  if (paths.length === 0) return "the data is not an object, so it has no columns";
  return `paths of the data: ${listText(paths, SHORT_LIST)}`;
}

function listPaths(sample: unknown): string[] {
  if (typeof sample !== "object" || sample === null) return [];
  return Object.entries(sample).flatMap(([key, value]) =>
    isJsonObject(value) ? [key, ...Object.keys(value).map((inner) => `${key}.${inner}`)] : [key],
  );
}

/** Returns the note for columns that do not fit on a terminal. */
export function formatOmitted({ width }: { width: number }, omitted: readonly Column<unknown>[]): string {
  const [noun, verb] = omitted.length === 1 ? ["column", "does"] : ["columns", "do"];
  return `${noun} ${omitted.map(formatHeading).join(", ")} ${verb} not fit in ${width} characters: choose with --columns`;
}
