/** Builds the body of a catalog search for a front end without flags. */
import { checkBody } from "../../contract/parse.ts";
import { catalogSearch, type CatalogQuestion } from "../../domain/catalog/catalog-search.ts";
import { inputError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import type { SearchRequest } from "./search-items.ts";

/** Throws all faults at once. */
export async function searchBodyOf(
  { dialect, events, clock }: Pick<AppContext, "dialect" | "events" | "clock">,
  question: Omit<CatalogQuestion, "nowMs" | "vendorPrefix">,
): Promise<SearchRequest["body"]> {
  const { vendorPrefix } = dialect;
  const { body, faults, warnings } = catalogSearch({ ...question, vendorPrefix, nowMs: clock.now() });
  const checked = await checkBody("searchCatalog", body);
  const all = [...faults, ...(checked.ok ? [] : checked.faults)];
  if (all.length > 0) throw inputError(all);
  for (const { message } of warnings) events.warn(message);
  return body;
}
