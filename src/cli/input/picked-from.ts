/**
 * Declares the list from which a missing argument or flag is chosen, on a terminal. Without a terminal, a run ends
 * with its usage error.
 */
import { Argument } from "@commander-js/extra-typings";

export type ListName =
  | "task"
  | "unfinished task"
  | "task in review"
  | "completed task"
  | "repeat request"
  | "unfinished repeat request"
  | "repeat request in review"
  | "order"
  | "archive item"
  | "catalog item";

/** The list of an argument or a flag. */
export interface PickList {
  list: ListName;
  /** Alternative options for the value. */
  unless: readonly string[];
}

const PICK = Symbol("list to choose from");

/** Declares the list of an argument or a flag. */
export function pickedFrom<N extends object>(
  named: N,
  list: ListName,
  { unless = [] }: Partial<Omit<PickList, "list">> = {},
): N {
  return Object.assign(named, { [PICK]: { list, unless } satisfies PickList });
}

/** Returns an argument for ids of `kind`, which stdin may give. */
export const pickedIds = <const Syntax extends string>(
  syntax: Syntax,
  kind: string,
  list: ListName,
  options: Partial<Omit<PickList, "list">> = {},
) => pickedFrom(new Argument(syntax, `${kind} (- reads them from stdin)`), list, options);

export const pickOf = (named: object): PickList | undefined => (named as { [PICK]?: PickList })[PICK];
