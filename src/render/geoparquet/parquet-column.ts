/** The schema elements and the values of a column of a known type. */
import { isJsonObject } from "../../contract/json-object.ts";
import type { SchemaElement } from "../../geo/geoparquet-file.ts";
import { parseTimestamp } from "../../time/timestamp.ts";

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
export function toSchema(name: string, type: ColumnType): SchemaElement[] {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  if (isList(type))
    return [
      { ...optional, converted_type: "LIST", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...toSchema("element", type.element),
    ];
  if (isObject(type) && type.fields.size > 0)
    return [
      { ...optional, num_children: type.fields.size },
      ...[...type.fields].flatMap(([field, of]) => toSchema(field, of)),
    ];
  if (type === null) return [{ ...optional, ...TEXT }];
  return [{ ...optional, ...SCALARS[typeof type === "string" ? type : "json"] }];
}

/** Returns a value of a column for the writer. */
export function toParquetCell(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (isList(type)) return (value as unknown[]).map((element) => toParquetCell(type.element, element));
  if (isObject(type) && type.fields.size > 0)
    return isJsonObject(value)
      ? Object.fromEntries([...type.fields].map(([name, of]) => [name, toParquetCell(of, value[name])]))
      : null;
  if (type === "integer") return BigInt(value as number);
  return type === "time" ? toMicroseconds(value as string) : value;
}

function toMicroseconds(text: string): bigint | null {
  const time = parseTimestamp(text);
  if (!time.ok) return null;
  const [, fraction = ""] = /\.(\d+)/.exec(text) ?? [];
  return BigInt(Math.floor(time.ms / 1000)) * 1_000_000n + BigInt(fraction.slice(0, 6).padEnd(6, "0"));
}

// Finds the Parquet type of a column of JSON values from all its values.

/**
 * The type of a column, as far as its values are read. It begins as `null`, and each value widens it: after 1 it is
 * a whole number, after 1.5 a decimal one. Values of different types, such as 1 and "a", make it `json`. Such a column
 * contains JSON text.
 */
export type ColumnType =
  | null
  | "boolean"
  | "integer"
  | "double"
  | "text"
  | "time"
  | "json"
  | { element: ColumnType }
  | { fields: Map<string, ColumnType> };

/** An object with more names is written as JSON text: its names are probably values, such as ids. */
const MAX_FIELDS = 500;
const DEEPEST = 16;

/** Properties of STAC items that are times. */
const TIMES: ReadonlySet<string> = new Set([
  "datetime",
  "start_datetime",
  "end_datetime",
  "created",
  "updated",
  "published",
  "expires",
  "unpublished",
  "order:date",
]);

/** Returns the type of a top-level column once it also has this value. */
export const widenColumnType = (type: ColumnType, value: unknown, name: string): ColumnType =>
  TIMES.has(name) ? widenTime(type, value) : widenType(type, value, 0);

function widenTime(type: ColumnType, value: unknown): ColumnType {
  const isTime = typeof value === "string" && parseTimestamp(value).ok;
  if (isTime && (type === null || type === "time")) return "time";
  return widenType(type === "time" ? "text" : type, value, 0);
}

function widenType(type: ColumnType, value: unknown, depth: number): ColumnType {
  if (value === null || value === undefined || type === "json") return type;
  if (depth > DEEPEST) return "json";
  if (Array.isArray(value)) {
    if (type !== null && !isList(type)) return "json";
    const list = type ?? { element: null };
    for (const element of value) list.element = widenType(list.element, element, depth + 1);
    return list;
  }
  if (isJsonObject(value)) {
    if (type !== null && !isObject(type)) return "json";
    const object = type ?? { fields: new Map<string, ColumnType>() };
    for (const [name, member] of Object.entries(value))
      object.fields.set(name, widenType(object.fields.get(name) ?? null, member, depth + 1));
    return object.fields.size > MAX_FIELDS ? "json" : object;
  }
  const scalar = readScalarType(value);
  if (type === null || type === scalar) return scalar;
  const areNumbers = isNumber(type) && isNumber(scalar);
  return areNumbers ? "double" : "json";
}

const isNumber = (type: ColumnType): boolean => type === "integer" || type === "double";

function readScalarType(value: unknown): "boolean" | "integer" | "double" | "text" | "json" {
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "number":
      return Number.isSafeInteger(value) ? "integer" : "double";
    case "string":
      return "text";
    default:
      return "json";
  }
}

const isList = (type: ColumnType): type is { element: ColumnType } =>
  typeof type === "object" && type !== null && "element" in type;

/** Reports whether a column is a group. An object without names is not, because Parquet has no empty group. */
const isObject = (type: ColumnType): type is { fields: Map<string, ColumnType> } =>
  typeof type === "object" && type !== null && "fields" in type;
