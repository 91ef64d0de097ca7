/** Saves the quote of `--save`. */
import type { QuoteInput } from "../app/quotes/make-quote.ts";
import type { Context } from "../cli/context.ts";
import type { SaveOptions } from "../cli/flags/save-flags.ts";
import { usageFault } from "../cli/input/usage.ts";
import { isAboveLimit } from "../domain/price/money.ts";
import { UNKNOWN_REQUESTER } from "../domain/quotes/quote-rules.ts";
import { inputError } from "../errors.ts";
import { timeForPeople } from "../time/timestamp.ts";
import { advice, swath } from "../hint.ts";

/** Returns the function that saves a quote; undefined if none is asked for. Throws for flags without `--save`. */
export function makeQuoteSaver(
  context: Context,
  { save, validFor }: SaveOptions,
): ((input: QuoteInput) => Promise<void>) | undefined {
  if (save === undefined) {
    if (validFor === undefined) return undefined;
    throw inputError([
      usageFault("--valid-for", "--valid-for is the time of a quote, and no quote is saved", {
        next: "Add --save <file>",
      }),
    ]);
  }
  return async (input) => {
    const [{ makeQuote }, { saveQuote }] = await Promise.all([
      import("../app/quotes/make-quote.ts"),
      import("../app/quotes/quote-file.ts"),
    ]);
    const askedBy = findRequester(context.env);
    if (askedBy === UNKNOWN_REQUESTER)
      context.events.note("The quote does not say who asks: set the variable USER to your name");
    const quote = await makeQuote(context, input, { askedBy, lifetimeMs: validFor });
    await saveQuote(context, save, quote);
    context.events.note(
      `Saved the quote ${save}, which ends at ${timeForPeople(quote.ends)}`,
      needsApproval(context, quote.price)
        ? advice`Have it approved: ${swath`quote approve ${save} --by <name>`}`
        : advice`Buy it: ${swath`quote buy ${save}`}`,
    );
  };
}

/** Returns whether the price is above the setting `approval.above`, or cannot be compared with it. */
function needsApproval({ settings, dialect }: Context, price: string): boolean {
  const { value: above } = settings.approvalAbove;
  return above !== undefined && isAboveLimit(price, above, dialect["currency.$"]);
}

/** Returns the name of the person who runs the program, as the system or the CI runner has it. */
function findRequester(env: Context["env"]): string {
  const names = ["GITHUB_ACTOR", "USER", "LOGNAME", "USERNAME"].map((name) => env[name]);
  return names.find((name) => name !== undefined && name !== "") ?? UNKNOWN_REQUESTER;
}
