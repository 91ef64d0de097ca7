import type { AppContext } from "../context.ts";
import { AppError } from "../../errors.ts";
import { checkCredential } from "./check-credential.ts";
import { checkDeployment } from "./check-deployment.ts";
import { checkFolders } from "./check-folders.ts";
import { checkParts, type Runtime } from "./check-parts.ts";
import { checkService } from "./check-service.ts";
import { checkSettings, type StoredSettings } from "./check-settings.ts";
import type { Check, CheckFinding } from "./check.ts";
import { hintText, type Hint } from "../../hint.ts";

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
  reportFailures(context, findings);
  return findings.map(({ check, status, detail, next, error }) => ({
    check,
    status,
    detail,
    hint: dropDoctor(next ?? error?.next),
  }));
}

/** Removes a next step that suggests the doctor itself. */
const dropDoctor = (hint: Hint | undefined): Hint | null =>
  hint === undefined || hintText(hint).includes("doctor") ? null : hint;

function explainSkip(offline: true | undefined, isReady: boolean): string | undefined {
  if (offline === true) return "skipped: offline";
  return isReady ? undefined : "skipped: fix the failures above first";
}

/** The exit code is that of the first failure. */
function reportFailures(context: AppContext, findings: readonly CheckFinding[]): void {
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
