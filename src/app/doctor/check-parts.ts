import { checkKeyring } from "../../settings/keyring.ts";
import { VERSION } from "../../version.ts";
import { examine, pass, type CheckFinding } from "./check.ts";

/** The operating system and the version of Node. */
export interface Runtime {
  platform: string;
  nodeVersion: string;
}

/** Checks the program, its runtime, and its optional parts. */
export async function checkParts({ platform, nodeVersion }: Runtime): Promise<CheckFinding[]> {
  return [
    await examine("program", () => pass(`swath ${VERSION} on ${platform}`)),
    { check: "node", ...pass(nodeVersion) },
    await examine("keyring", async () => pass(KEYRING_STATES[await checkKeyring()])),
  ];
}

const KEYRING_STATES = {
  reachable: "can be reached",
  unreachable: "none can be reached; keys are kept in a file that only you can read",
  missing: "this installation has no part for it; keys are kept in a file that only you can read",
};
