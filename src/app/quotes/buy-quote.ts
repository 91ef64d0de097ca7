/** Buys a quote, at most once, through the one purchase path. */
import { checkBody } from "../../contract/parse.ts";
import type { JudgedApproval } from "../../domain/quotes/approval.ts";
import { isEdited, type Quote } from "../../domain/quotes/quote.ts";
import { AppError, inputError, quoteText } from "../../errors.ts";
import { readQuoteReasons, type QuotedTerms } from "../../money/quotes.ts";
import { makeEarlierError, MAKE_QUOTE } from "../../money/words.ts";
import type { AppContext } from "../context.ts";
import { placeOrder } from "../ordering/place-order.ts";
import type { PlacedOrder } from "../ordering/follow-order.ts";
import { approveRequests } from "../tasking/approve-requests.ts";
import type { DecisionRow } from "../tasking/decisions.ts";
import { judgeApprovalsHere, toQuotedTerms } from "./quote-terms.ts";
import { advice, blank, swath, type Hint } from "../../hint.ts";

export interface BuyQuoteOptions {
  /** Buys only a quote that this machine's key, or one that the profile trusts, has approved. */
  needsApproval?: boolean;
  /** The file of the quote, for the next step. */
  file?: string | undefined;
}

/** An order, or the outcomes of approvals. */
export type Bought = { order: PlacedOrder } | { decisions: DecisionRow[] };

/**
 * Reads the price again and buys, if it is the price of the quote. Errors: QUOTE_REFUSED for a quote that was edited, has ended,
 * was bought, or is for another journal, service or account; PRICE_CHANGED; APPROVAL_REQUIRED; and those of a purchase.
 */
export async function buyQuote(
  context: AppContext,
  quote: Quote,
  { needsApproval = false, file }: BuyQuoteOptions = {},
): Promise<Bought> {
  const { service } = context;
  const { order, approve = [] } = quote;
  const outcome = order === undefined ? "nothing was approved" : "nothing was ordered";
  await requireForHere(context, quote, outcome);
  const approvals = await judgeApprovalsHere(context, quote);
  if (needsApproval && !approvals.some(isTrusted))
    throw toApprovalError(
      approvals,
      new AppError(
        "local",
        "APPROVAL_REQUIRED",
        `no key that this profile trusts has approved the quote: ${outcome}`,
        { data: { reason: "notApproved", quote: quote.digest } },
      ),
      file,
    );
  const terms = toQuotedTerms(quote, approvals);
  if (!service.isDryRun) await requireQuoteOpen(context, terms, outcome);
  try {
    if (order === undefined) return { decisions: await approveRequests(context, approve, { quote: terms }) };
    const checked = await checkBody("placeOrder", order);
    if (!checked.ok) throw inputError(checked.faults);
    return { order: await placeOrder(context, checked.value, { quote: terms }) };
  } catch (error) {
    const isUnapproved = error instanceof AppError && error.code === "APPROVAL_REQUIRED";
    throw isUnapproved ? toApprovalError(approvals, error, file) : error;
  }
}

const isTrusted = ({ standing }: JudgedApproval): boolean => standing === "other" || standing === "own";

/** Returns the error with the approval that does not count, and the step that makes one count. */
function toApprovalError(
  approvals: readonly JudgedApproval[],
  error: AppError,
  file: string | undefined,
): AppError {
  const { message, data } = error;
  const unknown = approvals.find(({ standing }) => standing === "unknown");
  if (unknown !== undefined) {
    const { by, key } = unknown;
    const why = `${quoteText(by)} has approved it with the key ${key}, which is not in approval.keys`;
    return error.restated(`${message}. ${why}`, {
      data: { ...data, by, key },
      next: advice`Trust the key, if its owner confirms it: ${swath`config set approval.keys ${key}`}`,
    });
  }
  const own = approvals.find(({ standing }) => standing === "own");
  const why =
    own === undefined
      ? ""
      : `. The approval by ${quoteText(own.by)} does not count: it is by the buyer or the requester`;
  return error.restated(`${message}${why}`, {
    next: advice`Have it approved: ${swath`quote approve ${file ?? blank("file")} --by <name>`}`,
  });
}

const CHOOSE_PROFILE: Hint = "Choose the profile of the quote with --profile";

/** Throws QUOTE_REFUSED for a quote that was edited, or is for another service or account. */
async function requireForHere(context: AppContext, quote: Quote, outcome: string): Promise<void> {
  const { service, settings } = context;
  const { origin } = await service.connect();
  const [theirs, ours] = [quote.organizationId, settings.organizationId.value];
  const refused = (reason: string, message: string, next: Hint): AppError =>
    new AppError("local", "QUOTE_REFUSED", `${message}: ${outcome}`, { data: { reason }, next });
  if (isEdited(quote))
    throw refused("edited", "the quote was edited: its contents are not those of its digest", MAKE_QUOTE);
  if (quote.service !== origin)
    throw refused(
      "otherService",
      `the quote is for ${quote.service}, and this profile uses ${origin}`,
      CHOOSE_PROFILE,
    );
  // Unknown organizations are the same account.
  if (theirs !== undefined && ours !== undefined && theirs !== ours)
    throw refused(
      "otherAccount",
      `the quote is for organization ${theirs}, and this profile is of another one`,
      CHOOSE_PROFILE,
    );
}

/**
 * Judges a quote by the journal and this machine's clock, before anything is read for it. Errors: QUOTE_REFUSED, and INTENT_OPEN
 * while it is being bought. A request of unknown outcome is judged when it is bought: it may be found at the service.
 */
async function requireQuoteOpen(context: AppContext, quote: QuotedTerms, outcome: string): Promise<void> {
  const reason = (await readQuoteReasons(context, quote)).find(
    (one) => one.kind !== "quoteUsed" || one.entry.state !== "unknown",
  );
  if (reason !== undefined) throw makeEarlierError(reason, { count: 1, outcome });
}
