/** Buys a quote, at most once, through the one purchase path. */
import { checkBody } from "../../contract/parse.ts";
import { refusalOf, type QuoteRefusal } from "../../domain/quotes/judge-quote.ts";
import type { JudgedApproval } from "../../domain/quotes/approval.ts";
import type { Quote } from "../../domain/quotes/quote.ts";
import { AppError, inputError } from "../../errors.ts";
import type { NextStep } from "../../next-step.ts";
import { requireQuoteOpen } from "../buying/quote-reasons.ts";
import type { AppContext } from "../context.ts";
import { placeOrder } from "../ordering/place-order.ts";
import type { OrderContext, PlacedOrder } from "../ordering/settle-order.ts";
import { decideSubjects, type DecisionRow } from "../tasking/decide-requests.ts";
import { approvalsHere, termsOf } from "./quote-terms.ts";

export type BuyQuoteContext = OrderContext & Pick<AppContext, "directories">;

export interface BuyQuoteOptions {
  /** Buys only a quote that this machine's key, or one that the profile trusts, has approved. */
  needsApproval?: boolean;
}

/** An order, or the outcomes of approvals. */
export type Bought = { order: PlacedOrder } | { decisions: DecisionRow[] };

/**
 * Reads the price again and buys, if it is the price of the quote. Errors: QUOTE_REFUSED for a quote that was edited, has ended,
 * was bought, or is for another journal, service or account; PRICE_CHANGED; APPROVAL_REQUIRED; and those of a purchase.
 */
export async function buyQuote(
  context: BuyQuoteContext,
  quote: Quote,
  { needsApproval = false }: BuyQuoteOptions = {},
): Promise<Bought> {
  const { service } = context;
  const { order, approve = [] } = quote;
  const outcome = order === undefined ? "nothing was approved" : "nothing was ordered";
  await requireForHere(context, quote, outcome);
  const approvals = await approvalsHere(context, quote);
  if (needsApproval && !approvals.some(isTrusted))
    throw new AppError(
      "local",
      "APPROVAL_REQUIRED",
      `no key that this profile trusts has approved the quote: ${outcome}`,
      { data: { reason: "notApproved", quote: quote.digest } },
    );
  const terms = termsOf(quote, approvals);
  if (!service.isDryRun) await requireQuoteOpen(context, terms, outcome);
  if (order === undefined)
    return { decisions: await decideSubjects(context, "approve", approve, { quote: terms }) };
  const checked = await checkBody("placeOrder", order);
  if (!checked.ok) throw inputError(checked.faults);
  return { order: await placeOrder(context, checked.value, { quote: terms }) };
}

const isTrusted = ({ standing }: JudgedApproval): boolean => standing === "other" || standing === "own";

/** Throws QUOTE_REFUSED. */
async function requireForHere(context: BuyQuoteContext, quote: Quote, outcome: string): Promise<void> {
  const { service, settings } = context;
  const { origin } = await service.connect();
  const reason = refusalOf(quote, { origin, organizationId: settings.organizationId.value });
  if (reason === undefined) return;
  throw new AppError("local", "QUOTE_REFUSED", `${refusalText(reason, quote, origin)}: ${outcome}`, {
    data: { reason },
    next: REFUSAL_STEPS[reason],
  });
}

function refusalText(reason: QuoteRefusal, quote: Quote, origin: string): string {
  switch (reason) {
    case "edited":
      return "the quote was edited: its contents are not those of its digest";
    case "otherService":
      return `the quote is for ${quote.service}, and this profile uses ${origin}`;
    case "otherAccount":
      return `the quote is for organization ${quote.organizationId}, and this profile is of another one`;
  }
}

const REFUSAL_STEPS: Readonly<Record<QuoteRefusal, NextStep>> = {
  edited: { do: "makeQuote" },
  otherService: { do: "chooseProfile" },
  otherAccount: { do: "chooseProfile" },
};
