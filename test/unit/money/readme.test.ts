/** src/money/README.md: its records are read as records. */
import { readFileSync } from "node:fs";
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
