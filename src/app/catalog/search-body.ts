/** Builds the body of a catalog search for a front end without flags. */
import { checkBody } from "../../contract/parse.ts";
import { isRefusalOfIn } from "../../domain/catalog/catalog-query.ts";
import { draftCatalogSearch, type CatalogQuestion } from "../../domain/catalog/catalog-search.ts";
import { inputError } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import type { SearchRequest } from "./search-items.ts";

/** Returns the body with the members of `given`, such as a raw query. Throws all faults at once. */
export async function buildSearch(
  { dialect, events, clock }: AppContext,
  question: Omit<CatalogQuestion, "nowMs" | "vendorPrefix">,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Pick<SearchRequest, "body" | "productTypes">> {
  const { vendorPrefix, queryIn } = dialect;
  const draft = draftCatalogSearch({ ...question, vendorPrefix, queryIn, nowMs: clock.now() }, given);
  const { body, productTypes, faults, warnings } = draft;
  const checked = await checkBody("searchCatalog", body);
  const refused = checked.ok ? [] : checked.faults.filter((fault) => !isRefusalOfIn(fault));
  const all = [...faults, ...refused];
  if (all.length > 0) throw inputError(all);
  for (const { message } of warnings) events.warn(message);
  return { body, ...(productTypes && { productTypes }) };
}
