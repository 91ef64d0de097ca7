/** A user whom the system does not know, as in many containers. */
import { spawnSync } from "node:child_process";
import { chmod, readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { COMMAND } from "./swath.ts";

const AS_UNKNOWN = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"];
const canChange = spawnSync(AS_UNKNOWN[0]!, [...AS_UNKNOWN.slice(1), COMMAND[0], "--version"]).status === 0;

async function runAsUnknown(words: readonly string[], env: Record<string, string> = {}) {
  const cwd = await testFolder();
  await chmod(cwd, 0o777);
  const [program = "", ...args] = [...AS_UNKNOWN, ...COMMAND, ...words];
  const { PATH = "" } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    env: { PATH, ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr, left: await readdir(cwd) };
}

it("AUTH-12 without a home and a name, help works, and other commands say which folder they need", async (context) => {
  need(canChange, "the tests do not run as root, or setpriv is missing", context);
  for (const words of [["--help"], ["--version"], ["catalog", "search", "--help"]])
    expect(await runAsUnknown(words)).toMatchObject({ status: 0, stderr: "", left: [] });
  for (const words of [["version"], ["catalog", "search", "--sandbox"], ["auth", "login"]]) {
    const run = await runAsUnknown(words);
    expect(run).toMatchObject({ status: 2, stdout: "", left: [] });
    expect(run.stderr).toBe(
      "Error: neither HOME nor XDG_CONFIG_HOME is an absolute path: settings, keys and the spend journal need a folder\n" +
        "  Set HOME to a folder of this user, such as HOME=/var/lib/swath\n  code CONFIG_INVALID, exit 2\n",
    );
  }
});

it("AUTH-12 without a home and a name, no home is needed where every folder is given", async (context) => {
  need(canChange, "the tests do not run as root, or setpriv is missing", context);
  const folders = ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"];
  const env = Object.fromEntries(folders.map((name) => [name, `/swath-nowhere/${name}`]));
  expect(await runAsUnknown(["version"], env)).toMatchObject({ status: 0, stderr: "", left: [] });
});
