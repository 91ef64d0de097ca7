/** P12 a real keyring of this system (GNOME's, on its own message bus): stored, read, sent, removed, in no file. */
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it, onTestFinished, type TestContext } from "vitest";
import { refusalOf, socketFolder, startDaemon, type Daemon } from "../daemon.ts";
import { hostileServer } from "../faults/hostile-server.ts";
import { json, say } from "../faults/reply.ts";
import { need } from "../need.ts";
import { testFolder } from "../new-folder.ts";
import { cleanEnv, shell } from "./swath.ts";

const KEY = "keyring-93aF7-pl4nted";
const TOOLS = ["dbus-daemon", "dbus-monitor", "gnome-keyring-daemon"];
const isHere = (tool: string): boolean =>
  spawnSync("sh", ["-c", 'command -v "$0"', tool], { stdio: "ignore" }).status === 0;

/** The package is optional: some platforms have no build of it. */
function isLibraryHere(): boolean {
  try {
    createRequire(import.meta.url)("@napi-rs/keyring");
    return true;
  } catch {
    return false;
  }
}

/** Starts a message bus with an unlocked keyring; both end with the test. Returns the variables that lead to them. */
async function startKeyring(home: string): Promise<Record<string, string>> {
  const runtime = await mkdtemp(join(socketFolder(), "run-"));
  onTestFinished(() => rm(runtime, { recursive: true, force: true }));
  const variables: Record<string, string> = { XDG_RUNTIME_DIR: runtime };
  const start = (program: string, words: readonly string[], input?: string): Daemon => {
    const daemon = startDaemon(program, words, {
      env: cleanEnv(home, variables),
      ...(input !== undefined && { input }),
    });
    onTestFinished(() => daemon.stop());
    return daemon;
  };
  const ownBus = ["--address=unix:runtime=yes", "--print-address", "--nofork", "--nopidfile"];
  const listening = /^(unix:.*)\n/m;
  const bus = start("dbus-daemon", ["--session", ...ownBus]);
  variables["DBUS_SESSION_BUS_ADDRESS"] = listening.exec(await bus.logs(listening))?.[1] ?? "";
  // The keyring takes its name on the bus when it is unlocked, which is after its start.
  const monitor = start("dbus-monitor", [
    "--session",
    "type='signal',member='NameOwnerChanged',arg0='org.freedesktop.secrets'",
  ]);
  await monitor.logs(/NameAcquired/);
  const keyring = start(
    "gnome-keyring-daemon",
    ["--foreground", "--unlock", "--components=secrets"],
    "opens",
  );
  await keyring.during(monitor.logs(/NameOwnerChanged[^]*"org\.freedesktop\.secrets"/));
  return variables;
}

/** Skips where the daemons may not run: a user without an entry in /etc/passwd, a container without their privileges. */
async function needKeyring(home: string, context: TestContext): Promise<Record<string, string>> {
  try {
    return await startKeyring(home);
  } catch (error) {
    const refusal = refusalOf(error);
    need(refusal === undefined, `no keyring may run here: ${refusal}`, context);
    throw error;
  }
}

const LOGOUT = `
set -e
swath auth logout
swath auth status || echo "code $?"`;
const LOGIN = `
set -e
echo "$PLANTED" | swath auth login --api-key-stdin --keyring --no-check
unset PLANTED
swath auth status
swath task get t-1 --output id`;

it("P12 auth login --keyring keeps the key only in the keyring", async (context) => {
  const missing = TOOLS.filter((tool) => !isHere(tool));
  need(missing.length === 0, `not installed: ${missing.join(", ")} (Debian: gnome-keyring, dbus)`, context);
  need(isLibraryHere(), "the optional package @napi-rs/keyring is not installed", context);
  const home = await testFolder();
  const variables = await needKeyring(home, context);
  await using server = await hostileServer(say(json({ taskingrequestId: "t-1", lastStatusCode: "active" })));
  const env = { ...variables, SWATH_BASE_URL: server.url };
  const isInNoFile = async (): Promise<void> => {
    const entries = await readdir(home, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    for (const path of files.map((entry) => join(entry.parentPath, entry.name)))
      expect(await readFile(path, "latin1"), path).not.toContain(KEY);
  };

  const login = await shell(LOGIN, { home, env: { ...env, PLANTED: KEY } });
  expect(login.code, login.stderr).toBe(0);
  expect(login.stdout).toContain("system keyring");
  expect(login.stdout).toContain("t-1");
  expect(server.asked.map(({ headers }) => headers["authorization"])).toEqual([`ApiKey ${KEY}`]);
  await isInNoFile();

  const logout = await shell(LOGOUT, { home, env });
  expect(logout.code, logout.stderr).toBe(0);
  expect(logout.stdout).toContain("code 4");
  await isInNoFile();
  for (const { stdout, stderr } of [login, logout])
    for (const text of [stdout, stderr]) expect(text).not.toContain(KEY);
});
