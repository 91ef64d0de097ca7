/** The words of `task list` -> how the pages of `tasks/paged` are asked for. */
import { baseBody } from "../../cli/flags/body-flags.ts";
import type { Context } from "../../cli/context.ts";
import { gatherFaults } from "../../cli/input/gather-faults.ts";
import { LIMITS } from "../../contract/vocabulary.ts";
import { inputError, type Fault } from "../../errors.ts";
import { pagingFaults, pagingOf, type Paging, type PagingOptions } from "../../app/tasking/paging.ts";

export interface ListOptions extends PagingOptions {
  org?: string;
  reverse?: true;
  method?: "get" | "post";
  data?: string;
}

export interface ListRequest extends Paging {
  query: Record<string, string>;
  /** Undefined: none is sent. */
  body: Record<string, unknown> | undefined;
  /** The one that was asked for by name; undefined when either will do. */
  method: "get" | "post" | undefined;
  isReversed: boolean;
}

export async function listRequest(context: Context, options: ListOptions): Promise<ListRequest> {
  const { data, org, page, limit, pageSize, method } = options;
  const faults: Fault[] = pagingFaults(options);
  const body =
    data === undefined ? undefined : await gatherFaults(faults, () => baseBody(context, options), "--data");
  if (data !== undefined && method === "get") {
    const message = "--data is a body, which GET does not have";
    faults.push({
      code: "USAGE",
      path: "",
      flag: "--data",
      value: data,
      rule: "a body with --method post",
      message,
    });
  }
  const size = pageSize ?? (limit === undefined ? undefined : Math.min(limit, LIMITS.searchPageSizeMax));
  if (size !== undefined && (size < 1 || size > LIMITS.searchPageSizeMax)) {
    const rule = `an integer from 1 to ${LIMITS.searchPageSizeMax}`;
    const message = `--page-size ${size} is not ${rule}`;
    faults.push({
      code: "PAGE_LIMIT_EXCEEDED",
      path: "limit",
      flag: "--page-size",
      value: size,
      rule,
      message,
    });
  }
  refuse(context, faults);
  return {
    ...pagingOf(options, { page, limit: size }, LIMITS.searchPageSize),
    query: {
      ...(page !== undefined && { page: String(page) }),
      ...(org !== undefined && { organizationId: org }),
    },
    body,
    // Spec silent: which form of `tasks/paged` takes a body. We send one with POST only.
    method: method ?? (data === undefined ? undefined : "post"),
    isReversed: options.reverse === true,
  };
}

/** The page size is the one rule of the service here; the rest is grammar, which --no-validate does not lift. */
function refuse({ options, notes }: Context, faults: readonly Fault[]): void {
  const isLifted = ({ code }: Fault): boolean => code === "PAGE_LIMIT_EXCEEDED" && options.validate === false;
  const hard = faults.filter((fault) => !isLifted(fault));
  if (hard.length > 0) throw inputError(hard);
  for (const { message, code } of faults)
    notes.warn(`${message} [${code}]; sent all the same (--no-validate)`);
}
