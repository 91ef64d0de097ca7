/** The terms of a quote on this machine. */
import type { QuotedTerms } from "../../money/quotes.ts";
import { judgeApprovals, type JudgedApproval } from "../../domain/quotes/approval.ts";
import { toTimeMs, type Quote } from "../../domain/quotes/quote.ts";
import type { AppContext } from "../context.ts";
import { findPublicKey } from "./approval-key.ts";

/** Returns the approvals with their standing here: the profile lists the keys that it trusts. */
export async function judgeApprovalsHere(context: AppContext, quote: Quote): Promise<JudgedApproval[]> {
  const listed = context.settings.approvalKeys.value ?? [];
  return judgeApprovals(quote, { listed, own: await findPublicKey(context) });
}

export const toQuotedTerms = (quote: Quote, approvals: readonly JudgedApproval[]): QuotedTerms => ({
  digest: quote.digest,
  journalId: quote.journal,
  price: quote.price,
  madeMs: toTimeMs(quote.made),
  endsMs: toTimeMs(quote.ends),
  skewMs: quote.skewMs,
  isApproved: approvals.some(({ standing }) => standing === "other"),
});
