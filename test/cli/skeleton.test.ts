/** `--generate-skeleton`: the printed body can be passed to the command unchanged, and is sent. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench({ archiveSize: 100 });

/** The command with a template, and the request it sends. */
const COMMANDS = [
  ["task create", ""],
  ["repeat create", ""],
  ["task retask", " 3f0c --no-check --yes"],
  ["task retask --collect c1d2", ""],
  ["repeat retask", " 3f0c --no-check --yes"],
  ["collect retask", " c1d2"],
  ["order review", ""],
  ["order place", " --yes"],
  ["search tasks", ""],
  ["search repeats", ""],
  ["catalog search", ""],
  ["org set-defaults", " org-a --yes"],
  ["export links", ""],
] as const;

describe.each(COMMANDS)("%s --generate-skeleton", (command, rest) => {
  it("prints a body that the same command accepts, and sends nothing", async () => {
    const printed = await swath(`${command} --generate-skeleton`);
    expect(printed).toMatchObject({ exitCode: 0, stderr: "", requests: [] });
    const skeleton: unknown = JSON.parse(printed.stdout);
    const home = await tempHome();
    await writeFile(join(home, "body.json"), printed.stdout);
    const given = await swath(`${command}${rest} --data @body.json --dry-run --json`, { home });
    expect(given.exitCode, given.stderr).toBe(0);
    const { body } = JSON.parse(given.stdout) as { body: object };
    expect(body).toMatchObject(skeleton as object);
  });

  it("prints the same as schema --skeleton, in any format of a record", async () => {
    const printed = await swath(`${command} --generate-skeleton`, { stdoutTTY: true });
    expect(printed.stdout).toBe((await swath(`${command} --generate-skeleton`)).stdout);
    const yaml = await swath(`${command} --generate-skeleton --output yaml`);
    expect(yaml.exitCode).toBe(0);
    expect(yaml.stdout).not.toContain("{\n");
  });
});

it("the template of a known kind equals that of schema", async () => {
  const { stdout } = await swath("task create --generate-skeleton");
  expect(stdout).toBe((await swath("schema task --skeleton")).stdout);
});

it("an invalid flag is still reported", async () => {
  const run = await swath("task create --generate-skeleton --off-nadir-min abc");
  expect(run).toMatchObject({ exitCode: 2, stdout: "" });
});

it("without the flag a missing id is an error", async () => {
  const run = await swath("repeat retask --dry-run");
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain("is missing");
});
