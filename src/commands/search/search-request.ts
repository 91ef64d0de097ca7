/** Flags, files and stdin -> the validated request of `search tasks` and `search repeats`. */
import { baseBody, bodySources, withAssignments } from "../../cli/flags/body-flags.ts";
import { checkRequest } from "../../cli/input/check-request.ts";
import type { Context } from "../../cli/context.ts";
import { gatherFaults } from "../../cli/input/gather-faults.ts";
import { readFilter } from "../../cli/input/read-filter.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { LIMITS, REPEAT_QUERY_FIELDS, TASK_QUERY_FIELDS } from "../../contract/vocabulary.ts";
import { requestSearch } from "../../domain/request-search/request-search.ts";
import type { Fault } from "../../errors.ts";
import { pagingFaults, pagingOf, type Paging } from "../../app/tasking/paging.ts";
import { readConditions, type SearchNoun } from "./read-conditions.ts";
import { SEARCH_EXAMPLES, SEARCH_FLAGS, type SearchOptions } from "./search-flags.ts";

export interface SearchRequest extends Paging {
  noun: SearchNoun;
  /** As the interface spells it; the dialect is applied when it is sent. */
  body: BodyOf<"searchTasks">;
}

export async function searchRequest(
  context: Context,
  noun: SearchNoun,
  options: SearchOptions,
): Promise<SearchRequest> {
  const { notes } = context;
  const fields = noun === "task" ? TASK_QUERY_FIELDS : REPEAT_QUERY_FIELDS;
  const faults: Fault[] = pagingFaults(options);
  const base = withAssignments(
    (await gatherFaults(faults, () => baseBody(context, options), "--data")) ?? {},
    options,
  );
  const filter = await gatherFaults(
    faults,
    () => readFilter(context, options.filter, "fields", SEARCH_EXAMPLES),
    "--filter",
  );
  const draft = requestSearch(
    {
      fields,
      conditions: readConditions(context, options, noun, fields, faults),
      filter,
      sort: options.sort,
      order: options.order,
      page: options.page,
      pageSize: options.pageSize,
      includeRepeating: options.includeRepeating,
    },
    base,
  );
  for (const note of draft.notes) notes.note(note);
  const body = await checkRequest(
    context,
    noun === "task" ? "searchTasks" : "searchRepeats",
    { ...draft, faults: [...faults, ...draft.faults] },
    { ...SEARCH_FLAGS, ...bodySources(base, options), ...draft.flags, ...pagingFlags(options) },
    SEARCH_EXAMPLES,
  );
  return { noun, body, ...pagingOf(options, body, LIMITS.searchPageSize) };
}

function pagingFlags({ sort, order, page, pageSize }: SearchOptions): Record<string, string> {
  const given = { sort, order, page, limit: pageSize };
  return Object.fromEntries(
    Object.keys(given)
      .filter((name) => given[name as keyof typeof given] !== undefined)
      .map((name) => [name, SEARCH_FLAGS[name as keyof typeof given]]),
  );
}
