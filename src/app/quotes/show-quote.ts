/** Describes a quote: what it buys, at what price, and what it is worth on this machine. Sends nothing. */
import type { JudgedApproval } from "../../domain/quotes/approval.ts";
import { isEdited, listQuotedParts, type Quote, type QuotedPart } from "../../domain/quotes/quote.ts";
import { readQuoteReasons, type QuoteReason } from "../../money/quotes.ts";
import { describeEarlier } from "../../money/words.ts";
import type { AppContext } from "../context.ts";
import { judgeApprovalsHere, toQuotedTerms } from "./quote-terms.ts";

export interface QuoteReport {
  digest: string;
  buys: "order" | "approval";
  parts: QuotedPart[];
  price: string;
  profile: string;
  service: string;
  organizationId?: string | undefined;
  askedBy: string;
  made: string;
  ends: string;
  journal: string;
  /** `open`: nothing here is against buying it. */
  state: "open" | "edited" | "ended" | "bought" | "unknown" | "being bought" | "of another journal";
  /** The reason for another state than `open`, as a sentence. */
  reason?: string;
  approvals: Pick<JudgedApproval, "by" | "at" | "key" | "standing">[];
}

export async function showQuote(context: AppContext, quote: Quote): Promise<QuoteReport> {
  const { digest, price, profile, service, organizationId, askedBy, made, ends, journal } = quote;
  const approvals = await judgeApprovalsHere(context, quote);
  return {
    digest,
    buys: quote.order === undefined ? "approval" : "order",
    parts: listQuotedParts(quote),
    price,
    profile,
    service,
    ...(organizationId !== undefined && { organizationId }),
    askedBy: askedBy.name,
    made,
    ends,
    journal,
    ...(await judgeState(context, quote, approvals)),
    approvals: approvals.map(({ by, at, key, standing }) => ({ by, at, key, standing })),
  };
}

async function judgeState(
  context: AppContext,
  quote: Quote,
  approvals: readonly JudgedApproval[],
): Promise<Pick<QuoteReport, "state" | "reason">> {
  if (isEdited(quote)) return { state: "edited", reason: "Its contents are not those of its digest" };
  const [reason] = await readQuoteReasons(context, toQuotedTerms(quote, approvals));
  if (reason === undefined) return { state: "open" };
  return { state: toState(reason), reason: describeEarlier(reason, { count: 1 }) };
}

function toState(reason: QuoteReason): QuoteReport["state"] {
  if (reason.kind === "quoteUsed") return USED_STATES[reason.entry.state];
  return reason.kind === "quoteOfOtherJournal" ? "of another journal" : "ended";
}

const USED_STATES = {
  prepared: "being bought",
  sending: "being bought",
  unknown: "unknown",
  confirmed: "bought",
} as const;
