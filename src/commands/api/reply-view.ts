import type { View } from "../../cli/output/view.ts";
import { safeJson } from "../../render/safe-json.ts";
import { safeText } from "../../render/safe-text.ts";

/** Shows any body unchanged: the columns of an unknown reply are unknown. */
export const replyView: View<unknown> = {
  formats: ["table", "json", "ndjson", "yaml"],
  rows: (body) => (Array.isArray(body) ? body : [body]),
  text: (body) => (typeof body === "string" ? linesOf(body) : safeJson(body, 2)),
};

/** Returns the lines of a text; control characters cannot act on the terminal. */
const linesOf = (text: string): string => text.split(/\r?\n/).map(safeText).join("\n");
