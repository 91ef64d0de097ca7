/** The steps of the GitHub Action, run as a runner does: expressions are replaced, outputs and the summary are files. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../architecture/sources.ts";
import { builtPackage, tempFolder } from "./packages.ts";

interface Step {
  id?: string;
  uses?: string;
  with?: Record<string, string>;
  if?: string;
  shell?: string;
  env?: Record<string, string>;
  run?: string;
}

interface Action {
  inputs: Record<string, { default: string }>;
  outputs: Record<string, { value: string }>;
  runs: { using: string; steps: Step[] };
}

const ACTION = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as Action;

interface Outcome {
  /** Of the step that failed, or 0. */
  code: number;
  outputs: Record<string, string>;
  cache: Record<string, string> | undefined;
  log: string;
  summary: string;
}

/** Runs the action in `folder`; a second run there finds what the first has installed, as after a cache hit. */
function runAction(
  folder: string,
  inputs: Record<string, string>,
  env: Record<string, string> = {},
): Outcome {
  const given = Object.fromEntries(
    Object.entries(ACTION.inputs).map(([name, { default: value }]) => [name, value]),
  );
  const values = new Map(
    Object.entries({ ...given, ...inputs }).map(([name, value]) => [`inputs.${name}`, value]),
  );
  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_all, name: string) => values.get(name) ?? "");
  const files = Object.fromEntries(["path", "summary"].map((name) => [name, join(folder, name)]));
  for (const file of Object.values(files)) writeFileSync(file, "");
  let [code, log, cache] = [0, "", undefined as Outcome["cache"]];
  for (const [index, step] of ACTION.runs.steps.entries()) {
    if (step.uses !== undefined)
      cache = Object.fromEntries(Object.entries(step.with!).map(([key, value]) => [key, filled(value)]));
    if (step.run === undefined || (step.if !== undefined && values.get("inputs.command") === "")) continue;
    const [script, output] = [join(folder, `step-${index}.sh`), join(folder, `output-${index}`)];
    writeFileSync(script, step.run);
    writeFileSync(output, "");
    const ended = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
      cwd: folder,
      encoding: "utf8",
      timeout: 120_000,
      env: {
        ...process.env,
        HOME: join(folder, "home"),
        npm_config_userconfig: join(process.env["HOME"] ?? "", ".npmrc"),
        npm_config_cache: join(process.env["HOME"] ?? "", ".npm"),
        RUNNER_TEMP: folder,
        RUNNER_OS: "Linux",
        RUNNER_ARCH: "X64",
        GITHUB_ACTIONS: "true",
        GITHUB_ACTION: "__swath",
        GITHUB_OUTPUT: output,
        GITHUB_PATH: files["path"]!,
        GITHUB_STEP_SUMMARY: files["summary"]!,
        ...env,
        ...Object.fromEntries(Object.entries(step.env ?? {}).map(([key, value]) => [key, filled(value)])),
      },
    });
    log += ended.stdout + ended.stderr;
    for (const [name, value] of readOutputs(readFileSync(output, "utf8")))
      values.set(`steps.${step.id}.outputs.${name}`, value);
    code = ended.status ?? 1;
    if (code !== 0) break;
  }
  const outputs = Object.fromEntries(
    Object.entries(ACTION.outputs).map(([name, { value }]) => [name, filled(value)]),
  );
  return { code, outputs, cache, log, summary: readFileSync(files["summary"]!, "utf8") };
}

/** `name=value`, or `name<<END`, lines, `END`. */
const readOutputs = (text: string): [string, string][] =>
  [...text.matchAll(/^([\w-]+)(?:=(.*)|<<(.+)\n([^]*?)\n\3)$/gm)].map(([, name, value, , lines]) => [
    name!,
    value ?? lines!,
  ]);

const tarball = builtPackage(/\.tgz$/);
const SEARCH = "catalog search --sandbox --point -9.14,38.71 --limit 2 --output id";

test("REACH-08 inputs reach the shell through env only", () => {
  for (const { run, env, shell } of ACTION.runs.steps) {
    expect(run ?? "").not.toContain("${{");
    if (run === undefined) continue;
    expect(shell).toBe("bash");
    for (const name of Object.keys(env ?? {})) expect(run).toContain(`$${name}`);
  }
});

test("REACH-08 installs a tarball once, runs a command, and gives outputs and a step summary", async () => {
  const folder = await tempFolder();
  const run = runAction(folder, { tarball, command: SEARCH });
  expect(run.code, run.log).toBe(0);
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(run.outputs).toMatchObject({ version, "exit-code": "0" });
  expect(run.outputs["stdout"]!.split("\n").filter((line) => line !== "")).toHaveLength(2);
  expect(readFileSync(run.outputs["stdout-file"]!, "utf8").trimEnd()).toBe(run.outputs["stdout"]!.trimEnd());
  expect(run.summary).toContain(`swath ${SEARCH}`);
  expect(run.cache!["path"]).toBe(dirname(dirname(readFileSync(join(folder, "path"), "utf8").trimEnd())));
  // After a hit in the cache, npm is not needed.
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "npm"), "#!/bin/sh\nexit 70\n", { mode: 0o755 });
  const again = runAction(
    folder,
    { tarball, command: SEARCH },
    { PATH: `${folder}/bin:${process.env["PATH"]}` },
  );
  expect(again.code, again.log).toBe(0);
  expect(again.cache).toEqual(run.cache);

  await testUses(folder);
});

/** More runs with the same installation: an installation takes seconds. */
async function testUses(folder: string): Promise<void> {
  const failed = runAction(folder, { tarball, command: "catalog search --no-such-flag" });
  expect(failed.code).toBe(2);
  expect(failed.outputs["exit-code"]).toBe("2");
  expect(failed.summary).toContain("ended with exit 2");

  // The words of a command are data: nothing in them is run.
  const attack = `order download "$(touch pwned)" \`touch pwned\` ; touch pwned && touch pwned > pwned`;
  expect(runAction(folder, { tarball, command: attack }).code).not.toBe(0);
  expect(readdirSync(folder)).not.toContain("pwned");

  // Text that looks like a command of the runner is shown and not obeyed.
  const [token, ...shown] = /::stop-commands::(\w+)\n([^]*)\n::(\w+)::/
    .exec(runAction(folder, { tarball, command: "catalog search --help" }).log)!
    .slice(1);
  expect(shown[1]).toBe(token);
}

test.each<Record<string, string>>([
  { version: "" },
  { version: "latest" },
  { version: "0.1.0\nfolder=/tmp/elsewhere" },
  { version: "0.1.0 --registry=https://elsewhere.example" },
  { tarball: "missing.tgz" },
  { tarball: "https://x.example/a.tgz\nfolder=/tmp/elsewhere" },
])("REACH-08 %j is refused before anything is installed", async (inputs) => {
  const run = runAction(await tempFolder(), inputs);
  expect(run.code).toBe(2);
  expect(run.log).toMatch(/^::error title=swath::/);
});
