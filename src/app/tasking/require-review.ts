import type { RequestRecord } from "../../contract/read-record.ts";
import { REVIEW } from "../../domain/tasking/request-states.ts";
import { AppError } from "../../errors.ts";
import type { RequestKind } from "./request-kind.ts";

/** Throws NOT_IN_REVIEW for a request in any other state. */
export function requireReview(kind: RequestKind, id: string, record: RequestRecord): void {
  const { status: code, preApproval } = record;
  if (code === REVIEW) return;
  const preApproved = preApproval === true ? "; it was pre-approved" : "";
  const what = code === undefined ? "has no status that can be read" : `is ${code}, not in review`;
  throw new AppError(
    "local",
    "NOT_IN_REVIEW",
    `${kind.title} ${id} ${what}${preApproved}: nothing was sent`,
    {
      about: { noun: kind.noun, id },
      data: { id, status: code ?? null },
    },
  );
}
