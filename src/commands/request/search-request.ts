/** Converts flags, files and stdin to the validated request of a search for tasks or repeat requests. */
import type { SearchRequest } from "../../app/tasking/search-requests.ts";
import type { Context } from "../../cli/context.ts";
import { listBodySources, searchBase } from "../../cli/flags/body-flags.ts";
import { findPagingFaults } from "../../cli/flags/paging-flags.ts";
import { listFlagsOfFields, requireValidRequest } from "../../cli/input/require-valid-request.ts";
import { readIdsFromStdin, expandIds } from "../../cli/ids/ids-argument.ts";
import { listDialectPaths } from "../../domain/wire-dialect.ts";
import { draftRequestSearch } from "../../domain/request-search/request-search.ts";
import type { SearchNoun } from "../../domain/request-search/request-names.ts";
import type { Fault } from "../../errors.ts";
import { SEARCH_EXAMPLES, type SearchOptions } from "./search-flags.ts";
import { flagName } from "../../hint.ts";

const FIELDS = { sort: "sort", order: "order", page: "page", pageSize: "limit" };

export async function readSearchRequest(
  context: Context,
  noun: SearchNoun,
  given: SearchOptions,
): Promise<SearchRequest> {
  const repeatId = given.repeatId && (await expandIds(context, "repeat", given.repeatId));
  const ids = await readIdsFromStdin(context, given.id, `${noun}Id`);
  const options = {
    ...given,
    id: ids && (await expandIds(context, noun, ids)),
    ...(repeatId && { repeatId }),
  };
  const faults: Fault[] = findPagingFaults(options);
  const base = await searchBase(context, options, faults);
  const { sort, order, page, pageSize, includeRepeating } = options;
  const accepted = listDialectPaths(noun === "task" ? "search" : "search-repeats", context.dialect);
  const terms = { terms: options, sort, order, page, pageSize, includeRepeating };
  const question = { noun, accepted, ...terms };
  const draft = draftRequestSearch(question, base, (await context.service.time()).nowMs);
  for (const note of draft.notes) context.notes.note(note);
  const body = await requireValidRequest(
    context,
    noun === "task" ? "searchTasks" : "searchRepeats",
    { ...draft, faults: [...faults, ...draft.faults] },
    {
      query: "--where",
      ...listBodySources(base, options),
      ...listFlagsOfFields(base, options, FIELDS),
      ...listSearchFlags(draft.options),
    },
    SEARCH_EXAMPLES,
  );
  return { noun, body, limit: options.limit, all: options.all, local: draft.local };
}

const listSearchFlags = (options: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([path, option]) => [path, flagName(option)]));
