/** The tools of the server. There are none for settings, keys, profiles, requests by path, or programs to run. */
import type { Tool } from "./tool.ts";
import { deliveries } from "./tools/deliveries.ts";
import { download } from "./tools/download.ts";
import { passes } from "./tools/passes.ts";
import { preview } from "./tools/preview.ts";
import { price } from "./tools/price.ts";
import { buy, quote } from "./tools/quotes.ts";
import { cover, search } from "./tools/search.ts";
import { stacks } from "./tools/stacks.ts";
import { status } from "./tools/status.ts";
import { watch } from "./tools/watch.ts";

export const TOOLS: readonly Tool[] = [
  search,
  preview,
  cover,
  stacks,
  passes,
  price,
  deliveries,
  watch,
  status,
  download,
  quote,
  buy,
];
