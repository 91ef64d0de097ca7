import type { RowFormat } from "./row-format.ts";
import { safeJson } from "./safe-json.ts";

/** One FeatureCollection with a feature a line. What is not a feature yet becomes one without geometry. */
export function geojson<T>(featureOf: (record: T) => unknown = (record) => record): RowFormat<T> {
  let isEmpty = true;
  return {
    open: () => '{"type":"FeatureCollection","features":[',
    row(record) {
      const start = isEmpty ? "\n" : ",\n";
      isEmpty = false;
      return start + safeJson(asFeature(featureOf(record)));
    },
    close: () => (isEmpty ? "]}\n" : "\n]}\n"),
  };
}

function asFeature(value: unknown): unknown {
  const feature = (value ?? {}) as { type?: unknown; geometry?: unknown; properties?: unknown };
  if (feature.type === "Feature") return { type: feature.type, geometry: null, properties: null, ...feature };
  return { type: "Feature", geometry: null, properties: value };
}
