/**
 * May a request that costs money go out? Every limit is held against a price here, and nowhere else before the journal
 * judges again. A price that cannot be read is above every limit.
 */
import { isAboveLimit, limitText, moneyText, parseMoney, type Money } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";
import { agree } from "../consent.ts";
import type { AppContext } from "../context.ts";

export interface PriceLimit {
  limit: Money | undefined;
  /** Of the whole: as the service wrote it, or what a series comes to. */
  price: string | undefined;
  /** The same as people read it, such as `3 images x $1,125.00 = $3,375.00`. */
  shown?: string;
  /** What did not happen: `nothing was ordered`. */
  outcome: string;
  hint: string;
  data?: Record<string, unknown>;
}

const UNREADABLE = "No limit can be held against it: ask the service for the price, or leave out --max-cost";

/** Throws COST_LIMIT_EXCEEDED. */
export function keepLimit({ limit, price, shown, outcome, hint, data = {} }: PriceLimit): void {
  if (limit === undefined || !isAboveLimit(price, limit)) return;
  const isReadable = price !== undefined && parseMoney(price) !== undefined;
  const what =
    price === undefined
      ? "the service shows no price that can be read"
      : isReadable
        ? `the price is ${shown ?? price}`
        : `what the service shows, "${price}", cannot be read as a price`;
  throw new AppError(
    "local",
    "COST_LIMIT_EXCEEDED",
    `${what}, and --max-cost is ${limitText(limit, price)}: ${outcome}`,
    {
      hint: isReadable ? hint : UNREADABLE,
      data: { price: price ?? null, maxCost: moneyText(limit), ...data },
    },
  );
}

/** For what is paid without a price ever being shown: a limit that nobody can keep is not passed over. */
export function refuseUnpriced(limit: Money | undefined, what: string): void {
  if (limit === undefined) return;
  throw new AppError(
    "local",
    "COST_LIMIT_EXCEEDED",
    `${what} costs money without a price being shown first, and --max-cost is ${moneyText(limit)}: nothing was sent`,
    {
      hint: "Without pre-approval the cost is shown first, and approving takes --max-cost; or leave out --max-cost",
      data: { price: null, maxCost: moneyText(limit) },
    },
  );
}

/** Pre-approval skips the cost review, so it takes the same deliberate yes as paying. */
export async function agreeToPreApproval(
  context: Pick<AppContext, "service" | "consent">,
  what: string,
  maxCost: Money | undefined,
): Promise<void> {
  if (context.service.isDryRun) return;
  refuseUnpriced(maxCost, what);
  await agree(
    context,
    `${what} is pre-approved: the cost review is skipped, and it costs money without another question. Send it?`,
    "Add --yes to agree, or leave out the pre-approval to see the price first",
  );
}
