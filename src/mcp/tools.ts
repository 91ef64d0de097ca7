/** The tools of the server. There are none for settings, keys, profiles, requests by path, or programs to run. */
import type { Tool } from "./call.ts";
import { deliveries, download, preview } from "./tools/files.ts";
import { passes } from "./tools/passes.ts";
import { price, buy, quote } from "./tools/prices.ts";
import { cover, search, stacks } from "./tools/search.ts";
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
