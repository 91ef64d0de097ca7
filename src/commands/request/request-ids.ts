/** The words of the verbs that take ids of tasks or of repeat requests. */
import { Option, type Command } from "@commander-js/extra-typings";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import { pickedIds } from "../../cli/flags/flag.ts";
import type { ListName } from "../../cli/ids/pick-list.ts";

export const formatNoun = (noun: RequestNoun) => (noun === "task" ? "task" : "repeat request");

export const addRequestIds = (command: Command, noun: RequestNoun, list: ListName) =>
  command.addArgument(
    pickedIds(`<${noun}Id...>` as "<taskId...>", `ids or names of ${formatNoun(noun)}s`, list),
  );

export const noCheckFlag = () => new Option("--no-check", "send without reading state and price first");
