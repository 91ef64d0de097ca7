import type { KeyPlace } from "../../app/accounts/config.ts";
import { formatCodedMoney } from "../../domain/price/money.ts";
import { formatCell } from "../../render/column.ts";

/** Returns the value of a setting as it could be typed again: a budget is `5,000.00 USD/month`. */
export function formatValue(value: KeyPlace["value"]): string {
  if (typeof value !== "object" || value === null) return formatCell(value);
  const { amount, currency, period } = value;
  const digits = String(amount);
  // A number beyond 10^21 has no digits to group.
  return `${digits.includes("e") ? `${digits} ${currency}` : formatCodedMoney({ amount: digits, currency })}/${period}`;
}
