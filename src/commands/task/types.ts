import { listView } from "../../cli/output/view.ts";
import type { CollectionType } from "../../contract/read-collection-types.ts";
import type { Column } from "../../render/column.ts";
import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";

/** The name, and the scalar properties of a collection type in the service's response. */
const NAME: Column<CollectionType> = { key: "name", header: "NAME", value: ({ name }) => name, fixed: true };

const makeTypeColumn = (key: string): Column<CollectionType> => ({
  key,
  header: key,
  value: (type) => type[key],
  wide: true,
});

/** Returns every property that is a scalar in all rows, in the order of first appearance. */
function listTypeColumns(types: readonly CollectionType[]): Column<CollectionType>[] {
  const keys = new Set(types.flatMap((type) => Object.keys(type)));
  const isPlain = (key: string): boolean => types.every((type) => typeof type[key] !== "object");
  return [NAME, ...[...keys].filter((key) => key !== "name" && isPlain(key)).map(makeTypeColumn)];
}

const typesView = listView<CollectionType, readonly CollectionType[]>({
  columns: [NAME],
  columnsOf: listTypeColumns,
  id: ({ name }) => name,
});

export const types = defineCommand({
  name: "types",
  summary: "List the collection types with their properties",
  description: "The response is kept for 24 hours, also for suggestions of --type.",
  examples: ["swath task types --sandbox", "swath task types --refresh --json"],
  syntax: (command) => command.addOption(new Option("--refresh", "ask the service, not the cache")),
  run: async (context, options) => {
    const { listCollectionTypes } = await import("../../app/tasking/collection-types.ts");
    return listCollectionTypes(context, options);
  },
  view: typesView,
});
