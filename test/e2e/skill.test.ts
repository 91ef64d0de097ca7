/** `docs/SKILL.md`: short, and its shell blocks run as printed, in order, against the sandbox. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { sandboxHome, shell } from "./swath.ts";

const page = await readFile(resolve(import.meta.dirname, "../../docs/SKILL.md"), "utf8");

it("REACH-04 SKILL.md has a name, a description and fewer than 200 lines", () => {
  expect(page.split("\n").length).toBeLessThan(200);
  expect(page).toMatch(/^---\nname: swath\ndescription: .{40,1000}\n---\n/);
});

it("REACH-04 the blocks of SKILL.md run against the sandbox", async () => {
  const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, block = ""]) => block);
  expect(blocks.length).toBeGreaterThan(2);
  const { code, stderr } = await shell(["set -e", ...blocks].join("\n"), { home: await sandboxHome() });
  expect(code, stderr).toBe(0);
});
