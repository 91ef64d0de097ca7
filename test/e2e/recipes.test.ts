/** The workflow and the timer of docs/exports.md: `run:` lines as a runner runs them, units as systemd reads them. */
import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { blockOfFile } from "../pages.ts";
import { words } from "../cli/split-line.ts";
import { cleanEnv, COMMAND, openSandbox } from "./swath.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../..");

interface Step {
  id?: string;
  if?: string;
  run?: string;
  uses?: string;
}

describe("GitHub Actions", () => {
  it("EXPORT-26 the workflow's lines run under bash -e: once with new files, once without", async () => {
    const home = await testFolder();
    const { url, key } = await openSandbox(home);
    const { jobs, on } = parse(blockOfFile("yaml", "footprints")) as {
      on: { schedule: { cron: string }[] };
      jobs: Record<string, { env: Record<string, string>; steps: Step[] }>;
    };
    expect(on.schedule).toHaveLength(1);
    const { env: declared, steps } = jobs["mirror"]!;
    const contexts: Record<string, string> = {
      "${{ vars.SWATH_BASE_URL }}": url,
      "${{ secrets.SWATH_API_KEY }}": key,
    };
    // The package as published, installed by the workflow's command, from no registry.
    const [pack] = JSON.parse(
      (await run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", home], { cwd: ROOT }))
        .stdout,
    ) as [{ filename: string }];
    expect(declared["SWATH_PACKAGE"]).toBe("swath");
    const env = {
      ...cleanEnv(home),
      ...Object.fromEntries(
        Object.entries(declared).map(([name, value]) => [name, contexts[value] ?? value]),
      ),
      SWATH_PACKAGE: join(home, pack.filename),
      CI: "true",
      GITHUB_STEP_SUMMARY: join(home, "summary.md"),
      npm_config_prefix: join(home, "global"),
      npm_config_omit: "optional",
      npm_config_offline: "true",
      PATH: `${join(home, "global", "bin")}:${process.env["PATH"]}`,
    };
    const workspace = join(home, "workspace");
    await mkdir(workspace);

    const ran: string[][] = [];
    for (const round of [1, 2]) {
      const outputs = new Map<string, string>();
      const lines: string[] = [];
      for (const [at, step] of steps.entries()) {
        const [, output] = /^steps\.sync\.outputs\.(\w+) == 'true'$/.exec(step.if ?? "") ?? [];
        expect(step.if === undefined || output !== undefined, step.if).toBe(true);
        if (step.run === undefined || (output !== undefined && outputs.get(output) !== "true")) continue;
        const script = join(home, `step-${round}-${at}.sh`);
        const handedOn = join(home, `output-${round}-${at}`);
        await writeFile(script, step.run);
        await run("bash", ["-e", script], { cwd: workspace, env: { ...env, GITHUB_OUTPUT: handedOn } });
        lines.push(step.run);
        if (step.id !== "sync") continue;
        for (const [, name, value] of (await readFile(handedOn, "utf8")).matchAll(/^(\w+)=(.*)$/gm))
          outputs.set(name!, value!);
      }
      ran.push(lines);
    }
    const all = steps.flatMap((step) => step.run ?? []);
    expect(ran[0]).toEqual(all);
    expect(ran[1]).toEqual(all.slice(0, 2));
    const collection = JSON.parse(await readFile(join(workspace, "new.geojson"), "utf8")) as { type: string };
    expect(collection.type).toBe("FeatureCollection");
    const summary = await readFile(join(home, "summary.md"), "utf8");
    expect(summary).toContain("<b>Changed</b> in <code>footprints</code>");
    expect(summary).toContain("<b>Nothing changed</b> in <code>footprints</code>");
  });
});

/** The files of a block, each of which begins with its path as a comment. */
async function unitsOf(dir: string): Promise<string[]> {
  const parts = blockOfFile("ini", "footprints")
    .split(/^# \/etc\/systemd\/system\/(\S+)\n/m)
    .slice(1);
  const paths: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    paths.push(join(dir, parts[at]!));
    await writeFile(paths.at(-1)!, parts[at + 1]!);
  }
  return paths;
}

/** First line of a test that needs systemd: skips without it, and fails there when CI is set. */
async function needSystemd(context: Parameters<typeof need>[2]): Promise<void> {
  const isThere = await run("systemd-analyze", ["--version"]).then(
    () => true,
    () => false,
  );
  need(isThere, "systemd-analyze is not installed (Debian: systemd)", context);
}

describe("systemd", () => {
  it("EXPORT-26 systemd accepts the units, and the timer fires after ten o'clock UTC", async (context) => {
    await needSystemd(context);
    const dir = await testFolder();
    const units = await unitsOf(dir);
    expect((await readdir(dir)).toSorted()).toEqual(["swath-footprints.service", "swath-footprints.timer"]);
    const { stdout, stderr } = await run("systemd-analyze", ["verify", "--man=no", ...units]);
    expect(stdout + stderr).toBe("");
    const timer = await readFile(
      units.find((path) => path.endsWith(".timer"))!,
      "utf8",
    );
    const [, calendar] = /^OnCalendar=(.*)$/m.exec(timer)!;
    const { stdout: next } = await run("systemd-analyze", ["calendar", calendar!]);
    expect(next).toMatch(/\(in UTC\): \w+ \d{4}-\d\d-\d\d 10:30:00 UTC|Next elapse: .* 10:30:00 UTC/);
  });

  it("EXPORT-26 the service's command mirrors with only the environment of systemd", async () => {
    const home = await testFolder();
    const { url, key } = await openSandbox(home);
    const units = await unitsOf(home);
    const service = await readFile(
      units.find((path) => path.endsWith(".service"))!,
      "utf8",
    );
    const [, command] = /^ExecStart=\/usr\/bin\/env swath (.*)$/m.exec(service)!;
    const state = join(home, "state");
    await mkdir(state);
    await writeFile(join(home, "api-key"), `${key}\n`, { mode: 0o400 });
    const given = { STATE_DIRECTORY: state, CREDENTIALS_DIRECTORY: home };
    const filled = command!.replaceAll(
      /\$\{(\w+)\}/g,
      (_all, name: string) => given[name as keyof typeof given],
    );
    const env = { PATH: process.env["PATH"] ?? "", HOME: state, SWATH_BASE_URL: url };
    const [program, ...first] = COMMAND;
    await run(program, [...first, ...words(filled)], { cwd: "/", env });
    expect((await readdir(state)).filter((name) => name.endsWith(".geoparquet")).toSorted()).toEqual([
      "vendor_archive_export_full.geoparquet",
      "vendor_archive_export_latest.geoparquet",
    ]);
  });
});
