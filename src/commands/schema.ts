import { Argument, Option } from "@commander-js/extra-typings";
import { defineCommand } from "../cli/command/define-command.ts";
import { suggesting } from "../cli/flags/flag.ts";
import { readArgument } from "../cli/input/usage.ts";
import { makeWordReader } from "../domain/readers.ts";
import { BODY_KIND_NAMES } from "../contract/body-kinds.ts";
import { recordView } from "../cli/output/view.ts";
import { escapeJson } from "../render/safe-text.ts";

export const schema = defineCommand({
  name: "schema",
  summary: "Print the JSON Schema of a body, or a filled template",
  description:
    "For editors: set the file in the settings for JSON schemas, or as $schema. Rules between fields (a " +
    "window that closes before it opens) are checked by the commands, which read the same body with --data " +
    "@file or --file.",
  examples: [
    "swath schema task > task.schema.json",
    "swath schema order --skeleton",
    "swath schema task --skeleton > task.json && swath task create --file task.json --explain",
  ],
  syntax: (command) =>
    command
      .addArgument(suggesting(new Argument("<kind>", "the body"), BODY_KIND_NAMES))
      .addOption(new Option("--skeleton", "filled template, ready to edit and send")),
  parse: (_context, _options, kind) => readArgument("<kind>", kind, makeWordReader(BODY_KIND_NAMES)),
  run: async ({ world }, kind, { skeleton }): Promise<Record<string, unknown>> => {
    if (skeleton === true) {
      const { makeBodySkeleton } = await import("../domain/tasking/body-skeleton.ts");
      return makeBodySkeleton(kind, world.clock.now());
    }
    const { makeJsonSchema } = await import("../contract/json-schema.ts");
    return makeJsonSchema(kind);
  },
  // JSON on a terminal as well, because a person saves it to a file.
  view: recordView<Record<string, unknown>>({ text: (data) => escapeJson(data, 2) }),
});
