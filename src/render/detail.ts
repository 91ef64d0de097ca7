import { timeForPeople } from "../time/timestamp.ts";
import { cellText } from "./column.ts";
import { lineText } from "./safe-text.ts";
import type { Paint } from "./paint.ts";
import { displayWidth, pad } from "./width.ts";

/** One line of a detail view. */
export type Field = readonly [label: string, value: unknown];

/** Returns the label as safe text; one of ours may be indented. */
const labelText = (label: string): string =>
  `${label.startsWith("  ") ? "  " : ""}${lineText(cellText(label.trimStart()))}`;

const isDeep = (value: unknown): value is object => typeof value === "object" && value !== null;

const isRecordList = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.some((element) => isDeep(element) && !Array.isArray(element));

/**
 * Returns every value of a record with its dotted path: `collectConstraints.offNadirMin`, `statusHistory[0].code`.
 */
export function fieldsOf(record: unknown, path = ""): Field[] {
  if (isRecordList(record)) return record.flatMap((element, index) => fieldsOf(element, `${path}[${index}]`));
  if (!isDeep(record) || Array.isArray(record)) return [[path, record]];
  return Object.entries(record).flatMap(([key, value]) =>
    fieldsOf(value, path === "" ? key : `${path}.${key}`),
  );
}

/** Returns one record as lines of label and value, values aligned. Fields without a value are omitted. */
export function detail(
  fields: readonly Field[],
  { paint = (_style, text) => text }: { paint?: Paint } = {},
): string {
  const lines = fields
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([label, value]) => [`${labelText(label)}:`, timeForPeople(lineText(cellText(value)))] as const);
  const width = lines.reduce((most, [label]) => Math.max(most, displayWidth(label)), 0);
  return lines
    .map(([label, value]) => {
      if (value === "") return `${paint("bold", label)}\n`;
      return `${paint("bold", label)}${pad("", width - displayWidth(label))}  ${value}\n`;
    })
    .join("");
}
