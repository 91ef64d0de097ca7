import { expect, test } from "vitest";
import { readVendorMember, toWireName, toWireSearch } from "../../../src/contract/vendor-prefix.ts";

test("GEN-05 CATALOG-24 CATALOG-26 vendor: becomes the dialect's prefix in a search, and nothing else changes", () => {
  const body = {
    query: { "vendor:collect_id": { eq: "vendor:x" }, "sar:product_type": { eq: "GEO" } },
    sortby: [{ field: "properties.vendor:squint_angle", direction: "desc" }],
    collections: ["vendor-archive"],
  };
  expect(toWireSearch(body, "acme")).toEqual({
    query: { "acme:collect_id": { eq: "vendor:x" }, "sar:product_type": { eq: "GEO" } },
    sortby: [{ field: "properties.acme:squint_angle", direction: "desc" }],
    collections: ["vendor-archive"],
  });
  expect(toWireSearch({ sortby: "-vendor:squint_angle,+datetime" }, "acme").sortby).toBe(
    "-acme:squint_angle,+datetime",
  );
});

test("a prefix with replacement signs is used literally", () => {
  expect(toWireName("vendor:collect_id", "a.b")).toBe("a.b:collect_id");
  expect(toWireName("vendor:x", "$&")).toBe("$&:x");
});

test("a reply is read with any prefix, the interface's first", () => {
  expect(readVendorMember({ "other:collect_id": "c1" }, "collect_id")).toBe("c1");
  expect(readVendorMember({ "other:collect_id": "c1", "vendor:collect_id": "c2" }, "collect_id")).toBe("c2");
  expect(readVendorMember({ my_collect_id: "c1" }, "collect_id")).toBeUndefined();
  expect(readVendorMember(null, "collect_id")).toBeUndefined();
});
