import { AppError } from "../errors.ts";
import type { Feature } from "../geo/geojson.ts";
import { escapeJson, escapeText } from "./safe-text.ts";

/**
 * A format that is written piece by piece, so that rows appear as pages arrive and memory stays limited. One object
 * serves one output: call `open` once, `row` for each record, `close` once. Each returns text to write, with line
 * ends. Without records, the document is still valid.
 */
export interface RowFormat<T> {
  open(): string;
  row(record: T): string;
  close(): string;
}

/** Returns a format without a start and an end. */
export const createRecordFormat = <T>(row: (record: T) => string): RowFormat<T> => ({
  open: () => "",
  row,
  close: () => "",
});

/**
 * Returns the format of one id per line, for the next command of a pipe. A record without an id is an error, because a
 * skipped record would be overlooked.
 */
export const createIdsFormat = (): RowFormat<string> =>
  createRecordFormat((id) => {
    if (id === "") {
      throw new AppError("service", "RESPONSE_UNRECOGNISED", "a record of the response has no id", {
        next: "Use --json to see the original record",
      });
    }
    return `${escapeText(id)}\n`;
  });

/**
 * Returns the format of one JSON array, written as records arrive. The bytes equal `escapeJson(records, 2)` with a line
 * end.
 */
export function createJsonArrayFormat(): RowFormat<unknown> {
  let isEmpty = true;
  return {
    open: () => "",
    row(record) {
      const start = isEmpty ? "[\n" : ",\n";
      isEmpty = false;
      // Line ends occur between tokens only, so all of them may be indented.
      return `${start}  ${escapeJson(record, 2).replaceAll("\n", "\n  ")}`;
    },
    close: () => (isEmpty ? "[]\n" : "\n]\n"),
  };
}

/** Returns the format of one record per line. */
export const createNdjsonFormat = (): RowFormat<unknown> =>
  createRecordFormat((record) => `${escapeJson(record)}\n`);

interface FeatureFormat<T> {
  featureOf?: (record: T) => unknown;
  /** Returns the id for a feature without an id. */
  idOf?: (record: T) => unknown;
  /** Further fields of the collection. */
  members?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the format of one FeatureCollection with one feature per line. A record that is not a feature
 * becomes a feature without geometry.
 */
export function createGeoJsonFormat<T>({
  featureOf = (record) => record,
  idOf = () => undefined,
  members = {},
}: FeatureFormat<T> = {}): RowFormat<T> {
  let isEmpty = true;
  const rest = Object.entries(members)
    .map(([name, value]) => `,${JSON.stringify(name)}:${escapeJson(value)}`)
    .join("");
  return {
    open: () => '{"type":"FeatureCollection","features":[',
    row(record) {
      const start = isEmpty ? "\n" : ",\n";
      isEmpty = false;
      return start + escapeJson(toFeature(featureOf(record), idOf(record)));
    },
    close: () => (isEmpty ? `]${rest}}\n` : `\n]${rest}}\n`),
  };
}

function toFeature(value: unknown, id: unknown): unknown {
  const feature = (value ?? {}) as Partial<Feature>;
  if (feature.type !== "Feature") return { type: "Feature", geometry: null, properties: value, id };
  const whole = { type: feature.type, geometry: null, properties: null, ...feature };
  return { ...whole, id: feature.id ?? id };
}
