/** The schema elements and the values of a column of a known type. */
import type { ParquetWriter } from "hyparquet-writer";
import { isJsonObject } from "../../contract/json-object.ts";
import { parseTimestamp } from "../../time/timestamp.ts";
import { isList, isObject, type ColumnType } from "./column-type.ts";

export type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;

const SCALARS = {
  boolean: { type: "BOOLEAN" },
  integer: { type: "INT64" },
  double: { type: "DOUBLE" },
  text: TEXT,
  json: { type: "BYTE_ARRAY", converted_type: "JSON" },
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MICROS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" },
  },
} as const satisfies Record<string, Partial<SchemaElement>>;

/** Returns a column and its children, in the order of the schema. */
export function schemaOf(name: string, type: ColumnType): SchemaElement[] {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  if (isList(type))
    return [
      { ...optional, converted_type: "LIST", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...schemaOf("element", type.element),
    ];
  if (isObject(type) && type.fields.size > 0)
    return [
      { ...optional, num_children: type.fields.size },
      ...[...type.fields].flatMap(([field, of]) => schemaOf(field, of)),
    ];
  const scalar = type === null ? "text" : typeof type === "string" ? type : "json";
  return [{ ...optional, ...SCALARS[scalar] }];
}

/** Returns a value of a column for the writer. */
export function cellOf(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (isList(type)) return (value as unknown[]).map((element) => cellOf(type.element, element));
  if (isObject(type) && type.fields.size > 0)
    return isJsonObject(value)
      ? Object.fromEntries([...type.fields].map(([name, of]) => [name, cellOf(of, value[name])]))
      : null;
  if (type === "integer") return BigInt(value as number);
  return type === "time" ? microsecondsOf(value as string) : value;
}

function microsecondsOf(text: string): bigint | null {
  const time = parseTimestamp(text);
  if (!time.ok) return null;
  const [, fraction = ""] = /\.(\d+)/.exec(text) ?? [];
  return BigInt(Math.floor(time.ms / 1000)) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, "0"));
}
