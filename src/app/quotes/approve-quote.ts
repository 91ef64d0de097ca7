/** Approves a quote: a person types its amount, and this machine's key signs it. */
import { derivePublicKey, signQuote } from "../../domain/quotes/approval.ts";
import { isEdited, listQuotedParts, toTimeMs, type Quote } from "../../domain/quotes/quote.ts";
import {
  isComparable,
  isSamePrice,
  formatMoney,
  parseMoney,
  formatServicePrice,
} from "../../domain/price/money.ts";
import { ASSISTANT_REQUESTER, UNKNOWN_REQUESTER } from "../../domain/quotes/quote-rules.ts";
import { AppError } from "../../errors.ts";
import { escapeLine } from "../../render/safe-text.ts";
import { formatTimestamp, timeForPeople } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { noteIfInterrupted } from "../../money/consent.ts";
import { requireKey } from "./approval-key.ts";
import { MAKE_QUOTE } from "../../money/words.ts";

export interface ApproveOptions {
  /** Name of the approver. */
  by: string;
  /** Asks a person to type the amount. Called only on a terminal. */
  typeAmount: (question: string) => Promise<string>;
}

/**
 * Returns the quote with the approval. Errors: QUOTE_REFUSED for a quote that was edited or has ended; USAGE with consent
 * beforehand, and CONFIRMATION_REQUIRED without a terminal, because an approval is typed; ABORTED for another amount.
 */
export async function approveQuote(
  context: AppContext,
  quote: Quote,
  { by, typeAmount }: ApproveOptions,
): Promise<Quote> {
  const { clock, consent } = context;
  if (isEdited(quote))
    throw toApprovalRefusal("edited", "the quote was edited: its contents are not those of its digest");
  if (clock.now() >= toTimeMs(quote.ends))
    throw toApprovalRefusal("quoteNotCurrent", `the quote ended at ${timeForPeople(quote.ends)}`);
  if (consent.isGiven)
    throw new AppError(
      "usage",
      "USAGE",
      "a person approves a quote by typing its amount: nothing was approved",
      {
        next: "Approve it on a terminal, without --yes",
      },
    );
  if (!consent.canAsk)
    throw new AppError(
      "usage",
      "CONFIRMATION_REQUIRED",
      "a person approves a quote by typing its amount. This is not a terminal, so nothing was approved",
      { next: "Approve it on a terminal, without --yes" },
    );
  noteTerms(context, quote);
  const typed = await noteIfInterrupted(
    context,
    typeAmount(`Type the amount to approve it (${formatServicePrice(quote.price)}):`),
    "Nothing was approved",
  );
  if (!isAmount(context, typed, quote.price))
    throw new AppError(
      "local",
      "ABORTED",
      `${JSON.stringify(typed)} is not the price of the quote, ${formatServicePrice(quote.price)}: nothing was approved`,
    );
  const key = await requireKey(context);
  const approval = signQuote(quote, key, { by, at: formatTimestamp(clock.now()) });
  if (quote.askedBy.key === derivePublicKey(key) && !isEnoughForAssistant(context, quote))
    context.events.note(
      "The quote was asked for with the same key, so this does not count as the approval of another person",
    );
  const others = quote.approvals.filter((one) => one.key !== approval.key);
  return { ...quote, approvals: [...others, approval] };
}

/** Reports whether an assistant made the quote, and the approval of its own machine's person is enough to buy it. */
export const isEnoughForAssistant = (
  { settings }: AppContext,
  { askedBy }: Pick<Quote, "askedBy">,
): boolean => askedBy.name === ASSISTANT_REQUESTER && settings.approvalAbove.value === undefined;

function noteTerms({ events }: AppContext, quote: Quote): void {
  const note = (text: string): void => events.note(escapeLine(text));
  for (const { name, words, price } of listQuotedParts(quote))
    note([name, words, price].filter((part) => part !== undefined).join(", "));
  const { profile, service, askedBy, ends } = quote;
  note(`Total ${formatServicePrice(quote.price)}, at ${service} (profile ${profile})`);
  const end = timeForPeople(ends);
  note(
    askedBy.name === UNKNOWN_REQUESTER ? `Ends at ${end}` : `Asked for by ${askedBy.name}; ends at ${end}`,
  );
}

/** An amount without a currency has that of the price. */
function isAmount({ dialect }: AppContext, typed: string, price: string): boolean {
  const money = parseMoney(typed.trim());
  const dollar = dialect["currency.$"];
  if (money === undefined || !isComparable(price, money, dollar)) return false;
  const currency = money.currency || (parseMoney(price)?.currency ?? "");
  return isSamePrice(formatMoney({ ...money, currency }), price, dollar);
}

const toApprovalRefusal = (reason: string, message: string): AppError =>
  new AppError("local", "QUOTE_REFUSED", `${message}: nothing was approved`, {
    data: { reason },
    next: MAKE_QUOTE,
  });
