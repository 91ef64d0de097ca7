/** Runs a search and hands out its items as the pages arrive; says what was left out. */
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
  for await (const page of searchPages({ client, body, query, limit, pageSize, signal })) {
    yield* page.items;
    shown += page.items.length;
    if (page.note !== undefined) notes.warn(page.note);
    else if (page.hasMore) notes.note(leftOut(shown, page.numberMatched));
  }
}

function leftOut(shown: number, matched: number | undefined): string {
  const total = matched === undefined ? "there are more" : `of ${matched.toLocaleString("en")}`;
  const said = matched === undefined ? `showing ${shown}, ${total}` : `showing ${shown} ${total}`;
  return `${said} (--limit N for more, --all for everything)`;
}
