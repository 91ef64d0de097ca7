/** Next steps that name a command of the system: each system and shell has its own. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeHint } from "../../src/cli/write-command.ts";
import { systemCommand } from "../../src/hint.ts";
import { BASE_URL, runWords, tempHome } from "./world.ts";

const CMD = { platform: "win32", env: { PSModulePath: "C:\\a;C:\\b" } };
const POWERSHELL = { platform: "win32", env: { PSModulePath: "C:\\a;C:\\b;C:\\c" } };
const GIT_BASH = { platform: "win32", env: { SHELL: "/usr/bin/bash" } };
const POSIX = { platform: "linux", env: { SHELL: "/bin/bash" } };
const PWSH_ON_LINUX = { platform: "linux", env: { PSModulePath: "/a:/b" } };

describe("DESK-31 P25 a path of Windows has single backslashes in a message, and is shown once", () => {
  it.each([
    ["order download o-1 --out-dir C:\\new\\aux.tif", "--out-dir"],
    ["config set caFile ~\\new\\items.pem", "caFile"],
    ["verify ~\\new\\items", "<dir>"],
    ["status --config new\\items", "--config"],
  ])("%s", async (line, name) => {
    const env = { SWATH_BASE_URL: BASE_URL };
    const run = await runWords(line, { ...CMD, env, home: await tempHome() });
    expect(run.exitCode).toBe(2);
    const [first] = run.stderr.split("\n");
    expect(first).toContain(`${name} "`);
    expect(first?.match(/\\new|new\\/g)).toHaveLength(1);
    expect(run.stderr).not.toContain("\\\\");
  });
});

describe("DESK-31 P25 the next step", () => {
  it.each([
    ["cmd", CMD, (path: string) => `del "${path}"`],
    ["PowerShell", POWERSHELL, (path: string) => `Remove-Item '${path}'`],
    ["Git Bash", GIT_BASH, (path: string) => `rm '${path}'`],
    ["bash", POSIX, (path: string) => `rm '${path}'`],
  ])(
    "for a damaged key store removes it in the words and quotes of %s",
    async (_, { platform, env }, command) => {
      const config = join(await tempHome(), "Ana Mar");
      const path = join(config, "credentials.json");
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, "{", { mode: 0o600 });
      const given = { platform, env: { ...env, SWATH_CONFIG_DIR: config, SWATH_BASE_URL: BASE_URL } };
      const run = await runWords("catalog search --limit 1 --json", given);
      const { error } = JSON.parse(run.stderr) as { error: { code: string; hint: string } };
      expect(error).toMatchObject({ code: "CONFIG_INVALID" });
      expect(error.hint).toContain(`: ${command(path)}`);
    },
  );

  it.each([
    ["cmd", CMD, "taskkill /F /PID 42"],
    ["PowerShell", POWERSHELL, "Stop-Process -Force -Id 42"],
    ["Git Bash, which would take /F for a path", GIT_BASH, "taskkill //F //PID 42"],
    ["bash", POSIX, "kill -9 42"],
    ["PowerShell on Linux", PWSH_ON_LINUX, "Stop-Process -Force -Id 42"],
  ])("ends a process in the words of %s", (_, { platform, env }, command) => {
    expect(writeHint({ argv: [], env, platform }, systemCommand("endProcess", 42))).toBe(command);
  });

  it.each([
    ["cmd", CMD, String.raw`"%USERPROFILE%\imagery"`],
    ["PowerShell", POWERSHELL, '"$HOME/imagery"'],
    ["bash", POSIX, '"$HOME/imagery"'],
  ])("writes the home folder as %s replaces it", async (_, given, example) => {
    const run = await runWords("order download 2d720478 --out-dir=~/imagery", given);
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(`such as ${example} `);
  });
});
