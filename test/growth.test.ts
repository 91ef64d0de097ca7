/** The proof of linear time distinguishes linear work from quadratic work. */
import { expect, test } from "vitest";
import { expectLinear } from "./growth.ts";

/** Spends time on `steps` steps that no compiler removes. */
function spend(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum = Math.imul(sum ^ step, 0x9e3779b1);
  return sum;
}

const numberOf = (size: number): number => size;
/** Less than any machine needs for the steps of these tests. */
const NOTABLE_MS = 20;

test("quadratic work is refused", async () => {
  const squared = expectLinear(8000, numberOf, (size) => spend(size * size), NOTABLE_MS);
  await expect(squared).rejects.toThrow("grows too fast");
});

test("linear work and sorting are accepted, however long they take", async () => {
  await expectLinear(80_000_000, numberOf, spend, NOTABLE_MS);
  await expectLinear(4_000_000, numberOf, (size) => spend(size * Math.log2(size)), NOTABLE_MS);
});
