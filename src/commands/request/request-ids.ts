/** The words of the verbs that take ids of tasks or of repeat requests. */
import { Option, type Command } from "@commander-js/extra-typings";
import type { StateChoice } from "../../app/full-ids.ts";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import { pickedIds } from "../../cli/flags/flag.ts";
import type { ListName } from "../../cli/ids/pick-list.ts";
import { isFinal, REVIEW } from "../../domain/tasking/request-states.ts";

export const formatNoun = (noun: RequestNoun) => (noun === "task" ? "task" : "repeat request");

export const addRequestIds = (command: Command, noun: RequestNoun, list: ListName) =>
  command.addArgument(
    pickedIds(`<${noun}Id...>` as "<taskId...>", `ids or names of ${formatNoun(noun)}s`, list),
  );

/** The requests that a decision takes. */
export const IN_REVIEW: StateChoice = { words: "in review", isFit: (status) => status === REVIEW };

/** The requests that can still change. */
export const UNFINISHED: StateChoice = { words: "not finished", isFit: (status) => !isFinal(status) };

export const noCheckFlag = () => new Option("--no-check", "send without reading state and price first");
