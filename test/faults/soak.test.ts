/** P1 P3 P4 a short soak: the conditions of `npm run soak` for a few intents of every kind. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const SOAK = resolve(import.meta.dirname, "../soak/soak.mjs");

it("P1 P3 P4 sixteen intents under kills: sixteen charges, every unknown outcome reported, none lost", async () => {
  const args = [SOAK, "--orders", "16", "--kill", "random", "--seed", "5"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain("soak: 16 orders, 16 charged, ");
  expect(stdout).toContain(" 0 failures, ");
});
