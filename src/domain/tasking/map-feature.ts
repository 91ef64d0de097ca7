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

/** Returns the attribute that has the name of a feature: `name`, or NAME as tables often have it. */
export const findNameKey = (properties: Readonly<Record<string, unknown>>): string =>
  Object.hasOwn(properties, "name")
    ? "name"
    : (Object.keys(properties).find((key) => key.toLowerCase() === "name") ?? "name");

/**
 * Returns a feature with the fields of requests only: those of the interface, and those that look like a slip or another spelling of
 * one. `nameKey`: the property of the request's name.
 */
export function toRequestFeature(given: Readonly<Record<string, unknown>>, nameKey: string): RequestFeature {
  const all = toJsonObject(given["properties"]);
  const key = findNameKey(all);
  const { [key]: name, ...properties } = all;
  const isNamed = typeof name === "string" && name !== "" && properties[nameKey] === undefined;
  const dropped = Object.keys(properties).filter((one) => !isRequestField(one, properties[one]));
  if (name !== undefined && !isNamed) dropped.unshift(key);
  const outside = Object.keys(given).filter((one) => !isRequestField(one, given[one]));
  dropped.push(...outside.filter((one) => !OF_FILE.has(one)));
  const feature = Object.fromEntries(Object.entries(given).filter(([one]) => !outside.includes(one)));
  if (!isJsonObject(given["properties"])) return { feature, dropped };
  const kept = Object.entries(properties).filter(([one]) => !dropped.includes(one));
  return {
    feature: { ...feature, properties: { ...Object.fromEntries(kept), ...(isNamed && { [nameKey]: name }) } },
    dropped,
  };
}
