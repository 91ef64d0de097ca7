/** A setting on the command line: its key and its value. */
import { Argument } from "@commander-js/extra-typings";
import type { KeyPlace } from "../../app/accounts/config.ts";
import type { DialectEntry } from "../../contract/dialect.ts";
import { completing } from "../../cli/flags/flag.ts";
import { formatCodedMoney } from "../../domain/price/money.ts";
import { formatCell } from "../../render/column.ts";

/** Completes the settings. The many keys of the dialect are set for a whole service, usually from a file. */
export const makeKeyArgument = (description: string) =>
  completing(new Argument("<key>", description), async () => {
    const { CONFIG_KEYS } = await import("../../settings/config-keys.ts");
    return CONFIG_KEYS.map(({ profileKey }) => profileKey).filter((key) => !key.startsWith("dialect."));
  });

/** Completes the values of the setting that is the argument before. */
export const makeValueArgument = (description: string) =>
  completing(new Argument("<value>", description), async (_typed, [key = ""]) => {
    if (FILE_KEYS.includes(key)) return "files";
    const [{ FORMATS }, { DIALECT_KEYS }] = await Promise.all([
      import("../../domain/output-formats.ts"),
      import("../../contract/dialect.ts"),
    ]);
    if (key === "output") return FORMATS;
    const { default: preset, choices = [] } =
      new Map<string, DialectEntry>(Object.entries(DIALECT_KEYS)).get(key.replace(/^dialect\./, "")) ?? {};
    return key === "accessible" || typeof preset === "boolean" ? ["true", "false"] : choices;
  });

const FILE_KEYS = ["caFile", "elements"];

/** Returns the value of a setting as it could be typed again: a budget is `5,000.00 USD/month`. */
export function formatValue(value: KeyPlace["value"]): string {
  if (typeof value !== "object" || value === null) return formatCell(value);
  const { amount, currency, period } = value;
  const digits = String(amount);
  // A number beyond 10^21 has no digits to group.
  return `${digits.includes("e") ? `${digits} ${currency}` : formatCodedMoney({ amount: digits, currency })}/${period}`;
}
