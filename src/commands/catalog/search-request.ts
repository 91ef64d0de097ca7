/** Flags, files and stdin -> the validated request of `catalog search`. */
import { readAreaFlags } from "../../cli/area-flags.ts";
import { baseBody, withAssignments } from "../../cli/body-flags.ts";
import { checkRequest } from "../../cli/check-request.ts";
import type { Context } from "../../cli/context.ts";
import { readInlineJson } from "../../cli/read-value.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { toWireSearch } from "../../contract/vendor-prefix.ts";
import { catalogSearch } from "../../domain/catalog-search.ts";
import { AppError, type Fault } from "../../errors.ts";
import { parseFlagTime } from "../../time/flag-time.ts";
import { parseFlagInterval } from "../../time/interval.ts";
import { SEARCH_FLAGS, type SearchOptions } from "./search-flags.ts";

export interface SearchRequest {
  body: BodyOf<"searchCatalog">;
  query: Record<string, string>;
  /** Total of rows to fetch, over all pages. */
  limit: number;
  /** Items a page, when many pages are to come. */
  pageSize: number | undefined;
}

export async function searchRequest(context: Context, options: SearchOptions): Promise<SearchRequest> {
  const faults: Fault[] = [];
  const base = withAssignments(await baseBody(context, options), options);
  const filter = options.filter === undefined ? undefined : await readFilter(context, options.filter);
  const draft = catalogSearch(
    {
      bbox: options.bbox,
      bboxCrs: options.bboxCrs,
      intersects: await readAreaFlags(context, options),
      datetime: datetimeOf(options, context.world.clock.now(), faults),
      collections: options.collection,
      ids: options.id,
      where: options.where,
      equals: {
        "sar:product_type": options.productType?.toUpperCase(),
        "sar:instrument_mode": options.instrumentMode,
        "sat:orbit_state": options.orbitState,
        platform: options.platform,
        "vendor:collect_id": options.collectId,
      },
      sortby: options.sortby,
      sortbyText: options.sortbyString,
      pageSize: options.pageSize,
    },
    filter === undefined ? base : { ...base, query: { ...(base["query"] as object | undefined), ...filter } },
  );
  const isCrsInBody = context.dialect.bboxCrsIn === "body";
  const crs: Record<string, string> = options.bboxCrs === undefined ? {} : { "bbox-crs": options.bboxCrs };
  const body = await checkRequest(
    context,
    "searchCatalog",
    {
      ...draft,
      body: isCrsInBody ? { ...draft.body, ...crs } : draft.body,
      query: crs,
      faults: [...faults, ...draft.faults],
    },
    flagsUsed(options),
  );
  const onePage = body.limit ?? LIMITS.catalogPageSize;
  const limit = options.limit ?? (options.all === true ? Number.POSITIVE_INFINITY : onePage);
  return {
    body: toWireSearch(body, context.dialect.vendorPrefix),
    query: isCrsInBody ? {} : crs,
    limit,
    // The body's limit is what was asked for; only a total beyond one default page makes pages of our own size.
    pageSize:
      body.limit === undefined && limit > LIMITS.catalogPageSize ? Math.min(limit, LONG_PAGE) : undefined,
  };
}

/** Items a page when many are wanted: few round trips, little memory. */
const LONG_PAGE = 500;

/** A fault of the area is named by the flag that gave it. */
function flagsUsed({ file, point, from, to }: SearchOptions): Record<string, string> {
  const area = file !== undefined ? "--file" : point !== undefined ? "--point" : SEARCH_FLAGS.intersects;
  const time = from !== undefined ? "--from" : to !== undefined ? "--to" : SEARCH_FLAGS.datetime;
  return { ...SEARCH_FLAGS, intersects: area, datetime: time };
}

async function readFilter(context: Context, value: string): Promise<Record<string, unknown>> {
  const filter = await readInlineJson(context, value, "--filter");
  if (typeof filter === "object" && filter !== null && !Array.isArray(filter))
    return filter as Record<string, unknown>;
  throw new AppError("usage", "INPUT_NOT_JSON", "--filter is not a JSON object of properties", {
    hint: `For example: --filter '{"view:incidence_angle":{"lt":30}}'`,
  });
}

function datetimeOf(
  { datetime, from, to }: SearchOptions,
  nowMs: number,
  faults: Fault[],
): string | undefined {
  if (datetime !== undefined) {
    if (from !== undefined || to !== undefined) {
      throw new AppError("usage", "INPUT_AMBIGUOUS", "--datetime and --from/--to both say when", {
        hint: "Give one of them",
      });
    }
    const interval = parseFlagInterval(datetime, nowMs);
    if (interval.ok) return interval.text;
    faults.push(timeFault("--datetime", datetime, interval.reason, "DATETIME_INTERVAL_INVALID"));
    return undefined;
  }
  if (from === undefined && to === undefined) return undefined;
  return `${endOf("--from", from, nowMs, faults)}/${endOf("--to", to, nowMs, faults)}`;
}

function endOf(flag: string, value: string | undefined, nowMs: number, faults: Fault[]): string {
  if (value === undefined) return "..";
  const time = parseFlagTime(value, nowMs);
  if (time.ok) return time.iso;
  faults.push(timeFault(flag, value, time.reason, "TIMESTAMP_INVALID"));
  return "..";
}

const timeFault = (flag: string, value: string, rule: string, code: Fault["code"]): Fault => ({
  code,
  path: "datetime",
  flag,
  value,
  rule,
  message: `${flag} ${JSON.stringify(value)} ${rule}`,
  hint: "For example 2026-03-01T06:00:00Z, 2026-03-01, now, -7d",
});
