/**
 * Corrects, with notes, properties of a given body whose names differ from the interface's only in case, `-` or `_`.
 */
import type { Fault } from "../../errors.ts";
import { isJsonObject } from "../../contract/json-object.ts";
import type { NameTable } from "../../contract/member-names.ts";
import { closest, fold } from "../closest.ts";

/** Other spellings of a field, from the field or from the other kind of request. */
const ALIASES: Readonly<Record<string, string>> = {
  ascdsc: "ascDesc",
  taskingrequestname: "repeatRequestName",
  taskingrequestdescription: "repeatRequestDescription",
  repeatrequestname: "taskingrequestName",
  repeatrequestdescription: "taskingrequestDescription",
};

export interface Corrected {
  body: Record<string, unknown>;
  warnings: Fault[];
}

/** Returns a copy with known names; a nearly known name stays, with a warning. */
export function correctSpelling(body: Record<string, unknown>, table: NameTable): Corrected {
  const warnings: Fault[] = [];
  const visit = (members: Record<string, unknown>, path: string): Record<string, unknown> => {
    const known = table[path];
    if (known === undefined) return members;
    const result: Record<string, unknown> = {};
    for (const [given, value] of Object.entries(members)) {
      const name = knownName(given, known, members);
      const place = path === "" ? name : `${path}.${name}`;
      const warning = name === given ? nearMiss(given, known, place) : renamed(given, name, place, value);
      if (warning !== undefined) warnings.push(warning);
      result[name] = isJsonObject(value) ? visit(value, place) : value;
    }
    return result;
  };
  return { body: visit(body, ""), warnings };
}

/** Returns the interface's name for a field; the given name when there is none, or when the body has both. */
function knownName(
  given: string,
  known: readonly string[],
  members: Readonly<Record<string, unknown>>,
): string {
  if (known.includes(given)) return given;
  const folded = fold(given);
  const alias = ALIASES[folded];
  const meant = known.find((name) => fold(name) === folded) ?? known.find((name) => name === alias);
  return meant === undefined || Object.hasOwn(members, meant) ? given : meant;
}

const renamed = (given: string, name: string, path: string, value: unknown): Fault => ({
  code: "FIELD_TYPE_INVALID",
  path,
  value: isJsonObject(value) || Array.isArray(value) ? undefined : value,
  rule: `the name ${name}`,
  message: `${given} was taken as ${name}, as the interface spells it`,
});

function nearMiss(given: string, known: readonly string[], path: string): Fault | undefined {
  if (known.includes(given)) return undefined;
  const meant = closest(given, known);
  if (meant === undefined || meant.length < 6) return undefined;
  const message = `${given} is not a field of the interface and is sent as it is; did you mean ${meant}?`;
  return { code: "FIELD_TYPE_INVALID", path, rule: "a field of the interface", message };
}
