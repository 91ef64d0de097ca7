/** `--limit` is a total, `--page-size` a page: the same in every command that lists. */
import { Option } from "@commander-js/extra-typings";
import { flag } from "./flag.ts";
import { integer } from "./readers.ts";

export const limitFlag = () => flag("--limit <n>", "how many results in all", integer(1));
export const allFlag = () => new Option("--all", "every result, page after page");
export const pageSizeFlag = () =>
  flag("--page-size <n>", "how many results a page (sent to the service)", integer());
