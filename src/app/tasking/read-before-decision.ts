/** What a request is like right before it is decided: it must wait in review, and its price is read. */
import type { RequestRecord } from "../../contract/read-record.ts";
import type { ImageBound } from "../../domain/spending/commitment.ts";
import { isFinal, REVIEW } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import type { Context } from "../../cli/context.ts";
import type { RequestKind } from "./request-kind.ts";
import { waitForEstimate } from "./wait-for-request.ts";
import type { WaitOptions } from "../../cli/flags/wait-flags.ts";

export interface Looked {
  price: string | undefined;
  bound?: ImageBound;
  contractId?: string;
  /** The status after an approval whose answer an earlier run never got: there is nothing left to send. */
  arrived?: string;
}

/** Reads once. Throws NOT_IN_REVIEW in any other state. */
export async function lookAt(context: Context, kind: RequestKind, id: string): Promise<Looked> {
  const record = await kind.get(context, id);
  requireReview(kind, id, record);
  return lookedAt(kind, record);
}

/** The same, after waiting for the estimate where there is none yet. */
export async function lookAtEstimate(
  context: Context,
  kind: RequestKind,
  id: string,
  options: WaitOptions,
): Promise<Looked> {
  const first = await kind.get(context, id);
  if (!isOnTheWay(first)) requireReview(kind, id, first);
  if (kind.estimateOf(first).isReady) return lookedAt(kind, first);
  context.notes.note(`${kind.title} ${id} has no estimate yet: waiting for it (--without-estimate does not)`);
  const record = await waitForEstimate(context, kind, id, options);
  requireReview(kind, id, record);
  return lookedAt(kind, record);
}

function lookedAt(kind: RequestKind, record: RequestRecord): Looked {
  const { price, bound } = kind.estimateOf(record);
  const { contractId } = record;
  return { price, ...(bound && { bound }), ...(contractId !== undefined && { contractId }) };
}

// Spec silent: the state of a new request. One that is merely received gets into review by itself.
const isOnTheWay = ({ status, preApproval }: RequestRecord): boolean =>
  status === "received" && preApproval !== true;

function requireReview(kind: RequestKind, id: string, record: RequestRecord): void {
  const { status: code, preApproval } = record;
  if (code === REVIEW) return;
  const preApproved = preApproval === true ? "; it was pre-approved" : "";
  const what = code === undefined ? "has no status that can be read" : `is ${code}, not in review`;
  throw new AppError(
    "local",
    "NOT_IN_REVIEW",
    `${kind.title} ${id} ${what}${preApproved}: nothing was sent`,
    {
      hint: isFinal(code)
        ? `It has ended; see why with: swath ${kind.noun} get ${id} --history`
        : `See it with: swath ${kind.noun} get ${id}`,
      data: { id, status: code ?? null },
    },
  );
}
