/** `search tasks` and `search repeats`. */
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import type { SearchRequest } from "../../app/tasking/search-requests.ts";
import type { Context } from "../../cli/context.ts";
import { defineCommand, type CommandDefinition } from "../../cli/command/define-command.ts";
import { objectOf } from "../../contract/json-object.ts";
import { LIST_VIEWS } from "./views.ts";
import { repeatsSyntax, tasksSyntax, type SearchOptions } from "./search-flags.ts";

const searchCommand = (
  noun: RequestNoun,
  words: Pick<CommandDefinition, "name" | "summary" | "description" | "examples" | "mostUsed">,
): CommandDefinition =>
  defineCommand({
    ...words,
    syntax: noun === "task" ? tasksSyntax : repeatsSyntax,
    parse: async (context, options: SearchOptions) => {
      const { searchRequest } = await import("./search-request.ts");
      return searchRequest(context, noun, options);
    },
    run: async (context, request) => {
      const [{ searchRequests }, { requestRows }] = await Promise.all([
        import("../../app/tasking/search-requests.ts"),
        import("./rows.ts"),
      ]);
      return requestRows(context, noun, withStep(context, request, searchRequests(context, request)));
    },
    view: LIST_VIEWS[noun],
  });

/** If a series has no tasks, its state tells why. */
async function* withStep<R>(
  { events }: Pick<Context, "events">,
  { body }: SearchRequest,
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  let isEmpty = true;
  for await (const page of pages) {
    isEmpty = isEmpty && page.length === 0;
    yield page;
  }
  const ids = [objectOf(body.query)["repeatrequestId"]].flat();
  const [id] = ids;
  if (isEmpty && ids.length === 1 && typeof id === "string")
    events.hint({ do: "seeState", noun: "repeat", id });
}

export const searchTasks = searchCommand("task", {
  name: "tasks",
  summary: "Search tasks",
  description:
    "Shows one page without --all or --limit. Shows your own tasks, or with a role such as " +
    "organization-manager those of your organization. Tasks of repeat requests are omitted by default. " +
    "Texts match in any case; all conditions on different fields must match.",
  examples: [
    "swath search tasks --status accepted,completed --from -7d --sandbox",
    "swath search tasks --where 'collectConstraints.offNadirMin>=20' --sort opens:asc --all --output ndjson",
    "swath search tasks --repeat-id 91b2c0aa-... --output id",
  ],
  mostUsed: [
    "--name",
    "--status",
    "--from",
    "--to",
    "--mode",
    "--where",
    "--sort",
    "--limit",
    "--all",
    "--price",
    "--window-open",
    "--include-repeating",
  ],
});

export const searchRepeats = searchCommand("repeat", {
  name: "repeats",
  summary: "Search repeat requests",
  description:
    "Shows one page without --all or --limit. Shows your own requests, or with a role such as " +
    "organization-manager those of your organization. Texts match in any case; all conditions on different " +
    "fields must match.",
  examples: [
    "swath search repeats --status submitted --sandbox",
    "swath search repeats --name etna --submitted 2026-03-01/.. --all --output ndjson",
  ],
  mostUsed: ["--name", "--status", "--from", "--to", "--where", "--sort", "--limit", "--all", "--price"],
});
