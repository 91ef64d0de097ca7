/** `--query`: a JMESPath expression applied to the result. */
import type { Fault } from "../../errors.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import { formatCell, type Column } from "../../render/column.ts";
import type { RowFormat } from "../../render/json-formats.ts";
import { escapeJson } from "../../render/safe-text.ts";
import type { Format } from "../../domain/output-formats.ts";
import { advice, typed } from "../../hint.ts";
import { usageError, usageFault } from "../input/usage.ts";

/** Returns the syntax errors of the expression, before the result exists. */
export async function queryFault(expression: string): Promise<Fault | undefined> {
  const { compile } = await import("@jmespath-community/jmespath");
  try {
    compile(expression);
    return undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^Syntax error: /, "");
    const message = `--query ${JSON.stringify(expression)} is not a JMESPath expression: ${reason}`;
    const rule = "a JMESPath expression";
    return usageFault("--query", message, { value: expression, rule, next: QUERY_HINT });
  }
}

const QUERY_HINT = advice`Names with a colon need double quotes: ${typed("--query", '[].properties."sar:product_type"')}`;

/**
 * Returns the result of the expression as text: scalars one per line for the table format, JSON or YAML otherwise.
 */
export async function queryResult(expression: string, format: Format, data: unknown): Promise<string> {
  const { search } = await import("@jmespath-community/jmespath");
  let found: unknown;
  try {
    found = search(data as never, expression);
  } catch (error) {
    // The syntax was valid: a function received a value of the wrong type.
    const message = `--query ${JSON.stringify(expression)}: ${(error as Error).message}`;
    throw usageError(message, QUERY_HINT);
  }
  switch (format) {
    case "yaml": {
      const { formatYaml } = await import("../../render/yaml.ts");
      return formatYaml(found);
    }
    case "ndjson":
      return Array.isArray(found)
        ? found.map((each) => `${escapeJson(each)}\n`).join("")
        : `${escapeJson(found)}\n`;
    case "csv":
    case "tsv": {
      const { createCsvFormat, createTsvFormat } = await import("../../render/separated-values.ts");
      return queryRows(found, format === "csv" ? createCsvFormat : createTsvFormat);
    }
    case "table":
    case "id":
      return isPlainList(found)
        ? found.map((each) => `${formatLine(each)}\n`).join("")
        : formatPlainOrJson(found);
    default:
      return `${escapeJson(found, 2)}\n`;
  }
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== "object";

/** Returns whether a value is an array of scalars, or of arrays of scalars: lines, or lines with tabs. */
const isPlainList = (value: unknown): value is unknown[] =>
  Array.isArray(value) &&
  value.every((each) => isPlain(each) || (Array.isArray(each) && each.every(isPlain)));

const formatLine = (value: unknown): string =>
  Array.isArray(value) ? value.map(formatCell).join("\t") : formatCell(value);

const formatPlainOrJson = (value: unknown): string =>
  `${isPlain(value) ? formatCell(value) : escapeJson(value, 2)}\n`;

/**
 * Returns the result as csv or tsv: a list of objects with their field names as columns, anything else line by line.
 */
function queryRows(
  found: unknown,
  formatFor: (columns: readonly Column<unknown>[]) => RowFormat<unknown>,
): string {
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  const named = list.length > 0 && list.every((row) => isJsonObject(row));
  const columns = named ? collectColumns(list) : makePositionColumns(list);
  const format = formatFor(columns);
  return (named ? format.open() : "") + list.map((row) => format.row(row)).join("");
}

/** Returns the fields of all rows, in the order of their first occurrence. */
const collectColumns = (list: readonly unknown[]): Column<unknown>[] =>
  [...new Set(list.flatMap((row) => Object.keys(row as object)))].map((key) => ({
    key,
    header: key,
    value: (row) => (row as Record<string, unknown>)[key],
  }));

/** Converts lists to rows of their elements, and any other value to a row of one cell. */
function makePositionColumns(list: readonly unknown[]): Column<unknown>[] {
  const width = Math.max(1, ...list.map((row) => (Array.isArray(row) ? row.length : 1)));
  return Array.from({ length: width }, (_, at) => ({
    key: String(at),
    header: String(at),
    value: (row) => (Array.isArray(row) ? row[at] : at === 0 ? row : undefined),
  }));
}
