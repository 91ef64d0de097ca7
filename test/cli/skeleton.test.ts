/** `schema --skeleton`: the printed body can be passed to its command unchanged, and is sent. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 100 });

/** The kind of a body, and the command that sends it. */
const COMMANDS = [
  ["task", "task create"],
  ["repeat", "repeat create"],
  ["retask", "task retask 3f0c --no-check --yes"],
  ["retask-collect", "task retask --collect c1d2"],
  ["retask-repeat", "repeat retask 3f0c --no-check --yes"],
  ["retask-collect", "collect retask c1d2"],
  ["order", "order review"],
  ["order", "order place --yes"],
  ["search", "search tasks"],
  ["search-repeats", "search repeats"],
  ["catalog", "catalog search"],
  ["organization", "org set-defaults org-a --yes"],
  ["export", "export links"],
] as const;

it.each(COMMANDS)("schema %s --skeleton is a body that %s accepts", async (kind, command) => {
  const printed = await swath(`schema ${kind} --skeleton`, { stdoutTTY: true });
  expect(printed).toMatchObject({ exitCode: 0, stderr: "", requests: [] });
  const skeleton: unknown = JSON.parse(printed.stdout);
  const home = await tempHome();
  await writeFile(join(home, "body.json"), printed.stdout);
  const given = await swath(`${command} --data @body.json --dry-run --json`, { home });
  expect(given.exitCode, given.stderr).toBe(0);
  const { body } = JSON.parse(given.stdout) as { body: object };
  expect(body).toMatchObject(skeleton as object);
});

it("a missing id is an error", async () => {
  const run = await swath("repeat retask --dry-run");
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain("is missing");
});
