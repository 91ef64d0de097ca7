import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BODY_KIND_NAMES } from "../../../src/contract/body-kinds.ts";
import { makeJsonSchema, type JsonSchema } from "../../../src/contract/json-schema.ts";
import { formatPath, setPath } from "../../../src/contract/json-path.ts";
import { BODY_NAMES, ENVELOPE } from "../../../src/contract/member-names.ts";
import { correctFields } from "../../../src/domain/correct-fields.ts";

/** Spellings and other places that the schemas also read. */
const READ_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  task: ["properties.collectConstraints.ascDsc"],
  repeat: [
    "properties.collectConstraints.ascDsc",
    "properties.repeatrequestName",
    "properties.repeatrequestDescription",
    "properties.repetitionCount",
  ],
};

/** Every path of a schema, without the root of a retask, which the commands move below properties. */
function* pathsOf(schema: JsonSchema, at = ""): Generator<string> {
  for (const [name, below] of Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>)) {
    const path = at === "" ? name : `${at}.${name}`;
    yield path;
    if (!ENVELOPE.has(name) || name === "properties") yield* pathsOf(below, path);
  }
}

const pathsOfTable = (kind: keyof typeof BODY_NAMES): string[] =>
  Object.entries(BODY_NAMES[kind]).flatMap(([level, names]) =>
    level.endsWith("[]") || level === "query"
      ? []
      : names.map((name) => (level === "" ? name : `${level}.${name}`)),
  );

describe("the table of fields", () => {
  it.each(BODY_KIND_NAMES.filter((kind) => !kind.startsWith("retask")))(
    "GEN-18 has the fields of the schema of %s",
    async (kind) => {
      const known = new Set([...pathsOfTable(kind), ...(READ_ELSEWHERE[kind] ?? [])]);
      const schema = [...pathsOf(await makeJsonSchema(kind))].filter((path) => !path.startsWith("query."));
      expect(schema.filter((path) => !known.has(path))).toEqual([]);
    },
  );

  it.each(["retask", "retask-collect", "retask-repeat"] as const)(
    "GEN-18 RETASK-T-02 has the fields of the schema of %s below properties",
    async (kind) => {
      const known = new Set(pathsOfTable(kind));
      const schema = [...pathsOf(await makeJsonSchema(kind))].filter(
        (path) => path.startsWith("properties.") && !path.includes("repetitionProperties."),
      );
      expect(schema.filter((path) => !known.has(path))).toEqual([]);
    },
  );
});

interface Field {
  level: string;
  name: string;
}

const FEATURES = ["task", "repeat", "retask-collect", "retask-repeat"] as const;
const levelsOf = (kind: (typeof FEATURES)[number]): string[] => Object.keys(BODY_NAMES[kind]);
const fieldsOf = (kind: (typeof FEATURES)[number]): Field[] =>
  Object.entries(BODY_NAMES[kind]).flatMap(([level, names]) =>
    names
      .filter(
        (name) =>
          !ENVELOPE.has(name) && BODY_NAMES[kind][level === "" ? name : `${level}.${name}`] === undefined,
      )
      .filter(
        (name) => Object.values(BODY_NAMES[kind]).filter((others) => others.includes(name)).length === 1,
      )
      .map((name) => ({ level, name })),
  );
const keysOf = (level: string): string[] => (level === "" ? [] : level.split("."));

const misspelt = (name: string, style: number): string =>
  style === 0
    ? name
    : style === 1
      ? name.toUpperCase()
      : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe("a field at any level and in any spelling", () => {
  const placed = fc.constantFrom(...FEATURES).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      field: fc.constantFrom(...fieldsOf(kind)),
      level: fc.constantFrom(...levelsOf(kind)),
      style: fc.nat({ max: 2 }),
      value: fc.constantFrom("a", "b", 77),
      own: fc.constantFrom(undefined, "a", 77),
    }),
  );

  it("GEN-18 TASK-24 is at its place, once; two values are refused and kept; nothing is silent", () => {
    fc.assert(
      fc.property(placed, ({ kind, field, level, style, value, own }) => {
        const home = [...keysOf(field.level), field.name];
        const typed = [...keysOf(level), misspelt(field.name, style)];
        const isHome = formatPath(home) === formatPath(typed);
        const base = own === undefined ? {} : setPath({}, home, own);
        const given = setPath(base, typed, value) as Record<string, unknown>;
        const { body, warnings, faults } = correctFields(kind, given);
        const isConflict = !isHome && own !== undefined && own !== value;
        expect(faults.length).toBe(isConflict ? 1 : 0);
        if (isConflict) expect(body).toEqual(given);
        else {
          expect(body).toMatchObject(setPath({}, home, value) as object);
          expect(JSON.stringify(body).split(JSON.stringify(value)).length).toBe(2);
          expect(warnings.length).toBe(isHome ? 0 : 1);
        }
      }),
    );
  });
});
