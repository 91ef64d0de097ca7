import { describe, expect, it } from "vitest";
import { DEFAULT_DIALECT } from "../../../src/contract/dialect.ts";
import type { ShownReply } from "../../../src/contract/shown-forms.ts";
import { DialectLearner } from "../../../src/settings/dialect-learner.ts";

const itemsOf = (prefix: string): ShownReply => ({
  kind: "itemsReply",
  reply: [{ id: "i", properties: { [`${prefix}:collect_id`]: "c" } }],
});

describe("GEN-19 the dialect of a run", () => {
  it("GEN-19 a value comes from a flag, then the environment, the profile, what was learned, the interface", () => {
    const layers = {
      flag: { vendorPrefix: "flag" },
      environment: { vendorPrefix: "environment" },
      profile: { vendorPrefix: "profile" },
      learned: { vendorPrefix: "learned" },
    };
    for (const origin of ["flag", "environment", "profile", "learned"] as const) {
      const learner = new DialectLearner(layers);
      expect([learner.dialect.vendorPrefix, learner.getOrigin("vendorPrefix")]).toEqual([origin, origin]);
      delete (layers as Partial<typeof layers>)[origin];
    }
    expect(new DialectLearner(layers).dialect).toEqual(DEFAULT_DIALECT);
  });

  it("GEN-19 learns in place, and takes a value back that the service no longer has", () => {
    const learner = new DialectLearner();
    const { dialect } = learner;
    learner.see(itemsOf("acme"));
    expect(dialect.vendorPrefix).toBe("acme");
    expect(learner.takeNews()).toEqual([{ key: "vendorPrefix", value: "acme" }]);
    expect(learner.takeNews()).toEqual([]);
    const later = new DialectLearner({ learned: { vendorPrefix: "acme" } });
    later.see(itemsOf("vendor"));
    expect([later.dialect.vendorPrefix, later.getOrigin("vendorPrefix")]).toEqual(["vendor", "interface"]);
    expect(DEFAULT_DIALECT.vendorPrefix).toBe("vendor");
  });

  it("GEN-19 a prefix that no operator has teaches nothing", () => {
    for (const prefix of ["a".repeat(65), "a".repeat(10_000), "a\u202eb", "../x", "a b", "1st", "sar", ""]) {
      const learner = new DialectLearner();
      learner.see(itemsOf(prefix));
      expect([prefix, learner.dialect, learner.takeNews()]).toEqual([prefix, DEFAULT_DIALECT, []]);
      expect(learner.getShownValue("vendorPrefix")).toBeUndefined();
    }
  });

  it("GEN-19 the first reply of a run that shows a value counts", () => {
    const learner = new DialectLearner();
    for (const prefix of ["acme", "zeta", "vendor"]) learner.see(itemsOf(prefix));
    expect(learner.dialect.vendorPrefix).toBe("acme");
  });

  it("GEN-19 both spellings are sent until one is known, and a known one stays", () => {
    const task: ShownReply = {
      kind: "taskReply",
      reply: { properties: { taskingrequestId: "t", collectConstraints: { ascDsc: "either" } } },
    };
    const series: ShownReply = {
      kind: "repeatReply",
      reply: {
        properties: {
          repeatrequestId: "r",
          repeatrequestName: "s",
          collectConstraints: { ascDsc: "either" },
        },
      },
    };
    const learner = new DialectLearner();
    const sent = [task, series, task].map((shown) => {
      learner.see(shown);
      return learner.dialect.repeatNameCasing;
    });
    expect(sent).toEqual(["both", "repeatrequestName", "repeatrequestName"]);
    const later = new DialectLearner({ learned: { repeatNameCasing: "repeatrequestName" } });
    later.see(task);
    expect(later.dialect.repeatNameCasing).toBe("repeatrequestName");
  });

  it("GEN-19 a value that a person set stays, and the run knows what the service shows", () => {
    for (const origin of ["profile", "environment", "flag"] as const) {
      const learner = new DialectLearner({ [origin]: { vendorPrefix: "own" } });
      learner.see(itemsOf("acme"));
      expect(learner.dialect.vendorPrefix).toBe("own");
      expect(learner.getShownValue("vendorPrefix")).toBe("acme");
      expect(learner.takeNews()).toEqual([]);
    }
  });

  it("GEN-19 refuses values that the table does not have, and keys that only a person knows", () => {
    const learner = new DialectLearner();
    learner.learn("paged.method", "put");
    learner.learn("orderTaskBody", "empty");
    learner.learn("paths.repeatRetask", "/without/an/id");
    expect(learner.dialect).toEqual(DEFAULT_DIALECT);
    learner.learn("paths.repeatRetask", "/repeat-requests/{repeatRequestId}/retask");
    expect(learner.listDifferences()).toEqual([
      {
        key: "paths.repeatRetask",
        value: "/repeat-requests/{repeatRequestId}/retask",
        origin: "learned",
      },
    ]);
  });

  it("AUTH-02 a header other than Authorization carries the key alone unless a scheme is set", () => {
    const scheme = (profile: object): string => new DialectLearner({ profile }).dialect["auth.scheme"];
    expect(scheme({ "auth.header": "X-API-Key" })).toBe("");
    expect(scheme({ "auth.header": "authorization" })).toBe("ApiKey");
    expect(scheme({ "auth.header": "X-API-Key", "auth.scheme": "Key" })).toBe("Key");
    expect(scheme({ "auth.scheme": "Token" })).toBe("Token");
  });
});
