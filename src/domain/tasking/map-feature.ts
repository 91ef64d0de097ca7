/** Features that other programs write: their `name` is that of the request, and their other attributes are not sent. */
import { isJsonObject, toJsonObject } from "../../contract/json-object.ts";
import { isRequestField } from "../correct-fields.ts";

export interface RequestFeature {
  feature: Record<string, unknown>;
  /** Names of the attributes that are not sent. */
  dropped: string[];
}

/** Members that belong to a file, and that no program shows as attributes. */
const OF_FILE: ReadonlySet<string> = new Set(["id", "bbox"]);

/**
 * Returns a feature with the fields of requests only: those of the interface, and those that look like a slip or another spelling of
 * one. `nameKey`: the property of the request's name.
 */
export function toRequestFeature(given: Readonly<Record<string, unknown>>, nameKey: string): RequestFeature {
  const { name, ...properties } = toJsonObject(given["properties"]);
  const isNamed = typeof name === "string" && name !== "" && properties[nameKey] === undefined;
  const dropped = Object.keys(properties).filter((key) => !isRequestField(key, properties[key]));
  if (name !== undefined && !isNamed) dropped.unshift("name");
  const outside = Object.keys(given).filter((key) => !isRequestField(key, given[key]));
  dropped.push(...outside.filter((key) => !OF_FILE.has(key)));
  const feature = Object.fromEntries(Object.entries(given).filter(([key]) => !outside.includes(key)));
  if (!isJsonObject(given["properties"])) return { feature, dropped };
  const kept = Object.entries(properties).filter(([key]) => !dropped.includes(key));
  return {
    feature: { ...feature, properties: { ...Object.fromEntries(kept), ...(isNamed && { [nameKey]: name }) } },
    dropped,
  };
}
