/** `--limit` counts all results, `--page-size` those of one page: the same in every command that lists. */
import { Option } from "@commander-js/extra-typings";
import type { Fault } from "../../errors.ts";
import { preference } from "./flag.ts";
import { integer } from "../../domain/readers.ts";
import { oneOf } from "../../hint.ts";

export const limitFlag = (counted = "how many results in all") =>
  preference("--limit <n>", counted, integer(1));
export const allFlag = () => new Option("--all", "every result, page after page");
/** Named like the columns that it adds. */
export const priceFlag = () =>
  new Option("--price", "show what each costs; read one by one where the list leaves prices out");
export const pageSizeFlag = () =>
  preference("--page-size <n>", "how many results a page (sent to the service)", integer());

export interface PagingOptions {
  page?: number;
  pageSize?: number;
  limit?: number;
  all?: true;
}

/** Refuses flags that contradict each other. */
export function pagingFaults({ limit, all, page }: PagingOptions): Fault[] {
  if (all !== true) return [];
  const pairs = [
    ["--limit", limit],
    ["--page", page],
  ] as const;
  return pairs
    .filter(([, value]) => value !== undefined)
    .map(([flag]) => ({
      code: "USAGE",
      path: "",
      flag,
      rule: `${flag} or --all`,
      message: `${flag} and --all contradict each other`,
      hint: oneOf("--all", `${flag}=`),
    }));
}
