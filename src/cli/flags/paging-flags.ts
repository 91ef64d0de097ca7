/** `--limit` counts all results, `--page-size` the results per page, in every command that lists. */
import { Option } from "@commander-js/extra-typings";
import type { Fault } from "../../errors.ts";
import { usageFault } from "../input/usage.ts";
import { preference } from "./flag.ts";
import { makeIntegerReader } from "../../domain/readers.ts";
import { keepOne } from "../../hint.ts";

export const limitFlag = (counted = "maximum number of results") =>
  preference("--limit <n>", counted, makeIntegerReader(1));
export const allFlag = () => new Option("--all", "every result, from all pages");
/** The flag has the name of the columns that it adds. */
export const priceFlag = () => new Option("--price", "show prices (a request for each that is not listed)");
export const pageSizeFlag = () =>
  preference("--page-size <n>", "results per page, sent to the service", makeIntegerReader());

export interface PagingOptions {
  page?: number;
  pageSize?: number;
  limit?: number;
  all?: true;
}

/** Refuses flags that contradict each other. */
export function findPagingFaults({ limit, all, page }: PagingOptions): Fault[] {
  if (all !== true) return [];
  const pairs = [
    ["--limit", limit],
    ["--page", page],
  ] as const;
  return pairs
    .filter(([, value]) => value !== undefined)
    .map(([flag]) =>
      usageFault(flag, `${flag} and --all contradict each other`, {
        rule: `${flag} or --all`,
        next: keepOne("--all", flag),
      }),
    );
}
