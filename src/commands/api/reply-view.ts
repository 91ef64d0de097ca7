import type { View } from "../../cli/output/view.ts";
import { safeJson } from "../../render/safe-json.ts";
import { safeText } from "../../render/safe-text.ts";

/** Any body, as it came: there is no table of what nobody knows. */
export const replyView: View<unknown> = {
  formats: ["table", "json", "ndjson", "yaml"],
  rows: (body) => (Array.isArray(body) ? body : [body]),
  text: (body) => (typeof body === "string" ? linesOf(body) : safeJson(body, 2)),
};

/** Text keeps its lines; nothing in them acts on the terminal. */
const linesOf = (text: string): string => text.split(/\r?\n/).map(safeText).join("\n");
