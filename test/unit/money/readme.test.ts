/** src/money/README.md: its records are read as records, and its names are those of the code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseRecord } from "../../../src/money/record.ts";

const MONEY = join(import.meta.dirname, "../../../src/money");
const text = readFileSync(join(MONEY, "README.md"), "utf8");
const [first, ...changes] = [...text.matchAll(/^```json\n(.*?)^```|`(\{ .*? \})`/gms)].map(
  ([, block, span = ""]) => JSON.parse(block ?? span) as { id: string },
);

describe("P2 the purchase in src/money/README.md", () => {
  it.each([{}, ...changes])("is a record with the changes %j", (change) => {
    expect(first?.id).toBeDefined();
    const { id = "" } = first ?? {};
    expect(parseRecord(JSON.stringify({ ...first, ...change }), id)).toMatchObject({
      record: { id, ...change },
    });
  });

  it("is followed to each outcome", () => {
    expect(changes).toMatchObject([{ state: "confirmed" }, { state: "unknown" }, { state: "refused" }]);
  });
});

it("each function in src/money/README.md is one of the module", () => {
  const sources = readdirSync(MONEY, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(MONEY, name), "utf8"))
    .join("");
  const names = [...text.matchAll(/`([a-z]+(?:[A-Z]\w+)?|[A-Z][a-z]+[A-Z]\w+)`/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
});
