/** The flags of commands that may spend money. */
import { Option } from "@commander-js/extra-typings";
import { readTypedMoney } from "../../domain/price/money.ts";
import { flag } from "./flag.ts";

/** The price limit, identical in every command that may spend money. */
export const maxCostFlag = () =>
  flag("--max-cost <amount>", "refuse prices above this, and unreadable ones", readTypedMoney);

/** For commands that buy for several ids. */
export const keepGoingFlag = () => new Option("--keep-going", "leave out unknown ids, and buy the others");
