import type { RowFormat } from "./row-format.ts";
import { safeJson } from "./safe-json.ts";

/** One JSON array, written as records arrive: byte for byte equal to `safeJson(records, 2)` with a line end. */
export function jsonArray(): RowFormat<unknown> {
  let isEmpty = true;
  return {
    open: () => "",
    row(record) {
      const start = isEmpty ? "[\n" : ",\n";
      isEmpty = false;
      // Line ends occur between tokens only, so all of them may be indented.
      return `${start}  ${safeJson(record, 2).replaceAll("\n", "\n  ")}`;
    },
    close: () => (isEmpty ? "[]\n" : "\n]\n"),
  };
}

/** One record per line. */
export function ndjson(): RowFormat<unknown> {
  return { open: () => "", row: (record) => `${safeJson(record)}\n`, close: () => "" };
}

/**
 * One FeatureCollection with one feature per line, and further fields. A record that is not a feature becomes a
 * feature without geometry.
 */
export function geojson<T>(
  featureOf: (record: T) => unknown = (record) => record,
  members: Readonly<Record<string, unknown>> = {},
): RowFormat<T> {
  let isEmpty = true;
  const rest = Object.entries(members)
    .map(([name, value]) => `,${JSON.stringify(name)}:${safeJson(value)}`)
    .join("");
  return {
    open: () => '{"type":"FeatureCollection","features":[',
    row(record) {
      const start = isEmpty ? "\n" : ",\n";
      isEmpty = false;
      return start + safeJson(asFeature(featureOf(record)));
    },
    close: () => (isEmpty ? `]${rest}}\n` : `\n]${rest}}\n`),
  };
}

function asFeature(value: unknown): unknown {
  const feature = (value ?? {}) as { type?: unknown; geometry?: unknown; properties?: unknown };
  if (feature.type === "Feature") return { type: feature.type, geometry: null, properties: null, ...feature };
  return { type: "Feature", geometry: null, properties: value };
}
