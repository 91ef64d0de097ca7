/**
 * Returns a request in the spelling of the interface, whatever form this deployment takes. The identity of a purchase is made of it:
 * a form that is learned, imported or set between two runs does not make another purchase of the same request.
 */
import { getEndpoint, type EndpointName } from "../contract/endpoints.ts";
import { isJsonObject, toJsonObject } from "../contract/json-object.ts";
import { ENVELOPE, RETASK_REPETITION } from "../contract/member-names.ts";
import { flattenLocalTime } from "./tasking/local-time.ts";
import { placeFields } from "./tasking/task-request.ts";

type Members = Record<string, unknown>;

/** A body in the interface's own spelling is returned as it is. */
export function toInterfaceBody(kind: EndpointName, body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  if (kind === "createTask") return placeFields(withOwnConstraints(body), "both");
  if (kind === "createRepeat") return withOwnRepetition(withOwnConstraints(body));
  return getEndpoint(kind).journal?.copies === undefined ? body : toRetaskFeature(body);
}

function withOwnConstraints(body: Members): Members {
  const properties = toJsonObject(body["properties"]);
  if (!isJsonObject(properties["collectConstraints"])) return body;
  const constraints = { ...properties["collectConstraints"] };
  takeName(constraints, "ascDsc", "ascDesc");
  if (constraints["localTime"] !== undefined)
    constraints["localTime"] = flattenLocalTime(constraints["localTime"]);
  return { ...body, properties: { ...properties, collectConstraints: constraints } };
}

function withOwnRepetition(body: Members): Members {
  if (!isJsonObject(body["properties"])) return body;
  const properties: Members = { ...body["properties"] };
  takeName(properties, "repeatrequestName", "repeatRequestName");
  takeName(properties, "repeatrequestDescription", "repeatRequestDescription");
  const { repetitionCount, ...others } = properties;
  const repetition: Members = { ...toJsonObject(properties["repetitionProperties"]) };
  takeName(repetition, "repetitionEnd", "repeatEnd");
  const isMoved = repetitionCount !== undefined && repetition["repetitionCount"] === undefined;
  if (isMoved) repetition["repetitionCount"] = repetitionCount;
  const hasSpan = isMoved || isJsonObject(properties["repetitionProperties"]);
  return {
    ...body,
    properties: { ...(isMoved ? others : properties), ...(hasSpan && { repetitionProperties: repetition }) },
  };
}

/** Returns the body of a retask as a Feature, with numbers as angles. */
function toRetaskFeature(body: Members): Members {
  const fields: Members = { ...toJsonObject(body["properties"]) };
  const envelope: Members = { type: "Feature", ...body };
  for (const [name, value] of Object.entries(body))
    if (!ENVELOPE.has(name) && fields[name] === undefined) {
      fields[name] = value;
      delete envelope[name];
    }
  if (envelope["geometry"] === null) delete envelope["geometry"];
  const nested = fields["repetitionProperties"];
  if (isJsonObject(nested)) {
    const { [REPETITION]: _nested, ...flat } = fields;
    const isOwn = Object.keys(nested).every(
      (name) => RETASK_REPETITION.has(name) && flat[name] === undefined,
    );
    if (isOwn) return { ...envelope, properties: withNumbers({ ...flat, ...nested }) };
  }
  return { ...envelope, properties: withNumbers(fields) };
}

const REPETITION = "repetitionProperties";

function withNumbers(fields: Members): Members {
  for (const name of ["offNadirMin", "offNadirMax"]) {
    const value = fields[name];
    if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
      fields[name] = Number(value);
  }
  takeName(fields, "repetitionEnd", "repeatEnd");
  return fields;
}

/** Renames a member, or removes it beside an equal one. Two different values stay. */
function takeName(members: Members, other: string, own: string): void {
  const value = members[other];
  if (value === undefined) return;
  if (members[own] !== undefined && members[own] !== value) return;
  members[own] = value;
  delete members[other];
}

/** Returns a path with the interface's spelling; a prefix before it stays. */
export function toInterfacePath(kind: EndpointName, path: string): string {
  const { path: own, otherPaths = [] } = getEndpoint(kind);
  for (const other of otherPaths) {
    const pattern = other.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/, "([^/]+)");
    const [whole, id = ""] = new RegExp(`${pattern}$`).exec(path) ?? [];
    if (whole !== undefined) return path.slice(0, -whole.length) + own.replace(/\{\w+\}/, () => id);
  }
  return path;
}
