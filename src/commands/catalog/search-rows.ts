/** Runs a search and hands out its items as the pages arrive; says at the end what was left out. */
import { searchPages } from "../../client/pages.ts";
import type { Context } from "../../cli/context.ts";
import type { StacItem } from "../../contract/read-items.ts";
import type { SearchRequest } from "./search-request.ts";

export async function* searchRows(
  { service, notes, signal }: Context,
  { body, query, limit, pageSize }: SearchRequest,
): AsyncGenerator<StacItem> {
  const client = await service.connect();
  let shown = 0;
  let matched: number | undefined;
  let hasMore = false;
  for await (const page of searchPages({ client, body, query, limit, pageSize, signal })) {
    yield* page.items;
    shown += page.items.length;
    matched ??= page.numberMatched;
    hasMore = page.hasMore;
    if (page.note !== undefined) notes.warn(page.note);
  }
  if (hasMore) notes.note(leftOut(shown, matched));
}

function leftOut(shown: number, matched: number | undefined): string {
  const said = matched === undefined ? `showing ${shown}, and there is more` : `showing ${shown} of ${grouped(matched)}`;
  return `${said} (--limit N for more, --all for everything)`;
}

/** 1312 -> 1,312, whatever the locale says. */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
