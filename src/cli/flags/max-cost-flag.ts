/** `--max-cost`: the price limit, identical in every command that may spend money. */
import { parseMoney, type Money } from "../../domain/spending/money.ts";
import { flag } from "./flag.ts";
import type { Reader } from "../../domain/readers.ts";

const money: Reader<Money> = (given) => {
  const parsed = parseMoney(given);
  return parsed === undefined
    ? { ok: false, rule: "must be an amount such as 500, $500 or EUR 500.00" }
    : { ok: true, value: parsed };
};

export const maxCostFlag = () =>
  flag("--max-cost <amount>", "refuse prices above this, and unreadable ones", money);
