/** A created record is compared with what was asked for: any faithful record agrees, and one changed field is that field. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT, type Dialect } from "../../../src/contract/dialect.ts";
import {
  compareWithRecord,
  formatDifference,
  type AskedRequest,
} from "../../../src/domain/tasking/compare-with-record.ts";
import { toDaySpans } from "../../../src/domain/tasking/local-time.ts";
import { formatRetaskDescription, toWireRetask } from "../../../src/domain/tasking/retask-request.ts";
import { placeFields } from "../../../src/domain/tasking/task-request.ts";
import { toWireConstraints, toWireRepeat } from "../../../src/domain/wire-dialect.ts";

type Members = Record<string, unknown>;

const label = fc
  .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 })
  .filter((text) => text.trim() !== "");
const second = fc
  .integer({ min: 0, max: 1_000_000_000 })
  .map((seconds) => new Date(1_767_225_600_000 + seconds * 1000));
const degrees = fc.integer({ min: 5, max: 50 });
const seconds = fc.integer({ min: 1, max: 86_399 });
const range = fc.tuple(seconds, seconds).filter(([start, end]) => start !== end);
const localTime = fc.oneof(
  fc.constantFrom("day", "night", "anytime"),
  range,
  fc.constant([
    [3600, 7200],
    [10_000, 20_000],
  ]),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const clean = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

const constraints = fc
  .record({
    lookDirection: optional(fc.constantFrom("right", "left", "either")),
    ascDesc: optional(fc.constantFrom("ascending", "descending", "either")),
    orbitalPlanes: optional(fc.subarray([45, 53, 97])),
    offNadirMin: optional(degrees),
    offNadirMax: optional(degrees),
    azimuthAngleMin: optional(fc.integer({ min: 0, max: 359 })),
    localTime: optional(localTime),
    squint: optional(fc.constantFrom("enabled", "forward", "backward")),
    polarization: optional(fc.constantFrom("HH", "VV")),
    numLooks: optional(fc.integer({ min: 1, max: 9 })),
  })
  .map(clean);
const shared = {
  collectionTier: optional(fc.constant("flexible")),
  collectionType: optional(fc.constantFrom("spotlight", "spotlight_ultra", "stripmap_100")),
  archiveHoldback: optional(fc.constantFrom("none", "30_day", "1_year", "permanent")),
  customAttribute1: optional(label),
  processingConfig: optional(
    fc.subarray(["SICD", "GEC", "SLC"]).map((types) => ({ productTypes: ["GEO", ...types] })),
  ),
  collectConstraints: optional(constraints),
};
const point = fc
  .tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -89, max: 89, noNaN: true }))
  .map((coordinates) => ({ type: "Point", coordinates }));
const ring = fc
  .tuple(fc.integer({ min: -170, max: 170 }), fc.integer({ min: -80, max: 80 }))
  .map(([lon, lat]) => {
    const corners = [
      [lon, lat],
      [lon + 1, lat],
      [lon + 1, lat + 1],
      [lon, lat + 1],
    ];
    return { type: "Polygon", coordinates: [[...corners, corners[0]]] };
  });

const task = fc
  .record({
    geometry: fc.oneof(point, ring),
    contractId: optional(fc.constant("C7")),
    preApproval: optional(fc.boolean()),
    properties: fc
      .record({
        taskingrequestName: optional(label),
        taskingrequestDescription: optional(label),
        windowOpen: second.map((time) => time.toISOString()),
        windowClose: second.map((time) => time.toISOString()),
        ...shared,
      })
      .map(clean),
  })
  .map((body): Members => ({ type: "Feature", ...clean(body) }));

const series = fc
  .record({
    geometry: point,
    properties: fc
      .record({
        repeatRequestName: optional(label),
        repetitionProperties: fc
          .record({
            repeatStart: optional(second.map((time) => time.toISOString())),
            repeatEnd: optional(second.map((time) => time.toISOString())),
            repetitionInterval: optional(fc.integer({ min: 1, max: 90 })),
            maintainSceneFraming: optional(fc.boolean()),
            lookAngleTolerance: optional(fc.integer({ min: 1, max: 9 })),
          })
          .map(clean),
        ...shared,
      })
      .map(clean),
  })
  .map((body): Members => ({ type: "Feature", ...clean(body) }));

/** Retasks of a task whose record is the original. */
const retask = fc
  .record({
    retaskRequestName: optional(label),
    retaskRequestDescription: optional(label),
    windowClose: optional(second.map((time) => time.toISOString())),
    collectionTier: optional(fc.constantFrom("urgent", "priority")),
    archiveHoldback: optional(fc.constantFrom("none", "permanent")),
  })
  .map((members) => ({ type: "Feature", properties: clean(members) }));

const retaskOfCollect = fc
  .record({
    offNadirMin: optional(degrees),
    offNadirMax: optional(degrees),
    windowOpen: optional(second.map((time) => time.toISOString())),
  })
  .map((members) => ({ type: "Feature", properties: clean(members) }));

const dialect = fc.record({
  ascDescKey: fc.constantFrom("ascDesc", "ascDsc"),
  repeatNameCasing: fc.constantFrom("repeatRequestName", "repeatrequestName", "both"),
  repeatEndField: fc.constantFrom("repeatEnd", "repetitionEnd"),
  repetitionCountPath: fc.constantFrom("repetitionProperties", "properties"),
  retaskEnvelope: fc.constantFrom("feature", "feature-null-geometry", "flat"),
  retaskAnglesAsString: fc.boolean(),
  placement: fc.constantFrom("both", "root", "properties"),
}) as fc.Arbitrary<Partial<Dialect>>;

/** How a service writes its records. */
const style = fc.record({
  isNested: fc.boolean(),
  isLowerCase: fc.boolean(),
  ascDesc: fc.constantFrom("ascDesc", "ascDsc"),
  hasOffset: fc.boolean(),
  hasTextNumbers: fc.boolean(),
  isAtRoot: fc.boolean(),
  hasOwnTypes: fc.boolean(),
  isTurned: fc.boolean(),
});
type Style = typeof style extends fc.Arbitrary<infer S> ? S : never;

const inOffset = (iso: string): string =>
  new Date(Date.parse(iso) + 7_200_000).toISOString().replace("Z", "+02:00");

function writtenIn(value: unknown, name: string, of: Style): unknown {
  if (name === "localTime") {
    const spans = toDaySpans(value)!;
    return of.isNested ? spans : spans.length === 1 ? spans[0] : spans;
  }
  if (name === "productTypes")
    return [...(value as string[]).toReversed(), ...(of.hasOwnTypes ? ["CPHD"] : [])];
  if (name === "geometry") return turned(value as Members, of);
  if (/Name$|Description$|^customAttribute|^contractId$/.test(name)) return value;
  if (typeof value === "string" && /^\d{4}-.*Z$/.test(value)) return of.hasOffset ? inOffset(value) : value;
  if (typeof value === "number" && of.hasTextNumbers) return String(value);
  return value;
}

function turned({ type, coordinates }: Members, { isTurned }: Style): Members {
  if (type === "Point" || !isTurned) return { type, coordinates };
  const corners = (coordinates as number[][][])[0]!.slice(0, -1).toReversed();
  return { type, coordinates: [[...corners, corners[0]]] };
}

/** A record that does what was asked, as a service with this style writes it. */
function faithful(members: Members, of: Style): Members {
  const written: Members = {};
  for (const [name, value] of Object.entries(members)) {
    const isEnvelope = [
      "properties",
      "collectConstraints",
      "repetitionProperties",
      "processingConfig",
    ].includes(name);
    const key =
      name === "ascDesc"
        ? of.ascDesc
        : of.isLowerCase
          ? name.replace("repeatRequest", "repeatrequest")
          : name;
    written[key] = isEnvelope ? faithful(value as Members, of) : writtenIn(value, name, of);
  }
  return written;
}

const service = {
  statusHistory: [{ code: "review" }],
  submissionTime: "2026-01-01T00:00:00Z",
  windowDuration: 5,
  orgId: "o",
};
const recordOf = (body: Members, of: Style): Members => {
  const record = faithful(body, of);
  return { ...record, properties: { ...service, ...(record["properties"] as Members) } };
};

const differencesOf = (asked: AskedRequest, record: unknown) =>
  compareWithRecord(asked, record).differences.map(({ member }) => member);

describe("TASK-59 P18 what was asked is what was made", () => {
  it("a faithful record of a task agrees, whatever the spelling of the body and of the record", () => {
    fc.assert(
      fc.property(task, dialect, style, (body, sent, of) => {
        const settings = { ...DEFAULT_DIALECT, ...sent };
        const wire = toWireConstraints(placeFields(body, settings.placement), settings);
        expect(differencesOf({ noun: "task", body: wire }, recordOf(body, of))).toEqual([]);
      }),
    );
  });

  it("a faithful record of a series agrees", () => {
    fc.assert(
      fc.property(series, dialect, style, (body, sent, of) => {
        const wire = toWireRepeat(body, { ...DEFAULT_DIALECT, ...sent });
        expect(differencesOf({ noun: "repeat", body: wire }, recordOf(body, of))).toEqual([]);
      }),
    );
  });

  it("a faithful record of a retask agrees: given values are its own, the others those of the original", () => {
    fc.assert(
      fc.property(task, retask, dialect, style, fc.boolean(), (original, body, sent, of, isSuffixed) => {
        const given: Members = body.properties;
        const { retaskRequestName, retaskRequestDescription, ...others } = given;
        const before = original["properties"] as Members;
        const said = (retaskRequestDescription ?? before["taskingrequestDescription"]) as string | undefined;
        const made = {
          ...original,
          properties: {
            ...before,
            ...others,
            ...(retaskRequestName !== undefined && { taskingrequestName: retaskRequestName }),
            taskingrequestDescription: isSuffixed
              ? formatRetaskDescription("task", "t-7", said)
              : (said ?? ""),
          },
        };
        const wire = toWireRetask(body, { ...DEFAULT_DIALECT, ...sent });
        const asked = { noun: "task", body: wire, copyOf: { subject: "task", id: "t-7", original } } as const;
        expect(differencesOf(asked, recordOf(made, of))).toEqual([]);
      }),
    );
  });

  it("a changed or lost field of a task is that field alone", () => {
    fc.assert(
      fc.property(task, dialect, style, fc.nat(), fc.boolean(), (body, sent, of, pick, isLost) => {
        const settings = { ...DEFAULT_DIALECT, ...sent };
        const wire = toWireConstraints(placeFields(body, settings.placement), settings);
        const record = recordOf(body, of);
        const changed = changeOne(record, pick, isLost);
        fc.pre(changed !== undefined);
        expect(
          differencesOf({ noun: "task", body: wire }, record).map((name) =>
            name.replace("ascDsc", "ascDesc"),
          ),
        ).toEqual([changed]);
      }),
    );
  });

  it("the angles of a collect's retask are compared, also in a flat body and as texts", () => {
    fc.assert(
      fc.property(retaskOfCollect, dialect, style, (body, sent, of) => {
        const wire = toWireRetask(body, { ...DEFAULT_DIALECT, ...sent });
        const { windowOpen, ...angles } = body.properties;
        const made = (collectConstraints: Members): Members =>
          recordOf({ type: "Feature", properties: clean({ windowOpen, collectConstraints }) }, of);
        const asked = { noun: "task", body: wire, copyOf: { subject: "collect", id: "c-1" } } as const;
        expect(differencesOf(asked, made(angles))).toEqual([]);
        expect(differencesOf(asked, made({ lookDirection: "either" }))).toEqual(Object.keys(angles));
      }),
    );
  });
});

/** Changes or removes one field of a record, and returns its name in the interface. */
function changeOne(record: Members, pick: number, isLost: boolean): string | undefined {
  const properties = record["properties"] as Members;
  const inner = (name: string): Members => (properties[name] ?? {}) as Members;
  const places: [Members, string][] = [
    ...[
      "taskingrequestName",
      "windowOpen",
      "windowClose",
      "collectionTier",
      "collectionType",
      "archiveHoldback",
    ].map((name): [Members, string] => [properties, name]),
    ...[
      "lookDirection",
      "ascDesc",
      "ascDsc",
      "offNadirMin",
      "offNadirMax",
      "azimuthAngleMin",
      "localTime",
      "squint",
      "numLooks",
    ].map((name): [Members, string] => [inner("collectConstraints"), name]),
    [inner("processingConfig"), "productTypes"],
    [record, "geometry"],
  ];
  const present = places.filter(([members, name]) => members[name] !== undefined && !isFree(members[name]));
  const chosen = present[pick % Math.max(1, present.length)];
  if (chosen === undefined) return undefined;
  const [members, name] = chosen;
  if (isLost) delete members[name];
  else members[name] = otherThan(members[name], name);
  return name === "ascDsc" ? "ascDesc" : name;
}

/** A field that asks for nothing cannot be lost. */
const isFree = (value: unknown): boolean =>
  value === "either" ||
  value === "anytime" ||
  value === 0 ||
  value === "0" ||
  JSON.stringify(value).includes("[0,86400]");

function otherThan(value: unknown, name: string): unknown {
  if (name === "geometry") return { type: "Point", coordinates: [12.3456, 7.891] };
  if (name === "productTypes") return ["GEO2"];
  if (name === "localTime") return [[1, 2]];
  if (name.startsWith("window")) return "2001-01-01T00:00:00Z";
  if (typeof value === "number" || /^\d+$/.test(String(value))) return Number(value) + 1;
  return `${String(value)}x`;
}

describe("TASK-59 P18 the words of a difference", () => {
  const BODY = {
    properties: { windowClose: "2026-06-08T00:00:00Z", taskingrequestName: "a b", localTime: "day" },
  };
  it("both values are said, and a field that the record lacks", () => {
    const record = {
      properties: { windowClose: "2026-06-05T00:00:00.000Z", collectConstraints: { localTime: [[1, 5]] } },
    };
    expect(compareWithRecord({ noun: "task", body: BODY }, record).differences.map(formatDifference)).toEqual(
      [
        "asked windowClose 2026-06-08T00:00:00Z, the record has 2026-06-05T00:00:00.000Z",
        'asked taskingrequestName "a b", it is missing in the record',
        "asked localTime day, the record has [[1,5]]",
      ],
    );
  });

  it("a record without any of the fields is blank, and fields that records never have are not missing", () => {
    const blank = compareWithRecord({ noun: "task", body: BODY }, { id: "t-1", geometry: null });
    expect(blank.isBlank).toBe(true);
    const body = { contractId: "C7", properties: { productCategory: "custom" } };
    expect(compareWithRecord({ noun: "task", body }, { id: "t-1" })).toEqual({
      differences: [],
      missing: [],
      isBlank: false,
    });
    expect(compareWithRecord({ noun: "task", body }, { contractId: "C8" }).differences).toEqual([
      { member: "contractId", asked: "C7", made: "C8" },
    ]);
  });

  it("a pre-approval that was not asked for is a difference, and a series that ends although it was to run on", () => {
    const asked = { noun: "task", body: { preApproval: false } } as const;
    expect(differencesOf(asked, { properties: { preApproval: true } })).toEqual(["preApproval"]);
    const body = { properties: { untilCanceled: true } };
    const copyOf = { subject: "repeat", id: "r-1" } as const;
    const ended = { properties: { repetitionProperties: { repetitionCount: 5 } } };
    expect(compareWithRecord({ noun: "repeat", body, copyOf }, ended).differences).toEqual([
      { member: "untilCanceled", asked: true, made: 5 },
    ]);
  });

  it("a value that a retask copies is compared with the original, where no value was given", () => {
    const original = {
      properties: { collectConstraints: { offNadirMin: 20, offNadirMax: 30 }, collectionTier: "routine" },
    };
    const copyOf = { subject: "task", id: "t-1", original } as const;
    const record = {
      properties: { collectConstraints: { offNadirMin: 20, offNadirMax: 45 }, collectionTier: "standard" },
    };
    const { differences } = compareWithRecord({ noun: "task", body: {}, copyOf }, record);
    expect(differences).toEqual([{ member: "offNadirMax", asked: 30, made: 45, isInherited: true }]);
    expect(differences.map(formatDifference)).toEqual(["the original has offNadirMax 30, the record has 45"]);
  });
});
