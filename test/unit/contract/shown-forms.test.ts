/** Each key of the dialect whose value a reply shows: the reply, and the value. */
import { describe, expect, it } from "vitest";
import { DIALECT_KEYS, type DialectKey } from "../../../src/contract/dialect.ts";
import type { ShownReply } from "../../../src/contract/shown-forms.ts";

const shown = (key: DialectKey, reply: ShownReply): string | undefined => {
  const { shownBy }: { summary: string; shownBy?: ((reply: ShownReply) => string | undefined) | "attempt" } =
    DIALECT_KEYS[key];
  if (typeof shownBy !== "function") throw new Error(`${key} is not shown by replies`);
  return shownBy(reply);
};

const task = (collectConstraints: object, more: object = {}) => ({
  type: "Feature",
  properties: { taskingrequestId: "t-1", collectConstraints, ...more },
});
const series = (properties: object) => ({
  type: "Feature",
  properties: { repeatrequestId: "r-1", ...properties },
});
const item = (properties: object) => ({ type: "Feature", id: "i-1", collection: "c", properties });
const items = (...features: object[]): ShownReply => ({
  kind: "itemsReply",
  reply: { type: "FeatureCollection", features },
});

/** Properties of a recorded item, beside those of the operator. */
const OF_STAC = {
  datetime: "2023-11-18T13:00:12.698788Z",
  "locale:timezone": "America/Los_Angeles",
  "proj:epsg": 32_611,
  "sar:product_type": "GEO",
  "sat:orbit_state": "ascending",
  "view:look_angle": 30.5,
  "processing:software": {},
};
const OF_OPERATOR = { "acme:collect_id": "c-1", "acme:look_angle": 30.5, "acme:billable_area": 1e8 };

describe("GEN-19 what a reply shows of the forms of a service", () => {
  it.each<[what: string, key: DialectKey, reply: ShownReply, value: string | undefined]>([
    ["the prefix of an item", "vendorPrefix", items(item({ ...OF_STAC, ...OF_OPERATOR })), "acme"],
    ["the interface's prefix", "vendorPrefix", items(item({ "vendor:collect_id": "c-1" })), "vendor"],
    ["the prefix of a bare list", "vendorPrefix", { kind: "itemsReply", reply: [item(OF_OPERATOR)] }, "acme"],
    [
      "the prefix of a download",
      "vendorPrefix",
      { kind: "downloadReply", reply: [item(OF_OPERATOR)] },
      "acme",
    ],
    ["no prefix without properties of the operator", "vendorPrefix", items(item(OF_STAC), {}), undefined],
    ["no prefix of a STAC extension", "vendorPrefix", items(item({ "sar:collect_id": "c-1" })), undefined],
    [
      "no prefix of two operators",
      "vendorPrefix",
      items(item(OF_OPERATOR), item({ "zeta:collect_id": "c-2" })),
      undefined,
    ],
    ["no prefix of another kind", "vendorPrefix", { kind: "taskReply", reply: item(OF_OPERATOR) }, undefined],
    [
      "ascDsc in a task",
      "ascDescKey",
      { kind: "knownTaskReply", reply: task({ ascDsc: "either" }) },
      "ascDsc",
    ],
    [
      "ascDsc in a list of tasks",
      "ascDescKey",
      { kind: "tasksReply", reply: { results: [task({}), task({ ascDsc: "either" })] } },
      "ascDsc",
    ],
    [
      "ascDsc in a series with fields at the root",
      "ascDescKey",
      { kind: "repeatReply", reply: { repeatrequestId: "r-1", collectConstraints: { ascDsc: "either" } } },
      "ascDsc",
    ],
    [
      "not the interface's ascDesc",
      "ascDescKey",
      { kind: "taskReply", reply: task({ ascDesc: "either" }) },
      undefined,
    ],
    [
      "nothing of both spellings",
      "ascDescKey",
      { kind: "tasksReply", reply: [task({ ascDsc: "either" }), task({ ascDesc: "either" })] },
      undefined,
    ],
    ["nothing of a null", "ascDescKey", { kind: "taskReply", reply: task({ ascDsc: null }) }, undefined],
    [
      "a nested local time",
      "localTimeStyle",
      { kind: "taskReply", reply: task({ localTime: [[0, 86_400]] }) },
      "nested",
    ],
    [
      "not a plain local time",
      "localTimeStyle",
      { kind: "taskReply", reply: task({ localTime: [0, 1] }) },
      undefined,
    ],
    ["not a name", "localTimeStyle", { kind: "taskReply", reply: task({ localTime: "day" }) }, undefined],
    ["not an empty list", "localTimeStyle", { kind: "taskReply", reply: task({ localTime: [] }) }, undefined],
    [
      "lower-case labels of a series with ascDsc",
      "repeatNameCasing",
      {
        kind: "repeatsReply",
        reply: { results: [series({ repeatrequestName: "s", collectConstraints: { ascDsc: "either" } })] },
      },
      "repeatrequestName",
    ],
    [
      "not the labels of the interface's own records",
      "repeatNameCasing",
      {
        kind: "knownRepeatReply",
        reply: series({ repeatrequestName: "s", collectConstraints: { ascDesc: "either" } }),
      },
      undefined,
    ],
    [
      "both spellings of the labels, of a service whose tasks have ascDsc",
      "repeatNameCasing",
      { kind: "knownTaskReply", reply: task({ ascDsc: "either" }) },
      "both",
    ],
    [
      "not the labels of a task of a series in the interface's spelling",
      "repeatNameCasing",
      { kind: "knownTaskReply", reply: task({ ascDesc: "either" }, { repeatrequestName: "s" }) },
      undefined,
    ],
    [
      "the other end of a series",
      "repeatEndField",
      {
        kind: "repeatReply",
        reply: series({ repetitionProperties: { repetitionEnd: "2026-01-01T00:00:00Z" } }),
      },
      "repetitionEnd",
    ],
    [
      "not the end of the interface",
      "repeatEndField",
      { kind: "repeatReply", reply: series({ repetitionProperties: { repeatEnd: "2026-01-01T00:00:00Z" } }) },
      undefined,
    ],
    [
      "a count in properties",
      "repetitionCountPath",
      {
        kind: "knownRepeatReply",
        reply: series({ repetitionCount: 3, repetitionProperties: { repetitionCount: null } }),
      },
      "properties",
    ],
    [
      "not a count in its own place",
      "repetitionCountPath",
      { kind: "knownRepeatReply", reply: series({ repetitionProperties: { repetitionCount: 3 } }) },
      undefined,
    ],
  ])("GEN-19 %s", (_what, key, reply, value) => {
    expect(shown(key, reply)).toBe(value);
  });

  it("GEN-19 no reply at all is an error", () => {
    for (const [key, entry] of Object.entries(DIALECT_KEYS) as [DialectKey, { shownBy?: unknown }][])
      for (const reply of [undefined, null, "", [], {}, [null, 1], { results: [null] }, { properties: 1 }])
        for (const kind of ["itemsReply", "taskReply", "repeatsReply"] as const)
          if (typeof entry.shownBy === "function") expect(shown(key, { kind, reply })).toBe(undefined);
  });
});
