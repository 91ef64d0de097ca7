/** `search tasks` and `search repeats`. */
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import type { SearchRequest } from "../../app/tasking/search-requests.ts";
import type { Context } from "../../cli/context.ts";
import { defineCommand, type CommandDefinition } from "../../cli/command/define-command.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { LIST_VIEWS } from "./views.ts";
import { addRepeatSearchFlags, addTaskSearchFlags, type SearchOptions } from "./search-flags.ts";
import { advice, swath } from "../../hint.ts";

export const defineSearch = (
  noun: RequestNoun,
  words: Pick<CommandDefinition, "name" | "summary" | "description" | "examples" | "mostUsed">,
): CommandDefinition =>
  defineCommand({
    ...words,
    syntax: noun === "task" ? addTaskSearchFlags : addRepeatSearchFlags,
    parse: async (context, options: SearchOptions) => {
      const { readSearchRequest } = await import("./search-request.ts");
      return readSearchRequest(context, noun, options);
    },
    run: async (context, request) => {
      const [{ searchRequests }, { toRequestRows }] = await Promise.all([
        import("../../app/tasking/search-requests.ts"),
        import("./rows.ts"),
      ]);
      return toRequestRows(
        context,
        noun,
        suggestNextStep(context, request, searchRequests(context, request)),
      );
    },
    view: LIST_VIEWS[noun],
  });

/** If a series has no tasks, its state tells why. */
async function* suggestNextStep<R>(
  { events }: Context,
  { body }: SearchRequest,
  pages: AsyncIterable<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  let isEmpty = true;
  for await (const page of pages) {
    isEmpty = isEmpty && page.length === 0;
    yield page;
  }
  const ids = [toJsonObject(body.query)["repeatrequestId"]].flat();
  const [id] = ids;
  if (isEmpty && ids.length === 1 && typeof id === "string")
    events.hint(advice`See its state: ${swath`repeat get ${id}`}`);
}
