/** `--links`: what an order offers, from a file: as `order links --json` prints it, or as the service says it. */
import { isMembers } from "../../contract/members.ts";
import { readItems } from "../../contract/read-items.ts";
import { inputError } from "../../errors.ts";
import type { TransferSource } from "../../transfer/transfer-source.ts";
import type { Context } from "../../cli/context.ts";
import { nameDocument, parseInput, readDocument } from "../../cli/input/read-value.ts";
import { sourcesOf } from "../../app/ordering/order-sources.ts";

/** Throws INPUT_NOT_READABLE, INPUT_NOT_JSON, and USAGE for a document that holds no links. */
export async function givenLinks(context: Context, path: string): Promise<TransferSource[]> {
  const name = nameDocument("--links", path);
  const document = parseInput(context, await readDocument(context, path, "--links"), "--links", name);
  const { items: entries, unreadable } = readItems(document) ?? { items: [] };
  const isAnswer = entries.some(({ assets }) => isMembers(assets));
  const sources = isAnswer ? sourcesOf(entries) : entries.flatMap((entry) => linkIn(entry) ?? []);
  if (sources.length > 0 && unreadable === undefined && (isAnswer || sources.length === entries.length))
    return sources;
  const message = `${name}: ${unreadable !== undefined ? `${unreadable} of its ${entries.length} items have assets that are no objects` : sources.length === 0 ? "holds no links" : `${entries.length - sources.length} of its ${entries.length} entries are no links`}`;
  const hint = "Make it so: swath order links <orderId> --json > links.json";
  const rule = "a list of links (item, assetKey, href), or of items with assets";
  throw inputError([{ code: "USAGE", path: "", flag: "--links", rule, message, hint }]);
}

/** An entry as `order links` prints it; what it says besides is taken where it is of the right kind. */
function linkIn(entry: Readonly<Record<string, unknown>>): TransferSource | undefined {
  const { item, assetKey, href, size, roles } = entry;
  if (typeof item !== "string" || typeof assetKey !== "string" || typeof href !== "string") return undefined;
  const texts = ["collection", "checksum", "mediaType", "productType"].filter(
    (key) => typeof entry[key] === "string",
  );
  return {
    item,
    assetKey,
    href,
    ...(Object.fromEntries(texts.map((key) => [key, entry[key]])) as Partial<TransferSource>),
    ...(typeof size === "number" && { size }),
    ...(Array.isArray(roles) && { roles: roles.filter((role) => typeof role === "string") }),
  };
}
