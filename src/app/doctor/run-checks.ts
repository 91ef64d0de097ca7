/** Runs all checks of `doctor`. This file checks the program itself; each other file checks one subject. */
import { AppError } from "../../errors.ts";
import { type Hint, hintText } from "../../hint.ts";
import { checkKeyring } from "../../settings/keyring.ts";
import { VERSION } from "../../version.ts";
import type { AppContext } from "../context.ts";
import { checkFolders } from "./check-folders.ts";
import { checkDeployment, checkService } from "./check-service.ts";
import { checkCredential, checkSettings, type StoredSettings } from "./check-settings.ts";
import { type Check, type CheckFinding, examine, pass } from "./check.ts";

/** Runs every check in order, independently: a failed one does not hide the next. */
export async function runChecks(
  context: AppContext,
  input: Runtime & StoredSettings & { offline?: true },
): Promise<Check[]> {
  const parts = await checkParts(input);
  const settings = await checkSettings(context, input);
  const credential = await checkCredential(context);
  const folders = await checkFolders(context);
  const isReady = [...settings, ...credential].every(({ status }) => status !== "fail");
  const service = await checkService(context, explainSkip(input.offline, isReady));
  const isServed = service.every(({ status }) => status !== "fail");
  const deployment = await checkDeployment(context, explainSkip(input.offline, isReady && isServed));
  const findings = [...parts, ...settings, ...credential, ...folders, ...service, ...deployment];
  reportFailedChecks(context, findings);
  return findings.map(({ check, status, detail, next, error }) => ({
    check,
    status,
    detail,
    hint: dropDoctor(next ?? error?.next),
  }));
}

/** The operating system and the version of Node. */
interface Runtime {
  platform: string;
  nodeVersion: string;
}

/** Checks the program, its runtime, and its optional parts. */
async function checkParts({ platform, nodeVersion }: Runtime): Promise<CheckFinding[]> {
  return [
    await examine("program", () => pass(`swath ${VERSION} on ${platform}`)),
    { check: "node", ...pass(nodeVersion) },
    await examine("keyring", async () => pass(KEYRING_STATES[await checkKeyring()])),
  ];
}

const KEYRING_STATES = {
  reachable: "can be reached",
  unreachable: "none can be reached; keys are kept in a file that only you can read",
  missing: "this installation does not support keyrings; keys are kept in a file that only you can read",
};

/** Removes a next step that suggests the doctor itself. */
const dropDoctor = (hint: Hint | undefined): Hint | null =>
  hint === undefined || hintText(hint).includes("doctor") ? null : hint;

function explainSkip(offline: true | undefined, isReady: boolean): string | undefined {
  if (offline === true) return "skipped: offline";
  return isReady ? undefined : "skipped: fix the failures above first";
}

/** The exit code is that of the first failure. */
function reportFailedChecks(context: AppContext, findings: readonly CheckFinding[]): void {
  const failed = findings.filter(({ status }) => status === "fail");
  const [{ error: first } = {}] = failed;
  if (first === undefined) return;
  const names = failed.map(({ check }) => check).join(", ");
  context.events.failed(
    new AppError(first.kind, first.code, `${failed.length} of ${findings.length} checks failed: ${names}`, {
      next: first.next,
      about: first.about,
      cause: first,
    }),
  );
}
