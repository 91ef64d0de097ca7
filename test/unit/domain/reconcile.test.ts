import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTask } from "../../../src/contract/read-record.ts";
import { compareWithSent, judgeCandidates, type SentRequest } from "../../../src/domain/tasking/reconcile.ts";

/** A task over the summit of Stromboli, as it was sent. */
const BODY = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [15.213, 38.789] },
  contractId: "c-1",
  preApproval: false,
  properties: {
    taskingrequestName: "stromboli",
    windowOpen: "2031-05-01T00:00:00Z",
    windowClose: "2031-05-08T00:00:00+02:00",
    collectionTier: "standard",
    collectConstraints: { offNadirMin: 20, offNadirMax: 40, ascDesc: "ascending" },
    processingConfig: { productTypes: ["GEO", "SICD"] },
    preApproval: false,
  },
};
const SENT: SentRequest = { kind: "createTask", originalId: "", body: BODY };

/** The same record from a service: another spelling of each field, and additional fields. */
const RECORD = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [15.213, 38.789] },
  properties: {
    ...BODY.properties,
    contractId: "c-1",
    taskingrequestId: "t-1",
    windowOpen: "2031-05-01T02:00:00.000+02:00",
    windowClose: "2031-05-07T22:00:00Z",
    collectConstraints: { offNadirMin: "20", offNadirMax: 40.0, ascDsc: "ascending", localTime: "anytime" },
    processingConfig: { productTypes: ["GEC", "GEO", "SICD"] },
    order: { archiveHoldback: "none", summary: { total: "$1.00" } },
  },
};
const changed = (properties: object): Record<string, unknown> => ({
  ...RECORD,
  properties: { ...RECORD.properties, ...properties },
});

describe("P4 a record compared with its request", () => {
  it("is the same in another spelling, with additional fields", () => {
    expect(compareWithSent(SENT, RECORD)).toBe("same");
  });

  it.each([
    ["another name", { taskingrequestName: "Stromboli" }],
    ["a window that opens a second later", { windowOpen: "2031-05-01T00:00:01Z" }],
    ["another tier", { collectionTier: "urgent" }],
    ["pre-approval", { preApproval: true }],
    ["a narrower look", { collectConstraints: { ...RECORD.properties.collectConstraints, offNadirMin: 21 } }],
    ["one product fewer", { processingConfig: { productTypes: ["GEO"] } }],
  ])("is different by %s", (_what, properties) => {
    const body = { ...BODY, preApproval: undefined };
    expect(compareWithSent({ ...SENT, body }, changed(properties))).toBe("different");
  });

  it("is different a hundred metres away, also on the other side of the antimeridian", () => {
    const at = (longitude: number) => ({ type: "Point", coordinates: [longitude, -16.85] });
    const sent = { ...SENT, body: { ...BODY, geometry: at(179.999) } };
    expect(compareWithSent(sent, { ...RECORD, geometry: at(179.998) })).toBe("different");
    expect(compareWithSent(sent, { ...RECORD, geometry: at(179.999) })).toBe("same");
  });

  it("is unclear if a sent field is missing, or in a form that cannot be compared", () => {
    const { contractId: _gone, ...properties } = RECORD.properties;
    expect(compareWithSent(SENT, { ...RECORD, properties })).toBe("unclear");
    const nested = changed({
      collectConstraints: { ...RECORD.properties.collectConstraints, ascDsc: ["a"] },
    });
    expect(compareWithSent(SENT, nested)).toBe("unclear");
  });

  it("depends on each sent field", () => {
    const fields = ["taskingrequestName", "collectionTier", "windowOpen", "windowClose"] as const;
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.string(), (field, value) => {
        fc.pre(value !== RECORD.properties[field]);
        expect(compareWithSent(SENT, changed({ [field]: value }))).not.toBe("same");
      }),
    );
  });
});

describe("P4 retasks end in the id of their original", () => {
  const retask = (properties: object): SentRequest => ({
    kind: "retaskTask",
    originalId: "t-7",
    body: { type: "Feature", properties },
  });
  it.each([
    ["retaskTask", "taskingrequestDescription", "old - TRID: t-7", "same"],
    ["retaskTask", "taskingrequestDescription", "old - TRID: t-70", "different"],
    ["retaskCollect", "taskingrequestDescription", " - CID: t-7", "same"],
    ["retaskRepeat", "repeatrequestDescription", "x - RRID: t-7", "same"],
    ["retaskRepeat", "repeatrequestDescription", "x - TRID: t-7", "different"],
  ] as const)("%s with %s %j is %s", (kind, member, text, likeness) => {
    expect(compareWithSent({ ...retask({}), kind }, { properties: { [member]: text } })).toBe(likeness);
  });

  it("a sent description and name are compared in full", () => {
    const sent = retask({ retaskRequestName: "again", retaskRequestDescription: "lava" });
    const record = (name: string, text: string) => ({
      properties: { taskingrequestName: name, taskingrequestDescription: text },
    });
    expect(compareWithSent(sent, record("again", "lava - TRID: t-7"))).toBe("same");
    expect(compareWithSent(sent, record("again", "ash - TRID: t-7"))).toBe("different");
    expect(compareWithSent(sent, record("first", "lava - TRID: t-7"))).toBe("different");
  });

  it("a record without a description proves nothing", () => {
    expect(compareWithSent(retask({}), { properties: {} })).toBe("unclear");
  });
});

describe("P4 the verdict on several records", () => {
  const other = changed({ taskingrequestName: "vulcano" });
  const { windowOpen: _gone, ...rest } = RECORD.properties;
  const vague = { ...RECORD, properties: rest };
  it.each([
    ["none", [], "absent"],
    ["only others", [other], "absent"],
    ["one and others", [other, RECORD], "found"],
    ["two", [RECORD, { ...RECORD }], "several"],
    ["one, and a possible one", [RECORD, vague], "unclear"],
    ["a possible one", [vague], "unclear"],
  ])("%s: %s", (_what, candidates, outcome) => {
    expect(judgeCandidates(SENT, candidates.map(readTask)).outcome).toBe(outcome);
  });
});
