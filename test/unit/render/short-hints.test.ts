import { expect, test } from "vitest";
import { shortenHint } from "../../../src/cli/output/short-hints.ts";
import { advice, hintText, swath, type Hint } from "../../../src/hint.ts";

const ID = "3f0c2a7e-0000-4000-8000-000000000001";
const TWIN = "3f0c2a7e-0000-4000-8000-000000000002";

test.each<[Hint, string]>([
  [swath`task cost ${ID} --wait`, "swath task cost 3f0c2a7e --wait"],
  [advice`Order its images: ${swath`order task ${ID}`}`, "Order its images: swath order task 3f0c2a7e"],
  [swath`search tasks --repeat-id ${ID}`, "swath search tasks --repeat-id 3f0c2a7e"],
  // An order is found by the beginning of its id only on the machine that placed it.
  [swath`order download ${ID}`, `swath order download ${ID}`],
  [swath`task create --contract ${ID}`, `swath task create --contract ${ID}`],
  [swath`task get t-1`, "swath task get t-1"],
  // Short ids must be different.
  [swath`task wait ${[ID, TWIN]}`, `swath task wait ${ID} ${TWIN}`],
  ["Try again", "Try again"],
])("PICK-02 suggested commands have short ids of requests: %#", (hint, text) => {
  expect(hintText(shortenHint(hint))).toBe(text);
});
