/**
 * The workflow of docs/quotes.md: its `run:` lines as runners run them, each on a machine of its own, with a repository between
 * them. `gh` and the installation are replaced; the cache is a file.
 */
import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { words } from "../cli/split-line.ts";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { blockOfFile } from "../pages.ts";
import { cleanEnv, openSandbox, QUOTED_COMMAND, swath } from "./swath.ts";
import { HAS_TERMINAL, NEEDS_TERMINAL, openTerminal } from "./terminal.ts";

const run = promisify(execFile);

interface Job {
  env: Record<string, string>;
  steps: { run?: string; if?: string }[];
}

const { jobs, concurrency } = parse(blockOfFile("yaml", "quotes.yml")) as {
  jobs: { quote: Job; buy: Job };
  concurrency: string;
};

/** Programs on the PATH of a runner: ours as built, an installation that does nothing, and `gh`, which keeps its words. */
async function programs(root: string): Promise<string> {
  const bin = join(root, "bin");
  await mkdir(bin);
  for (const [name, line] of [
    ["swath", `exec ${QUOTED_COMMAND} "$@"`],
    ["npm", "exit 0"],
    ["gh", `printf '%s\\n' "$@" > "${root}/gh.txt"; cp comment.md "${root}/comment.md"`],
  ] as const) {
    await writeFile(join(bin, name), `#!/bin/sh\n${line}\n`);
    await chmod(join(bin, name), 0o755);
  }
  return bin;
}

it("REACH-12 a quote goes into a pull request, and is bought once its signed file is merged", async (context) => {
  need(HAS_TERMINAL, NEEDS_TERMINAL, context);
  const root = await testFolder();
  const { url, key } = await openSandbox(root);
  const bin = await programs(root);
  const env = (home: string, more: Record<string, string> = {}) => ({
    ...cleanEnv(home),
    PATH: `${bin}:${process.env["PATH"]}`,
    GIT_CONFIG_GLOBAL: "/dev/null",
    SWATH_BASE_URL: url,
    SWATH_API_KEY: key,
    CI: "true",
    GITHUB_STEP_SUMMARY: join(root, "summary.md"),
    ...more,
  });
  const git = (cwd: string, ...args: string[]) =>
    run("git", ["-c", "user.name=Ana", "-c", "user.email=ana@example.com", ...args], { cwd, env: env(root) });
  const origin = join(root, "origin.git");
  await git(root, "init", "--quiet", "--bare", "--initial-branch=main", origin);
  await git(root, "clone", "--quiet", origin, "team");
  const team = join(root, "team");
  await git(team, "commit", "--quiet", "--allow-empty", "-m", "begin");
  await git(team, "push", "--quiet", "origin", "HEAD:main");
  const cache = join(root, "cache.jsonl");

  /** Runs a job on a new machine; returns what it wrote to stderr. */
  const runJob = async (job: Job, name: string, more: Record<string, string>): Promise<string> => {
    const home = join(root, name);
    await git(root, "clone", "--quiet", origin, name);
    await copyFile(cache, join(home, "journal.jsonl")).catch(() => {});
    let [said, hasFailed] = ["", false];
    for (const step of job.steps) {
      if (step.run === undefined || (hasFailed && step.if !== "always()")) continue;
      const script = join(root, "step.sh");
      await writeFile(script, step.run);
      const done = await run("bash", ["-e", "-o", "pipefail", script], {
        cwd: home,
        env: env(home, { GITHUB_RUN_ID: name, ...more }),
      }).catch((error: unknown) => {
        hasFailed = true;
        return error as { stderr: string };
      });
      said += done.stderr;
    }
    await copyFile(join(home, "journal.jsonl"), cache);
    return hasFailed ? `failed: ${said}` : said;
  };

  const found = await swath(words("catalog search --product-type GEO --limit 2 --output id"), {
    home: root,
    env: { SWATH_BASE_URL: url, SWATH_API_KEY: key },
  });
  const items = found.stdout
    .trim()
    .split("\n")
    .map((id) => `vendor-archive/${id}`);
  expect(concurrency).toBe("swath-journal");
  const before = (await git(team, "rev-parse", "HEAD")).stdout.trim();
  const said = await runJob(jobs.quote, "r1", { ITEMS: items.join(" "), GH_TOKEN: "none" });
  expect(said).not.toContain("failed");
  expect(await readFile(join(root, "gh.txt"), "utf8")).toContain("comment.md");
  const comment = await readFile(join(root, "comment.md"), "utf8");
  for (const item of items) expect(comment).toContain(item);
  expect(comment).toMatch(/### Quote: <code>\$[\d,.]+<\/code>/);

  // Merged without a signature.
  const machine = await testFolder();
  const approver = (await swath(["quote", "key"], { home: machine })).stdout.trim();
  await git(team, "fetch", "--quiet");
  await git(team, "push", "--quiet", "origin", "origin/quote-r1:main");
  const buy = { BEFORE: before, APPROVERS: approver };
  expect(await runJob(jobs.buy, "r2", buy)).toMatch(/^failed: [^]*code APPROVAL_REQUIRED/);

  await git(team, "switch", "--quiet", "--detach", "origin/quote-r1");
  const file = join(team, "quotes/r1.json");
  await copyFile(file, join(machine, "quote.json"));
  const terminal = await openTerminal("swath quote approve quote.json --by Ana", { home: machine });
  const [, price = ""] =
    /\((\$[\d,.]+)\):/.exec(await terminal.shows(/Type the amount to approve it .*:/)) ?? [];
  terminal.type(`${price}\r`);
  await terminal.shows(/Ana at /);
  expect(await terminal.ended).toBe(0);
  await copyFile(join(machine, "quote.json"), file);
  await git(team, "commit", "--quiet", "--all", "-m", "approved");
  await git(team, "push", "--quiet", "origin", "HEAD:main");
  const bought = await runJob(jobs.buy, "r3", buy);
  expect(bought).not.toContain("failed");
  expect(bought).toContain("placed");
  expect(await runJob(jobs.buy, "r4", buy)).toMatch(/^failed: [^]*The quote was bought at/);
  expect((await readFile(cache, "utf8")).match(/"state":"confirmed"/g)).toHaveLength(1);
});
