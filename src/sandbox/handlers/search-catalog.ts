import { AppError } from "../../errors.ts";
import type { AssetsOf } from "../archive/stac-item.ts";
import type { CatalogGranule, CatalogPage, CatalogSearch } from "../catalog/catalog-search.ts";
import type { Holdings } from "../holdings/holdings.ts";
import { refuseBody } from "../http/refusal.ts";
import type { Call, Handler } from "./call.ts";

/**
 * `POST /catalog/search`: items of the archive, of completed tasks and those that orders have generated, as far as the
 * caller may see them.
 */
export const searchCatalog: Handler = async (call) => {
  const [holdings, engine, { itemAssets }] = await Promise.all([
    call.sandbox.holdings(),
    import("../catalog/search-catalog.ts"),
    import("../holdings/item-assets.ts"),
  ]);
  const { baseUrl, nowMs, caller, settings } = call;
  const assetsOf: AssetsOf = (collect, productType) =>
    itemAssets(holdings, collect, productType, { baseUrl, productSize: settings.productSize });
  const search = searchOf(call);
  try {
    const page = engine.searchCatalog(holdings.archive, addedGranules(call, holdings), search, {
      baseUrl,
      assetsOf,
      nowMs,
      viewerOrganizationId: caller.organizationId,
    });
    return { json: envelope(call, search, page) };
  } catch (error) {
    if (error instanceof AppError) {
      throw refuseBody([{ code: error.code, path: PATHS[error.code] ?? "", message: error.message }]);
    }
    throw error;
  }
};

/** Body properties that the errors of the search are about. */
const PATHS: Partial<Record<AppError["code"], string>> = {
  BBOX_INVALID: "bbox",
  CRS_UNSUPPORTED: "bbox-crs",
  DATETIME_INTERVAL_INVALID: "datetime",
  QUERY_OPERATOR_INVALID: "query",
  SERVICE_REJECTED: "token",
};

// Spec silent: whether bbox-crs is a query parameter or a member of the body. We read both; the query parameter wins.
function searchOf({ body, query }: Call): CatalogSearch {
  const crs = query.get("bbox-crs");
  return { ...(body as CatalogSearch), ...(crs === null ? {} : { "bbox-crs": crs }) };
}

/** Products that orders have generated, and those of completed tasks. */
function addedGranules({ sandbox, nowMs }: Call, holdings: Holdings): CatalogGranule[] {
  const generated = sandbox.orders.listGenerated(nowMs).flatMap(({ collectId, productType }) => {
    const collect = holdings.findCollect(collectId, nowMs);
    return collect === undefined
      ? []
      : [{ collect, productType: productType as CatalogGranule["productType"] }];
  });
  const tasked = holdings
    .listTasked(nowMs)
    .flatMap(({ collect, productTypes }) =>
      productTypes.map((type) => ({ collect, productType: type as CatalogGranule["productType"] })),
    );
  return [...tasked, ...generated];
}

// Spec silent: the envelope and the paging of the catalog. We answer a STAC FeatureCollection whose next page is a POST with
// body and merge; the settings have the other ways.
function envelope({ baseUrl, settings, body }: Call, search: CatalogSearch, page: CatalogPage): unknown {
  const { items, numberMatched, next } = page;
  const link = { href: `${baseUrl}/catalog/search`, type: "application/geo+json", method: "POST" };
  const crs = search["bbox-crs"];
  const links = [{ rel: "self", ...link, body }];
  if (next !== undefined && settings.catalogPaging === "next") {
    // The link has no query string, so a parameter of the query goes into its body.
    const more = { token: next, ...(crs === undefined ? {} : { "bbox-crs": crs }) };
    links.push({ rel: "next", ...link, body: more, merge: true } as (typeof links)[number]);
  }
  const counts = { links, numberMatched, numberReturned: items.length };
  switch (settings.catalogEnvelope) {
    case "array":
      return items;
    case "items":
      return { items, ...counts };
    case "results":
      return { results: items, ...counts };
    default:
      return { type: "FeatureCollection", features: items, ...counts };
  }
}
