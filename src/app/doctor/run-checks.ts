import type { AppContext } from "../context.ts";
import { AppError } from "../../errors.ts";
import { checkCredential } from "./check-credential.ts";
import { checkFolders } from "./check-folders.ts";
import { checkParts, type Runtime } from "./check-parts.ts";
import { checkService } from "./check-service.ts";
import { checkSettings, type StoredSettings } from "./check-settings.ts";
import type { Check, CheckFinding } from "./check.ts";
import { hintText } from "../../hint.ts";

/** Every check in order, independently: a failed one does not hide the next. */
export async function runChecks(
  context: AppContext,
  input: Runtime & StoredSettings & { offline?: true },
): Promise<Check[]> {
  const parts = await checkParts(input);
  const settings = await checkSettings(context, input);
  const credential = await checkCredential(context);
  const folders = await checkFolders(context);
  const isReady = [...settings, ...credential].every(({ status }) => status !== "fail");
  const service = await checkService(context, whyNot(input.offline, isReady));
  const findings = [...parts, ...settings, ...credential, ...folders, ...service];
  reportFailures(context, findings);
  return findings.map(({ check, status, detail, hint }) => ({
    check,
    status,
    detail,
    hint: hint === null ? null : hintText(hint, context.command),
  }));
}

function whyNot(offline: true | undefined, isReady: boolean): string | undefined {
  if (offline === true) return "left out (--offline)";
  return isReady ? undefined : "Skipped: fix the failures above first.";
}

/** The exit code is that of the first failure. */
function reportFailures(context: AppContext, findings: readonly CheckFinding[]): void {
  const failed = findings.filter(({ status }) => status === "fail");
  const [{ error: first, hint } = {}] = failed;
  if (first === undefined) return;
  const names = failed.map(({ check }) => check).join(", ");
  context.events.failed(
    new AppError(first.kind, first.code, `${failed.length} of ${findings.length} checks failed: ${names}`, {
      ...(hint !== null && hint !== undefined && { hint }),
      cause: first,
    }),
  );
}
