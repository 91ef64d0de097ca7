/** One approval or rejection, and the truth about it afterwards. */
import type { SpendFacts } from "../../contract/spend.ts";
import type { Decision } from "../../domain/tasking/decision-body.ts";
import { REVIEW } from "../../domain/tasking/request-states.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import type { Finding } from "../../ledger/settle-intent.ts";
import type { Context } from "../../cli/context.ts";
import type { RequestKind } from "./request-kind.ts";

/** The status code after the decision; undefined when the service does not tell. */
export async function sendDecision(
  context: Context,
  kind: RequestKind,
  id: string,
  decision: Decision,
  facts?: SpendFacts,
): Promise<string | undefined> {
  let code: string | undefined;
  try {
    ({ status: code } = await kind.decide(context, id, decision, facts));
  } catch (error) {
    if (!(error instanceof AppError) || !UNKNOWN.has(error.code)) throw error;
    return settleUnknown(context, kind, id, decision, error);
  }
  // `approved` is a word of the request that some services echo; no record ever has it.
  if (code !== undefined && code !== "approved") return code;
  const shown = await reread(context, kind, id);
  if (shown === REVIEW)
    context.notes.warn(
      `the service took the decision on ${kind.title} ${id}, and still shows it in ${REVIEW}: look again with swath ${kind.noun} get ${id}`,
    );
  return shown;
}

/** Failures after which the service may have done as it was asked. */
const UNKNOWN: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "OUTCOME_UNKNOWN",
  "NETWORK",
  "TIMEOUT",
  "SERVICE_ERROR",
]);

async function reread(context: Context, kind: RequestKind, id: string): Promise<string | undefined> {
  try {
    return (await kind.get(context, id)).status;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Looks instead of sending again: what has left review was decided. */
async function settleUnknown(
  context: Context,
  kind: RequestKind,
  id: string,
  decision: Decision,
  error: AppError,
): Promise<string> {
  const code = await reread(context, kind, id);
  const isRejected = code === "rejected";
  if (code !== undefined && code !== REVIEW && isRejected === (decision === "reject")) {
    context.notes.note(`No answer came, but ${kind.title} ${id} is now ${code}: the decision arrived`);
    await resolve(context, error, { resultId: id, by: "search" });
    return code;
  }
  // Deciding twice is deciding once: what still waits in review may be approved again.
  if (code === REVIEW)
    await resolve(context, error, { notCreated: true, by: "search", reason: "still in review" });
  throw new AppError(
    error.kind,
    error.code,
    `${error.message}; ${kind.title} ${id} is ${code ?? "unreadable"}`,
    {
      status: error.status,
      serviceCode: error.serviceCode,
      request: error.request,
      data: { ...error.data, id, status: code ?? null },
      cause: error,
      hint:
        code === REVIEW
          ? `It still waits for review, so it may be sent again: swath ${kind.noun} ${decision} ${id}`
          : error.hint,
    },
  );
}

/** What was found out settles the journal's entry too; a journal that cannot be written keeps asking. */
async function resolve({ service, notes }: Context, { data }: AppError, finding: Finding): Promise<void> {
  const intentId = data?.["intentId"];
  // "absent": the look right after the failure has settled the entry already.
  if (typeof intentId !== "string" || data?.["search"] === "absent") return;
  try {
    await (await service.journal()).resolve(intentId, finding);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    notes.warn(error.message);
  }
}
