import { timeForPeople } from "../time/timestamp.ts";
import { formatCell } from "./column.ts";
import { escapeLine } from "./safe-text.ts";
import type { Paint } from "./paint.ts";
import { measureWidth, pad } from "./width.ts";

/** One line of a detail view. */
export type Field = readonly [label: string, value: unknown];

/** Returns the label as safe text. A label of the program may be indented. */
const labelText = (label: string): string =>
  `${label.startsWith("  ") ? "  " : ""}${escapeLine(formatCell(label.trimStart()))}`;

const isDeep = (value: unknown): value is object => typeof value === "object" && value !== null;

const isRecordList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.some((element) => isDeep(element) && !Array.isArray(element));

/**
 * Returns every value of a record with its dotted path: `collectConstraints.offNadirMin`, `statusHistory[0].code`.
 */
export function listFields(record: unknown, path = ""): Field[] {
  if (isRecordList(record))
    return record.flatMap((element, index) => listFields(element, `${path}[${index}]`));
  if (!isDeep(record) || Array.isArray(record)) return [[path, record]];
  return Object.entries(record).flatMap(([key, value]) =>
    listFields(value, path === "" ? key : `${path}.${key}`),
  );
}

/** Returns one record as lines of label and value, values aligned. Fields without a value are omitted. */
export function formatDetail(
  fields: readonly Field[],
  { paint = (_style, text) => text }: { paint?: Paint } = {},
): string {
  const lines = fields
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([label, value]) => [`${labelText(label)}:`, timeForPeople(escapeLine(formatCell(value)))] as const);
  const width = lines.reduce((most, [label]) => Math.max(most, measureWidth(label)), 0);
  return lines
    .map(([label, value]) => {
      if (value === "") return `${paint("bold", label)}\n`;
      return `${paint("bold", label)}${pad("", width - measureWidth(label))}  ${value}\n`;
    })
    .join("");
}
