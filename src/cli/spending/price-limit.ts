/** `--max-cost`, held against a price the same way wherever money is spent: what cannot be read is above every limit. */
import { isAboveLimit, limitText, moneyText, parseMoney, type Money } from "../../domain/spending/money.ts";
import { AppError } from "../../errors.ts";

export interface PriceLimit {
  limit: Money | undefined;
  /** As the service wrote it. */
  price: string | undefined;
  /** What the price is for, such as ` per image`. */
  per?: string;
  /** What did not happen: `nothing was ordered`. */
  outcome: string;
  hint: string;
  data?: Record<string, unknown>;
}

const UNREADABLE = "No limit can be held against it: ask the service for the price, or leave out --max-cost";

/** Throws COST_LIMIT_EXCEEDED. */
export function keepLimit({ limit, price, per = "", outcome, hint, data = {} }: PriceLimit): void {
  if (limit === undefined || !isAboveLimit(price, limit)) return;
  const isReadable = price !== undefined && parseMoney(price) !== undefined;
  const what =
    price === undefined
      ? "the service shows no price that can be read"
      : isReadable
        ? `the price is ${price}${per}`
        : `what the service shows, "${price}"${per}, cannot be read as a price`;
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
