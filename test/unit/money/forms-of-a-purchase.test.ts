/** The identity of a purchase in every form of a deployment. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildRequest, buildRawRequest, toIntent } from "../../../src/client/build-request.ts";
import { parseBaseUrl } from "../../../src/contract/base-url.ts";
import { DEFAULT_DIALECT, DIALECT_KEYS, type Dialect } from "../../../src/contract/dialect.ts";
import { ENDPOINTS, getEndpoint, type EndpointName } from "../../../src/contract/endpoints.ts";
import type { SpendIntent } from "../../../src/contract/spend.ts";
import { REQUEST_KINDS } from "../../../src/app/tasking/request-kind.ts";
import { toWanted } from "../../../src/app/tasking/sent-before.ts";
import { placeFields } from "../../../src/domain/tasking/task-request.ts";
import { toWireRetask } from "../../../src/domain/tasking/retask-request.ts";
import {
  computeFingerprint,
  makeRequestIdentity,
  makePurchaseIdentity,
} from "../../../src/money/recorded-purchase.ts";

const PATHS: Readonly<Record<string, readonly string[]>> = {
  "paths.orders": ["/orders", "/orders/", "/v2/orders"],
  "paths.repeatRetask": [
    ENDPOINTS.retaskRepeat.path,
    ...ENDPOINTS.retaskRepeat.otherPaths,
    "/series/{repeatRequestId}/again/now",
  ],
  "paths.taskUpdate": ["/tasks/{id}", "/task/{id}"],
};

/** Any value of every key that changes a request. */
const dialects: fc.Arbitrary<Dialect> = fc.record(
  Object.fromEntries(
    Object.entries(DIALECT_KEYS).map(([key, entry]) => {
      const { default: preset, choices }: { default: unknown; choices?: readonly unknown[] } = entry;
      const values =
        PATHS[key] ?? choices ?? (typeof preset === "boolean" ? [false, true] : [preset, preset]);
      return [key, fc.constantFrom(...values)];
    }),
  ),
) as unknown as fc.Arbitrary<Dialect>;

const optional = { requiredKeys: [] as [] };
const constraints = fc.record(
  {
    ascDesc: fc.constantFrom("ascending", "descending", "either"),
    localTime: fc.oneof(
      fc.constantFrom("day", "night", "anytime"),
      fc
        .tuple(fc.nat({ max: 86_400 }), fc.nat({ max: 86_400 }))
        .filter(([start, end]) => start !== end && start !== 86_400 && end !== 0),
    ),
    offNadirMin: fc.nat({ max: 40 }),
    lookDirection: fc.constantFrom("left", "right"),
  },
  optional,
);
const labels = {
  collectionTier: fc.constantFrom("standard", "priority"),
  archiveHoldback: fc.constant("none"),
};
const geometry = fc.constant({ type: "Point", coordinates: [14.99, 37.75] });
const tasks = fc.record({
  type: fc.constant("Feature"),
  geometry,
  properties: fc.record(
    {
      ...labels,
      taskingrequestName: fc.string(),
      customAttribute1: fc.string(),
      preApproval: fc.boolean(),
      collectConstraints: constraints,
    },
    optional,
  ),
});
const series = fc.record({
  type: fc.constant("Feature"),
  geometry,
  properties: fc.record(
    {
      ...labels,
      repeatRequestName: fc.string(),
      repeatRequestDescription: fc.string(),
      collectConstraints: constraints,
      repetitionProperties: fc.record(
        {
          repeatEnd: fc.constant("2026-07-01T00:00:00Z"),
          repetitionInterval: fc.nat(),
          repetitionCount: fc.nat(),
        },
        optional,
      ),
    },
    optional,
  ),
});
const retasks = fc.record({
  type: fc.constant("Feature"),
  properties: fc.record(
    {
      retaskRequestName: fc.string(),
      offNadirMin: fc.nat({ max: 40 }),
      offNadirMax: fc.nat({ max: 50 }),
      repetitionInterval: fc.nat(),
      repetitionCount: fc.nat(),
      repeatEnd: fc.constant("2026-07-01T00:00:00Z"),
    },
    optional,
  ),
});

interface Asked {
  name: EndpointName;
  params?: Record<string, string>;
  /** In the interface's spelling. */
  body?: object;
}

const asked: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({ name: fc.constant("createTask" as const), body: tasks }),
  fc.record({ name: fc.constant("createRepeat" as const), body: series }),
  fc.record({
    name: fc.constant("retaskTask" as const),
    params: fc.constant({ taskingRequestId: "t 1" }),
    body: retasks,
  }),
  fc.record({
    name: fc.constant("retaskCollect" as const),
    params: fc.constant({ collectId: "c-1" }),
    body: retasks,
  }),
  fc.record({
    name: fc.constant("retaskRepeat" as const),
    params: fc.constant({ repeatRequestId: "r-1" }),
    body: retasks,
  }),
  fc.record({
    name: fc.constant("placeOrder" as const),
    body: fc.record({ items: fc.constant([{ collectionId: "c", granuleId: "g" }]) }),
  }),
  fc.record({ name: fc.constant("orderTask" as const), params: fc.constant({ taskingRequestId: "t-1" }) }),
  fc.record({
    name: fc.constant("setTaskStatus" as const),
    params: fc.constant({ taskingrequestId: "t-1" }),
    body: fc.constant({ status: "approved" }),
  }),
  fc.record({
    name: fc.constant("setRepeatStatus" as const),
    params: fc.constant({ repeatrequestId: "r-1" }),
    body: fc.constant({ code: "submitted" }),
  }),
);

/** Returns the body as the commands send it. */
function wireBody({ name, body }: Asked, dialect: Dialect): unknown {
  if (body === undefined) return undefined;
  if (name === "createTask")
    return REQUEST_KINDS.task.creation(placeFields(body as never, dialect.placement), dialect).call.body;
  if (name === "createRepeat") return REQUEST_KINDS.repeat.creation(body, dialect).call.body;
  return getEndpoint(name).journal?.copies === undefined ? body : toWireRetask(body as never, dialect);
}

function settingsOf(dialect: Dialect) {
  const base = parseBaseUrl("https://sar.example/v1");
  return { base, dialect, userAgent: "swath", credentialHeaders: () => ({}) };
}

function intentIn(one: Asked, dialect: Dialect): SpendIntent {
  const call = { params: one.params ?? {}, body: wireBody(one, dialect) };
  const settings = settingsOf(dialect);
  return toIntent(buildRequest(one.name, call, settings), settings)!;
}

/** The same request as it is typed for `swath api`. */
function typedIn(one: Asked, dialect: Dialect): SpendIntent {
  const settings = settingsOf(dialect);
  const built = buildRequest(one.name, { params: one.params ?? {} }, settings);
  const path = built.path.slice("/v1".length);
  const body = wireBody(one, dialect) ?? built.body;
  return toIntent(buildRawRequest({ method: built.method, path, body }, settings), settings)!;
}

const identities = (intent: SpendIntent): string[] => [
  computeFingerprint(intent),
  makePurchaseIdentity(intent),
];

describe("GEN-20 P1 a purchase is the same in every form of a deployment", () => {
  it("GEN-20 P1 tasks, series, retasks, orders and approvals, of the commands and typed", () => {
    fc.assert(
      fc.property(asked, dialects, (one, dialect) => {
        const before = intentIn(one, DEFAULT_DIALECT);
        const after = intentIn(one, dialect);
        expect(makePurchaseIdentity(after)).toBe(makePurchaseIdentity(before));
        if (one.name !== "orderTask") expect(identities(after)).toEqual(identities(before));
        expect(makePurchaseIdentity(typedIn(one, dialect))).toBe(makePurchaseIdentity(before));
      }),
      { numRuns: 500 },
    );
  });

  it("GEN-20 P1 the requests of --each", () => {
    fc.assert(
      fc.property(fc.oneof(tasks, series), dialects, (body, dialect) => {
        const name = "repetitionProperties" in body.properties ? "createRepeat" : "createTask";
        const keyIn = (form: Dialect): string => {
          const wire = wireBody({ name, body }, form);
          return toWanted(name, wire, wire).key;
        };
        expect(keyIn(dialect)).toBe(keyIn(DEFAULT_DIALECT));
      }),
    );
  });

  it("GEN-20 P1 a record with the other path of a series", () => {
    const body = { type: "Feature", properties: {} };
    const [one, other] = ["/v1/repeat-request/r-1/retask", "/v1/repeat-requests/r-1/retask"].map((path) =>
      makePurchaseIdentity({ kind: "retaskRepeat", path, body }),
    );
    expect(other).toBe(one);
  });

  it("GEN-20 P1 other values are other purchases", () => {
    const other = (constraintsOf: object): string =>
      makeRequestIdentity({
        kind: "createTask",
        path: "/task",
        body: { type: "Feature", properties: { collectConstraints: constraintsOf } },
      });
    const all = [
      { ascDsc: "ascending" },
      { ascDsc: "descending" },
      { localTime: [[0, 3600]] },
      { localTime: [0, 7200] },
      {
        localTime: [
          [0, 3600],
          [7200, 9000],
        ],
      },
      {
        localTime: [
          [79_200, 86_400],
          [0, 7200],
        ],
      },
      { ascDsc: "ascending", ascDesc: "descending" },
    ].map(other);
    expect(new Set(all).size).toBe(all.length);
    expect(
      other({
        localTime: [
          [79_200, 86_400],
          [0, 7200],
        ],
      }),
    ).toBe(other({ localTime: [79_200, 7200] }));
  });
});
