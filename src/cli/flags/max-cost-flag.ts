/** `--max-cost`: the price limit, identical in every command that may spend money. */
import { readTypedMoney } from "../../domain/price/money.ts";
import { flag } from "./flag.ts";

export const maxCostFlag = () =>
  flag("--max-cost <amount>", "refuse prices above this, and unreadable ones", readTypedMoney);
