/** `completion --install` and `--uninstall`: the script in the folder of its shell. */
import { lstat, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { EOL } from "node:os";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { PROFILE_LINE } from "../../src/app/powershell-profile.ts";
import type { RunProgram } from "../../src/cli/world.ts";
import { SCRIPTS } from "../../src/commands/completion/scripts.ts";
import { testFolder } from "../new-folder.ts";
import { makeLink, needPosixShell } from "../this-system.ts";
import { runWords, type Run } from "./world.ts";

const PLACES = {
  bash: ".local/share/bash-completion/completions/swath",
  zsh: ".zfunc/_swath",
  fish: ".config/fish/completions/swath.fish",
} as const;
const SHELLS = Object.keys(PLACES) as (keyof typeof PLACES)[];

const run = (
  line: string,
  home: string,
  env: Record<string, string> = {},
  runProgram?: RunProgram,
): Promise<Run> => runWords(line, { home, env, ...(runProgram && { runProgram }) });

interface Report {
  path: string;
  change: string;
  add: string | null;
}

async function report(
  line: string,
  home: string,
  env: Record<string, string> = {},
  runProgram?: RunProgram,
): Promise<Report> {
  const { exitCode, stdout, stderr, requests } = await run(`${line} --json`, home, env, runProgram);
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
  makeLink(target, path);
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
  expect(found).toBe(path === undefined ? join(home, PLACES[shell]) : normalize(path));
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
  needPosixShell();
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
  ["completion bash --install --uninstall", {}, "--install and --uninstall"],
])("REACH-09 %s with %j is refused: %s", async (line, env, message) => {
  const home = await testFolder();
  const { exitCode, stdout, stderr } = await run(line, home, { ...env });
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

/** PowerShells that report the path of a profile and a policy, by program; others cannot be started. */
const answering =
  (answers: Record<string, readonly [path: string, policy: string]>, asked: string[] = []): RunProgram =>
  async (program, _args, { onOutput }) => {
    asked.push(program);
    const answer = answers[program];
    if (answer === undefined) return { notStarted: "ENOENT" };
    const [path, policy] = answer;
    onOutput(Buffer.from(`${Buffer.from(path).toString("base64")}\r\n${policy}\r\n`));
    return { exitCode: 0 };
  };

const PROFILE = "OneDrive/Dokumente Müller/PowerShell/Microsoft.PowerShell_profile.ps1";
const LINE = "swath completion powershell | Out-String | Invoke-Expression";

it("DESK-61 P25 powershell: the line is added once to the profile that PowerShell reports, and removed again", async () => {
  const home = await testFolder();
  const path = join(home, PROFILE);
  const powershell = answering({ pwsh: [path, "RemoteSigned"] });
  const install = () => report("completion powershell --install", home, {}, powershell);
  expect(await install()).toEqual({ shell: "powershell", path, change: "installed", add: null });
  expect(await readFile(path, "utf8")).toBe(`${LINE}${EOL}`);
  expect(SCRIPTS.powershell.text).toContain(`#   ${PROFILE_LINE}\n`);
  expect((await install()).change).toBe("none");
  expect(await readFile(path, "utf8")).toBe(`${LINE}${EOL}`);
  const remove = () => report("completion powershell --uninstall", home, {}, powershell);
  expect((await remove()).change).toBe("removed");
  expect(await readFile(path, "utf8")).toBe("");
  expect((await remove()).change).toBe("none");
});

const BOM = "\ufeff";
it.each([
  ["UTF-16 with CRLF", Buffer.from(`${BOM}# Müller\r\nSet-Alias l ls`, "utf16le"), "utf16le", "\r\n"],
  ["UTF-8 with a byte order mark", Buffer.from(`${BOM}# Müller\nSet-Alias l ls`), "utf8", "\n"],
  ["an old code page", Buffer.from("# M\xfcller\r\nSet-Alias l ls", "latin1"), "latin1", "\r\n"],
] as const)(
  "DESK-61 P25 powershell: a profile in %s keeps every other byte",
  async (_name, bytes, encoding, end) => {
    const home = await testFolder();
    const path = join(home, "profile.ps1");
    await writeFile(path, bytes);
    const powershell = answering({ pwsh: [path, "RemoteSigned"] });
    await report("completion powershell --install", home, {}, powershell);
    const added = Buffer.from(`${end}${LINE}${end}`, encoding);
    expect(await readFile(path)).toEqual(Buffer.concat([bytes, added]));
    await report("completion powershell --uninstall", home, {}, powershell);
    expect(await readFile(path)).toEqual(Buffer.concat([bytes, Buffer.from(end, encoding)]));
  },
);

it("DESK-61 P25 powershell: a profile in UTF-16 of the other byte order is refused, and stays as it is", async () => {
  const home = await testFolder();
  const path = join(home, "profile.ps1");
  const bytes = Buffer.from(`${BOM}Set-Alias l ls\r\n`, "utf16le").swap16();
  await writeFile(path, bytes);
  const powershell = answering({ pwsh: [path, "RemoteSigned"] });
  const { exitCode, stderr } = await run("completion powershell --install", home, {}, powershell);
  expect([exitCode, await readFile(path)]).toEqual([2, bytes]);
  expect(stderr).toContain(path);
  expect(stderr).toContain(LINE);
});

it("DESK-61 P25 powershell: a line of one's own counts as installed, and is not removed", async () => {
  const home = await testFolder();
  const path = join(home, "profile.ps1");
  const own = "if ($x) { swath completion powershell | Out-String | iex } # mine\n";
  await writeFile(path, own);
  const powershell = answering({ pwsh: [path, "RemoteSigned"] });
  expect((await report("completion powershell --install", home, {}, powershell)).change).toBe("none");
  const { exitCode, stderr } = await run("completion powershell --uninstall", home, {}, powershell);
  expect(exitCode).toBe(10);
  expect(stderr).toContain(`${path} has a line that swath did not write: ${own.trim()}`);
  expect(await readFile(path, "utf8")).toBe(own);
  await writeFile(path, "# swath completion powershell\n");
  expect((await report("completion powershell --install", home, {}, powershell)).change).toBe("installed");
});

it("DESK-61 P25 powershell: a profile that is a link stays one; a dry run changes nothing", async () => {
  const home = await testFolder();
  const path = join(home, "profile.ps1");
  const target = join(home, "dotfiles.ps1");
  await writeFile(target, "# mine\n");
  makeLink(target, path);
  const powershell = answering({ pwsh: [path, "Unrestricted"] });
  const dry = await report("completion powershell --install --dry-run", home, {}, powershell);
  expect([dry.change, await readFile(target, "utf8")]).toEqual(["installed", "# mine\n"]);
  await report("completion powershell --install", home, {}, powershell);
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
  expect(await readFile(target, "utf8")).toBe(`# mine\n${LINE}\n`);
});

it.each([
  [{}, ["pwsh", "powershell"]],
  [{ PSModulePath: "C:\\Documents\\WindowsPowerShell\\Modules;C:\\x" }, ["powershell"]],
])("DESK-61 P25 powershell: with %j the PowerShell of the session is asked first", async (env, programs) => {
  const home = await testFolder();
  const asked: string[] = [];
  const powershell = answering({ powershell: [join(home, "profile.ps1"), "Bypass"] }, asked);
  await report("completion powershell --install", home, { ...env }, powershell);
  expect(asked).toEqual(programs);
});

it.each<Record<string, string>>([{ SHELL: "/usr/bin/pwsh" }, { PSModulePath: "/opt/modules" }])(
  "DESK-61 P25 without a shell, %j is PowerShell",
  async (env) => {
    const home = await testFolder();
    const powershell = answering({ pwsh: [join(home, "profile.ps1"), "Bypass"] });
    expect(await report("completion --install", home, { ...env }, powershell)).toMatchObject({
      shell: "powershell",
    });
  },
);

it.each([
  ["Restricted", "Set-ExecutionPolicy -Scope CurrentUser RemoteSigned"],
  ["AllSigned", "Set-ExecutionPolicy -Scope CurrentUser RemoteSigned"],
])(
  "DESK-61 P25 powershell: the policy %s is refused, since the profile would only be an error",
  async (policy, next) => {
    const home = await testFolder();
    const path = join(home, "profile.ps1");
    const powershell = answering({ pwsh: [path, policy] });
    const { exitCode, stderr } = await run("completion powershell --install", home, {}, powershell);
    expect([exitCode, await isThere(path)]).toEqual([2, false]);
    expect(stderr).toContain(`its execution policy is ${policy}`);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain(next);
    expect(stderr).toContain("code CONFIG_INVALID");
  },
);

it.each([
  ["no PowerShell", answering({})],
  ["one that answers otherwise", async () => ({ exitCode: 0 })],
  ["one that fails", async () => ({ exitCode: 1 })],
] as const)("DESK-61 P25 powershell: with %s the error has the line to add", async (_name, powershell) => {
  const home = await testFolder();
  const { exitCode, stderr } = await run("completion powershell --install", home, {}, powershell);
  expect(exitCode).toBe(2);
  expect(stderr).toContain("no PowerShell reported the path of its profile");
  expect(stderr).toContain(`$PROFILE in PowerShell: ${LINE}`);
});
