/** The last step before sending: applies the names and places of this deployment. */
import type { BodyKind } from "../contract/body-kinds.ts";
import { listOtherForms, type Dialect } from "../contract/dialect.ts";
import { isJsonObject, toJsonObject } from "../contract/json-object.ts";
import { BODY_NAMES, RETASK_REPETITION } from "../contract/member-names.ts";
import type { BodyOf } from "../contract/schemas.ts";
import { nestLocalTime } from "./tasking/local-time.ts";

type JsonObject = Record<string, unknown>;

/**
 * Returns the paths of fields that this deployment has elsewhere than the interface. A body may have them there, in
 * the form in which it is sent.
 */
export function listDialectPaths(kind: BodyKind, dialect: Dialect): ReadonlySet<string> {
  const { ascDescKey, repetitionCountPath, repeatNameCasing, retaskEnvelope, retaskRepetitionNested } =
    dialect;
  const series = [
    ...(repetitionCountPath === "properties" ? ["properties.repetitionCount"] : []),
    ...(repeatNameCasing === "repeatRequestName"
      ? []
      : ["properties.repeatrequestName", "properties.repeatrequestDescription"]),
  ];
  const root = retaskEnvelope === "flat" ? "" : "properties.";
  const retask = (BODY_NAMES[kind]["properties"] ?? []).map((name) =>
    retaskRepetitionNested && RETASK_REPETITION.has(name)
      ? `${root}repetitionProperties.${name}`
      : `${root}${name}`,
  );
  return new Set([
    ...(ascDescKey === "ascDesc" ? [] : [`properties.collectConstraints.${ascDescKey}`]),
    ...(kind === "repeat" ? series : []),
    ...(kind.startsWith("retask") ? retask : []),
    ...(kind === "search-repeats" && dialect.repeatSearchKey === "filter" ? ["filter"] : []),
  ]);
}

/** Returns a copy with the dialect's key for the orbit direction, and its form of an own local time. */
export function toWireConstraints<B>(body: B, dialect: Pick<Dialect, "ascDescKey" | "localTimeStyle">): B {
  if (!isJsonObject(body)) return body;
  const properties = toJsonObject(body["properties"]);
  if (!isJsonObject(properties["collectConstraints"])) return body;
  const constraints = { ...properties["collectConstraints"] };
  rename(constraints, "ascDesc", dialect.ascDescKey);
  if (dialect.localTimeStyle === "nested" && constraints["localTime"] !== undefined)
    constraints["localTime"] = nestLocalTime(constraints["localTime"]);
  return { ...body, properties: { ...properties, collectConstraints: constraints } };
}

type RepeatDialect = Pick<
  Dialect,
  "ascDescKey" | "localTimeStyle" | "repeatEndField" | "repetitionCountPath" | "repeatNameCasing"
>;

/** Converts the end date, the count and the labels of a repeat request, as `toWireConstraints` converts constraints. */
export function toWireRepeat<B>(body: B, dialect: RepeatDialect): B {
  const wired = toWireConstraints(body, dialect);
  if (!isJsonObject(wired)) return wired;
  const properties: JsonObject = { ...toJsonObject(wired["properties"]) };
  const repetition: JsonObject = { ...toJsonObject(properties["repetitionProperties"]) };
  rename(repetition, "repeatEnd", dialect.repeatEndField);
  if (dialect.repetitionCountPath === "properties" && repetition["repetitionCount"] !== undefined) {
    properties["repetitionCount"] = repetition["repetitionCount"];
    delete repetition["repetitionCount"];
  }
  if (properties["repetitionProperties"] !== undefined) properties["repetitionProperties"] = repetition;
  for (const [camel, lower] of [
    ["repeatRequestName", "repeatrequestName"],
    ["repeatRequestDescription", "repeatrequestDescription"],
  ] as const) {
    if (dialect.repeatNameCasing === "both" && properties[camel] !== undefined)
      properties[lower] = properties[camel];
    if (dialect.repeatNameCasing === "repeatrequestName") rename(properties, camel, lower);
  }
  return { ...wired, properties };
}

function rename(members: JsonObject, from: string, to: string): void {
  if (from === to || members[from] === undefined) return;
  members[to] = members[from];
  delete members[from];
}

/** Returns a search for tasks or repeat requests, with page and limit where the dialect requires them. */
export function toWireRequestSearch(
  noun: "task" | "repeat",
  { page, limit, query, ...others }: BodyOf<"searchTasks">,
  { searchPagingIn, repeatSearchKey }: Pick<Dialect, "searchPagingIn" | "repeatSearchKey">,
): { body: BodyOf<"searchTasks">; query?: Record<string, string> } {
  const paging = { ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) };
  const key = noun === "repeat" ? repeatSearchKey : "query";
  return {
    body: {
      ...others,
      ...(searchPagingIn !== "query" && paging),
      ...(query !== undefined && { [key]: query }),
    },
    ...(searchPagingIn !== "body" &&
      Object.keys(paging).length > 0 && {
        query: Object.fromEntries(Object.entries(paging).map(([name, value]) => [name, String(value)])),
      }),
  };
}

/**
 * Makes a function that writes a refused body in other forms. After a refusal of `ascDesc` it writes the body with `ascDsc`; it returns
 * undefined if no form of the refused fields changes the body. `toWire` writes the body in the forms of a dialect, which may have
 * learned a form meanwhile.
 */
export function makeRespeller(
  toWire: (dialect: Dialect) => unknown,
  dialect: Dialect,
): (refused: ReadonlySet<string>) => { body: unknown; forms: Partial<Dialect> } | undefined {
  let forms: Partial<Dialect> = {};
  const textIn = (given: Partial<Dialect>): string => JSON.stringify(toWire({ ...dialect, ...given }));
  let sent = textIn({});
  return (refused) => {
    for (const form of listOtherForms(refused, { ...dialect, ...forms }))
      if (textIn({ ...forms, ...form }) !== textIn(forms)) forms = { ...forms, ...form };
    const text = textIn(forms);
    if (refused.size === 0 || text === sent) return undefined;
    sent = text;
    return { body: JSON.parse(text), forms };
  };
}
