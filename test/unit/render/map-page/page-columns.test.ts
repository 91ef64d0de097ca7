import { expect, it } from "vitest";
import { pageColumns } from "../../../../src/render/map-page/page-columns.ts";

it.each([
  ["INCIDENCE", "°", "Incidence °"],
  ["FROM SCENE", "°", "From scene °"],
  ["COST PER IMAGE", undefined, "Cost per image"],
  ["GAP d", undefined, "Gap d"],
])("the heading %s of a table is a phrase on a map page", (header, unit, phrase) => {
  const [column] = pageColumns(
    [{ key: "k", header, ...(unit !== undefined && { unit }) }],
    [{ cells: [1] }],
    1,
  );
  expect(column?.head).toBe(phrase);
});
