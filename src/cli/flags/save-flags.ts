/** `--save`: writes a quote of the shown price, for an approver and a later purchase. */
import type { Command, OptionValues } from "@commander-js/extra-typings";
import { MAX_QUOTE_MS } from "../../domain/quotes/quote-rules.ts";
import { type Reader, readNewPath, readTimeLimit } from "../../domain/readers.ts";
import { flag } from "./flag.ts";

const lifetime: Reader<number> = (value) => {
  const read = readTimeLimit(value);
  return read.ok && read.value > MAX_QUOTE_MS ? { ok: false, rule: "must be 30d or less" } : read;
};

export const addSaveFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .optionsGroup("Quote:")
    .addOption(
      flag("--save <file>", "also save a quote, which swath quote buy buys at this price", readNewPath),
    )
    .addOption(flag("--valid-for <time>", "how long the quote can be bought (default: 24h)", lifetime));

export interface SaveOptions {
  save?: string | undefined;
  validFor?: number | undefined;
}
