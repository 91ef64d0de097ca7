/** P12 a real keyring of this system (GNOME's, on a message bus of its own): stored, read, sent, removed, in no file. */
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hostileServer } from "../faults/hostile-server.ts";
import { json, say } from "../faults/reply.ts";
import { need } from "../need.ts";
import { PROGRAM, shell, tempDir } from "./swath.ts";

const KEY = "keyring-93aF7-pl4nted";
const TOOLS = ["dbus-run-session", "gnome-keyring-daemon"];
const isHere = (tool: string): boolean => spawnSync("which", [tool], { stdio: "ignore" }).status === 0;

const SESSION = `
echo -n opens | gnome-keyring-daemon --unlock --components=secrets > /dev/null 2>&1
swath() { "$NODE" "$PROGRAM" "$@"; }
set -e
echo "$PLANTED" | swath auth login --api-key-stdin --keyring --no-check
unset PLANTED
swath auth status
swath task get t-1 --output id
swath auth logout
swath auth status || echo "code $?"`;

it("P12 auth login --keyring keeps the key in the keyring alone", async (context) => {
  const missing = TOOLS.filter((tool) => !isHere(tool));
  need(missing.length === 0, `not installed: ${missing.join(", ")} (Debian: gnome-keyring, dbus)`, context);
  const home = await tempDir();
  const runtime = join(home, "run");
  await mkdir(runtime, { mode: 0o700 });
  await using server = await hostileServer(say(json({ taskingrequestId: "t-1", lastStatusCode: "active" })));
  const env = {
    SWATH_BASE_URL: server.url,
    XDG_RUNTIME_DIR: runtime,
    SESSION,
    PLANTED: KEY,
    NODE: process.execPath,
    PROGRAM,
  };
  const { code, stdout, stderr } = await shell('dbus-run-session -- bash -c "$SESSION"', { home, env });
  expect(code, stderr).toBe(0);
  expect(stdout).toContain("system keyring");
  expect(stdout).toContain("t-1");
  expect(stdout).toContain("code 4");
  expect(server.asked.map(({ headers }) => headers["authorization"])).toEqual([`ApiKey ${KEY}`]);
  for (const text of [stdout, stderr]) expect(text).not.toContain(KEY);
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of files) expect(await readFile(path, "latin1"), path).not.toContain(KEY);
});
