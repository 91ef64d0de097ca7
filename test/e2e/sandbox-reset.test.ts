import { expect, it } from "vitest";
import { testFolder } from "../new-folder.ts";
import { swath } from "./swath.ts";

it("a reset clears the sandbox's orders from the journal: the same order can be placed and downloaded", async () => {
  const home = await testFolder();
  const search = ["catalog", "search", "--point", "-9.14,38.71", "--product-type", "GEO", "--limit", "1"];
  const items = await swath([...search, "--sandbox", "--output", "order-items"], { home });
  const place = ["order", "place", "--items", "-", "--yes", "--sandbox", "--output", "id"];
  const first = await swath(place, { home, input: items.stdout });
  expect(first.code).toBe(0);
  expect((await swath(["sandbox", "reset", "--yes"], { home })).code).toBe(0);
  const again = await swath(place, { home, input: items.stdout });
  expect(again.stderr).not.toContain("Error");
  expect(again.code).toBe(0);
  const history = await swath(["order", "history", "--json"], { home });
  expect((JSON.parse(history.stdout) as unknown[]).length).toBe(1);
});
