/** The lists from which a missing argument or flag is chosen. Commands declare them by `pickedFrom`, and `pick.ts` shows them. */

export type ListName =
  | "task"
  | "unfinished task"
  | "task in review"
  | "task to approve"
  | "completed task"
  | "repeat request"
  | "unfinished repeat request"
  | "repeat request in review"
  | "repeat request to approve"
  | "order"
  | "journal record"
  | "open journal record"
  | "scene"
  | "archive item"
  | "catalog item";

/** The list of an argument or a flag. */
export interface PickList {
  list: ListName;
  /** Alternative options for the value. */
  unless: readonly string[];
  /** The list is offered only with one of these options, without which the command is refused. Empty: always. */
  needs: readonly string[];
}
