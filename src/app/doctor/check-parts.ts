import { loadSqlite } from "../../disk/sqlite.ts";
import { keyringState } from "../../settings/keyring.ts";
import { AppError } from "../../errors.ts";
import { VERSION } from "../../version.ts";
import { examine, fail, ok, warn, type CheckFinding, type Finding } from "./check.ts";

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
    await examine("program", () => ok(`swath ${VERSION} on ${platform}`)),
    await examine("node", () => checkNode(nodeVersion)),
    await examine("sandbox part", checkSandboxPart),
    await examine("keyring", async () => ok(KEYRING_STATES[await keyringState()])),
  ];
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldMajor, oldMinor] = OLDEST_NODE;
  if (major > oldMajor || (major === oldMajor && minor >= oldMinor)) return ok(version);
  const wanted = OLDEST_NODE.join(".");
  return fail(new AppError("local", "USAGE", `Node ${version} is older than ${wanted}`));
}

async function checkSandboxPart(): Promise<Finding> {
  switch ((await loadSqlite())?.source) {
    case "libsql":
      return ok("installed");
    case "node":
      return ok("Node's SQLite, since libsql is not installed");
    case undefined:
      return warn("libsql is not installed, so the sandbox cannot run");
  }
}

const KEYRING_STATES = {
  reachable: "can be reached",
  unreachable: "none can be reached; keys are kept in a file that only you can read",
  missing: "this installation has no part for it; keys are kept in a file that only you can read",
};
