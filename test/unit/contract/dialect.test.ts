import { describe, expect, test } from "vitest";
import { DEFAULT_DIALECT, DIALECT_KEYS, mergeDialect } from "../../../src/contract/dialect.ts";

/** The keys of the requirements' "Config keys", by hand. */
const KEYS = [
  "auth.header",
  "auth.scheme",
  "vendorPrefix",
  "paths.orders",
  "paths.repeatRetask",
  "paths.taskUpdate",
  "paths.taskCancel",
  "paths.repeatCancel",
  "cancel.taskField",
  "cancel.repeatField",
  "cancel.word",
  "paged.method",
  "placement",
  "repeatNameCasing",
  "ascDescKey",
  "localTimeStyle",
  "repeatEndField",
  "repetitionCountPath",
  "retaskEnvelope",
  "retaskRepetitionNested",
  "retaskAnglesAsString",
  "searchPagingIn",
  "repeatSearchKey",
  "queryIn",
  "bboxCrsIn",
  "currency.$",
  "orderTaskBody",
];

test("every open point on which deployments may differ has a key with a valid default", () => {
  expect(Object.keys(DIALECT_KEYS)).toEqual(KEYS);
  expect(mergeDialect(DEFAULT_DIALECT)).toEqual({ ok: true, dialect: DEFAULT_DIALECT });
});

test("AUTH-02 the key is sent as Authorization: ApiKey by default", () => {
  expect(DEFAULT_DIALECT["auth.header"]).toBe("Authorization");
  expect(DEFAULT_DIALECT["auth.scheme"]).toBe("ApiKey");
  const merged = mergeDialect({ auth: { header: "X-API-Key", scheme: "" } });
  expect(merged).toEqual({
    ok: true,
    dialect: { ...DEFAULT_DIALECT, "auth.header": "X-API-Key", "auth.scheme": "" },
  });
});

test("flat and nested keys may be mixed", () => {
  const merged = mergeDialect({ "paths.orders": "/orders/", paged: { method: "post" } });
  expect(merged.ok && [merged.dialect["paths.orders"], merged.dialect["paged.method"]]).toEqual([
    "/orders/",
    "post",
  ]);
});

describe("refusals", () => {
  test("unknown keys and invalid values are reported all at once, with the key", () => {
    const merged = mergeDialect({
      plcement: "both",
      placement: "inside",
      retaskAnglesAsString: "yes",
      auth: { header: "X Api Key" },
      paths: { repeatRetask: "/repeat-requests/retask", orders: "orders" },
    });
    expect(merged.ok ? [] : merged.faults.map(({ path, code }) => `${code} ${path}`)).toEqual([
      "CONFIG_INVALID dialect.plcement",
      "CONFIG_INVALID dialect.placement",
      "CONFIG_INVALID dialect.retaskAnglesAsString",
      "CONFIG_INVALID dialect.auth.header",
      "CONFIG_INVALID dialect.paths.repeatRetask",
      "CONFIG_INVALID dialect.paths.orders",
    ]);
  });

  test.each([[[]], ["both"], [null]])("%j is not a dialect", (overrides) => {
    expect(mergeDialect(overrides)).toMatchObject({
      ok: false,
      faults: [{ code: "CONFIG_INVALID", path: "dialect" }],
    });
  });

  test.each([
    ["auth.header", ["Host", "content-length", "Transfer-Encoding", "Proxy-Authorization", "User-Agent"]],
    [
      "paths.orders",
      ["//other.example/orders", "/../orders", "/v1/%2E%2e/orders", "/orders/..", "/\\orders"],
    ],
    ["paths.repeatRetask", ["/x/{repeatRequestId}/../../orders", "/x//{repeatRequestId}"]],
    ["vendorPrefix", ["a".repeat(65), "../acme", "1st", "acme\u202e"]],
  ])("GEN-19 a file cannot send the key or a purchase astray: %s", (key, values) => {
    for (const value of values) expect([value, mergeDialect({ [key]: value }).ok]).toEqual([value, false]);
  });

  test("GEN-19 the headers, paths and prefixes of services are accepted", () => {
    const accepted = [
      { "auth.header": "X-API-Key" },
      { "auth.header": "Hosted-Key" },
      { "paths.orders": "/v2/orders/" },
      { "paths.orders": "/a..b/.orders" },
      { "paths.taskUpdate": "/tasks({id})" },
      { "paths.repeatRetask": "/{repeatRequestId}/retask" },
      { vendorPrefix: "acme-2.sar_x" },
    ];
    for (const overrides of accepted)
      expect([overrides, mergeDialect(overrides).ok]).toEqual([overrides, true]);
  });

  test("a line break that injects a header is refused", () => {
    expect(mergeDialect({ "auth.header": "X\r\nHost" }).ok).toBe(false);
    expect(mergeDialect({ "auth.scheme": "ApiKey\n" }).ok).toBe(false);
    expect(mergeDialect({ "paths.orders": "/orders?x=1" }).ok).toBe(false);
  });
});
