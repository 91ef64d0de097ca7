/** A setting on the command line: its key and its value. */
import { Argument } from "@commander-js/extra-typings";
import type { KeyPlace } from "../../app/accounts/config.ts";
import { completing } from "../../cli/flags/flag.ts";
import { formatCodedMoney } from "../../domain/price/money.ts";
import { formatCell } from "../../render/column.ts";

/** Completes the settings. The many keys of the dialect are set for a whole service, usually from a file. */
export const makeKeyArgument = (description: string) =>
  completing(new Argument("<key>", description), async () => {
    const { CONFIG_KEYS } = await import("../../settings/config-keys.ts");
    return CONFIG_KEYS.map(({ profileKey }) => profileKey).filter((key) => !key.startsWith("dialect."));
  });

/** Returns the value of a setting as it could be typed again: a budget is `5,000.00 USD/month`. */
export function formatValue(value: KeyPlace["value"]): string {
  if (typeof value !== "object" || value === null) return formatCell(value);
  const { amount, currency, period } = value;
  const digits = String(amount);
  // A number beyond 10^21 has no digits to group.
  return `${digits.includes("e") ? `${digits} ${currency}` : formatCodedMoney({ amount: digits, currency })}/${period}`;
}
