import { loadSqlite } from "../../disk/sqlite.ts";
import { keyringState } from "../../settings/keyring.ts";
import { AppError } from "../../errors.ts";
import { VERSION } from "../../version.ts";
import { fail, ok, warn, type CheckFinding } from "./check.ts";

/** The oldest supported Node: major, minor. */
const OLDEST_NODE = [20, 19] as const;

/** The operating system and the version of Node. */
export interface Runtime {
  platform: string;
  nodeVersion: string;
}

/** Checks the program, its runtime, and its optional parts. */
export async function checkParts({ platform, nodeVersion }: Runtime): Promise<CheckFinding[]> {
  return [
    ok("program", `swath ${VERSION} on ${platform}`),
    checkNode(nodeVersion),
    await checkSandboxPart(),
    await checkKeyring(),
  ];
}

function checkNode(version: string): CheckFinding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldMajor, oldMinor] = OLDEST_NODE;
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return ok("node", version);
  const wanted = OLDEST_NODE.join(".");
  return fail("node", new AppError("local", "USAGE", `Node ${version} is older than ${wanted}`));
}

async function checkSandboxPart(): Promise<CheckFinding> {
  switch ((await loadSqlite())?.source) {
    case "libsql":
      return ok("sandbox part", "installed");
    case "node":
      return ok("sandbox part", "Node's SQLite, since libsql is not installed");
    case undefined:
      return warn("sandbox part", "libsql is not installed, so the sandbox cannot run");
  }
}

const KEYRING_STATES = {
  reachable: "can be reached",
  unreachable: "none can be reached; keys are kept in a file that only you can read",
  missing: "this installation has no part for it; keys are kept in a file that only you can read",
};

const checkKeyring = async (): Promise<CheckFinding> => ok("keyring", KEYRING_STATES[await keyringState()]);
