/** `--limit` is a total, `--page-size` a page: the same in every command that lists. */
import { Option } from "@commander-js/extra-typings";
import { preference } from "./flag.ts";
import { integer } from "../../domain/readers.ts";

export const limitFlag = () => preference("--limit <n>", "how many results in all", integer(1));
export const allFlag = () => new Option("--all", "every result, page after page");
export const pageSizeFlag = () =>
  preference("--page-size <n>", "how many results a page (sent to the service)", integer());
