import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { typesView } from "./types-view.ts";

export const types = defineCommand({
  name: "types",
  aliases: ["collection-types"],
  summary: "List the collection types of the service with their properties",
  description: "What the service said is kept for 24 hours, and serves for suggestions of --type as well.",
  examples: ["swath task types --sandbox", "swath task types --refresh --json"],
  syntax: (command) =>
    command.addOption(new Option("--refresh", "ask the service although its answer is kept")),
  run: async (context, options) => {
    const { collectionTypes } = await import("../../app/tasking/collection-types.ts");
    return collectionTypes(context, options);
  },
  view: typesView,
});
