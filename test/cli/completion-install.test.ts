/** `completion --install` and `--uninstall`: the script in the folder of its shell. */
import { lstat, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { SCRIPTS } from "../../src/commands/completion/scripts.ts";
import { testFolder } from "../new-folder.ts";
import { runWords, type Run } from "./world.ts";

const PLACES = {
  bash: ".local/share/bash-completion/completions/swath",
  zsh: ".zfunc/_swath",
  fish: ".config/fish/completions/swath.fish",
} as const;
const SHELLS = Object.keys(PLACES) as (keyof typeof PLACES)[];

const run = (line: string, home: string, env: Record<string, string> = {}): Promise<Run> =>
  runWords(line, { home, env });

interface Report {
  path: string;
  change: string;
  add: string | null;
}

async function report(line: string, home: string, env: Record<string, string> = {}): Promise<Report> {
  const { exitCode, stdout, stderr, requests } = await run(`${line} --json`, home, env);
  expect({ exitCode, requests }, stderr).toEqual({ exitCode: 0, requests: [] });
  return JSON.parse(stdout) as Report;
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

it.each(SHELLS)(
  "REACH-09 %s: installs, repeats without a change, updates and removes the script",
  async (shell) => {
    const home = await testFolder();
    const path = join(home, PLACES[shell]);
    expect(await report(`completion ${shell} --install`, home)).toMatchObject({
      shell,
      path,
      change: "installed",
    });
    expect(await readFile(path, "utf8")).toBe(SCRIPTS[shell].text);
    expect(await report(`completion ${shell} --install`, home)).toMatchObject({ change: "none" });
    await writeFile(path, `${SCRIPTS[shell].text}# of an earlier version\n`);
    expect(await report(`completion ${shell} --install`, home)).toMatchObject({ change: "updated" });
    expect(await readFile(path, "utf8")).toBe(SCRIPTS[shell].text);
    expect(await report(`completion ${shell} --uninstall`, home)).toMatchObject({ path, change: "removed" });
    expect(await isThere(path)).toBe(false);
    expect(await report(`completion ${shell} --uninstall`, home)).toMatchObject({ change: "none" });
  },
);

it.each(SHELLS)("REACH-09 %s: a dry run changes nothing", async (shell) => {
  const home = await testFolder();
  const path = join(home, PLACES[shell]);
  expect(await report(`completion ${shell} --install --dry-run`, home)).toMatchObject({
    path,
    change: "installed",
  });
  expect(await isThere(path)).toBe(false);
  await report(`completion ${shell} --install`, home);
  expect(await report(`completion ${shell} --uninstall --dry-run`, home)).toMatchObject({
    change: "removed",
  });
  expect(await isThere(path)).toBe(true);
});

it.each(SHELLS)("REACH-09 %s: a file or a link of others is not touched", async (shell) => {
  const home = await testFolder();
  const path = join(home, PLACES[shell]);
  await mkdir(dirname(path), { recursive: true });
  const refused = async (): Promise<void> => {
    for (const flag of ["--install", "--uninstall"]) {
      const { exitCode, stderr } = await run(`completion ${shell} ${flag}`, home);
      expect(exitCode).toBe(10);
      expect(stderr).toContain(`${path} exists, and swath did not make it`);
    }
  };
  await writeFile(path, "# mine\n");
  await refused();
  expect(await readFile(path, "utf8")).toBe("# mine\n");
  await rm(path);
  const target = join(home, "dotfiles");
  await writeFile(target, SCRIPTS[shell].text);
  await symlink(target, path);
  await refused();
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
});

it.each([
  ["bash", { XDG_DATA_HOME: "/x/data" }, "/x/data/bash-completion/completions/swath"],
  ["bash", { BASH_COMPLETION_USER_DIR: "/x/own:/y" }, "/x/own/completions/swath"],
  ["zsh", { ZDOTDIR: "/x/zsh" }, "/x/zsh/.zfunc/_swath"],
  ["fish", { XDG_CONFIG_HOME: "/x/config" }, "/x/config/fish/completions/swath.fish"],
  // A relative value is ignored.
  ["fish", { XDG_CONFIG_HOME: "config" }, undefined],
] as const)("REACH-09 %s with %j: the folder of the settings", async (shell, env, path) => {
  const home = await testFolder();
  const { path: found } = await report(`completion ${shell} --install --dry-run`, home, { ...env });
  expect(found).toBe(path ?? join(home, PLACES[shell]));
});

it("REACH-09 zsh: the report has the line that .zshrc lacks", async () => {
  const home = await testFolder();
  const line = "fpath=(~/.zfunc $fpath); autoload -Uz compinit && compinit";
  expect((await report("completion zsh --install", home)).add).toBe(line);
  expect((await run("completion zsh --install", home)).stdout).toContain(`~/.zshrc: ${line}`);
  await writeFile(join(home, ".zshrc"), `${line}\n`);
  expect((await report("completion zsh --install", home)).add).toBeNull();
});

it("REACH-09 zsh: an exported FPATH with a folder of the home needs no line", async () => {
  const home = await testFolder();
  const folder = join(home, "functions");
  const { path, add } = await report("completion zsh --install", home, {
    FPATH: `/usr/share/zsh/functions:${folder}`,
  });
  expect([path, add]).toEqual([join(folder, "_swath"), null]);
});

it("REACH-09 without a shell, the one of $SHELL is used", async () => {
  const home = await testFolder();
  const { path } = await report("completion --install", home, { SHELL: "/usr/bin/fish" });
  expect(path).toBe(join(home, PLACES.fish));
});

it.each([
  ["completion --install", {}, "<shell> is missing"],
  ["completion --install", { SHELL: "/bin/dash" }, '<shell> "dash" must be one of bash'],
  ["completion", { SHELL: "/bin/bash" }, "<shell> is missing"],
  ["completion powershell --install", {}, "PowerShell loads completion scripts from its profile only"],
  ["completion bash --install --uninstall", {}, "--install and --uninstall"],
])("REACH-09 %s with %j is refused: %s", async (line, env, message) => {
  const home = await testFolder();
  const { exitCode, stdout, stderr } = await run(line, home, { ...env });
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});
