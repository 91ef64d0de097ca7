/** `task create` and `repeat create`. */
import type { RepeatBody, TaskBody } from "../../app/tasking/create-requests.ts";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import type { EachRequest } from "../../app/tasking/plan-each.ts";
import type { EachRow } from "../../app/tasking/send-each.ts";
import { defineCommand, type CommandDefinition } from "../../cli/command/define-command.ts";
import type { Context } from "../../cli/context.ts";
import { waitAfter } from "../../cli/flags/wait-flags.ts";
import { listView, type View } from "../../cli/output/view.ts";
import { addRepeatFlags, addTaskFlags, type CreateOptions } from "./create-flags.ts";
import { EXPLANATION_VIEW, explainTask } from "./explain.ts";
import { timeForPeople } from "../../time/timestamp.ts";
import { RECORD_VIEWS } from "./views.ts";

type Request = { body: TaskBody | RepeatBody } | { each: EachRequest };

/** Defines the verb for a noun. `words` are the texts of its help. */
export const defineCreate = (
  noun: RequestNoun,
  words: {
    summary: string;
    description: string;
    examples: readonly string[];
    mostUsed: readonly `--${string}`[];
  },
): CommandDefinition =>
  defineCommand({
    name: "create",
    ...words,
    mostUsed: [...MOST_USED, ...words.mostUsed],
    syntax: noun === "task" ? addTaskFlags : addRepeatFlags,
    parse: async (context, options: CreateOptions): Promise<Request> => {
      if (options.each === true) {
        const { readEachRequest } = await import("./each.ts");
        return { each: await readEachRequest(context, noun, options) };
      }
      const { createRequest } = await import("./create-request.ts");
      return { body: await createRequest(context, noun, options) };
    },
    run: async (context, request, options: CreateOptions): Promise<unknown> => {
      if ("each" in request) return createEach(context, request.each, options);
      const { body } = request;
      if (options.explain === true) return explainTask(context, body as TaskBody, options);
      if (noun === "task" && context.service.isDryRun) await explainTask(context, body as TaskBody, options);
      const { createRequest } = await import("../../app/tasking/create-requests.ts");
      const { maxCost } = options;
      return createRequest(context, noun, body, {
        maxCost,
        wait: waitAfter(options),
        isStrict: isStrict(context),
      });
    },
    view: RECORD_VIEWS[noun],
    viewFor: ({ each, explain: isExplained }: CreateOptions): View<unknown> | undefined =>
      each === true ? eachView : isExplained === true ? EXPLANATION_VIEW : undefined,
  });

const MOST_USED = [
  "--point",
  "--place",
  "--file",
  "--tier",
  "--type",
  "--name",
  "--product-type",
  "--look-direction",
  "--max-cost",
  "--pre-approve",
  "--each",
  "--wait",
] as const;

const isStrict = ({ options }: Context): boolean => options.strict === true;

/** Returns the rows of --each: one by one into a pipe, together on a terminal. */
async function createEach(
  context: Context,
  each: EachRequest,
  { maxCost }: CreateOptions,
): Promise<AsyncIterable<EachRow> | EachRow[]> {
  const { sendEach } = await import("../../app/tasking/send-each.ts");
  const rows = sendEach(context, each, { maxCost, isStrict: isStrict(context) });
  if (!context.world.stdout.isTTY) {
    context.outcome.format = "ndjson";
    return rows;
  }
  // A table on a terminal is printed when all rows exist; until then the status line shows the progress.
  return Array.fromAsync(rows);
}

const eachView = listView<EachRow>({
  columns: [
    { key: "index", header: "INDEX", value: ({ index }) => index, align: "right", only: "sheet" },
    { key: "feature", header: "FEATURE", value: ({ index }) => index + 1, align: "right", only: "screen" },
    { key: "outcome", header: "OUTCOME", value: ({ outcome }) => outcome, kept: true },
    { key: "id", header: "ID", value: ({ id }) => id, fixed: "id" },
    { key: "status", header: "STATUS", value: ({ status }) => status, kept: true },
    { key: "name", header: "NAME", value: ({ name }) => name },
    { key: "sent", header: "SENT", value: ({ sent }) => sent && timeForPeople(sent, true), fixed: true },
    { key: "error", header: "ERROR", value: ({ error }) => error?.message, kept: true },
  ],
  id: ({ id }) => id ?? [],
});
