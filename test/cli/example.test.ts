import { expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath } = await openBench();

it("--limit ends a search after that number of items", async () => {
  const { exitCode, stdout, requests } = await swath("catalog search --limit 2 --output id");
  expect(exitCode).toBe(0);
  expect(stdout.trim().split("\n")).toHaveLength(2);
  expect(requests).toHaveLength(1);
});
