/** Collection types: the name, and whatever plain properties the service gives them. */
import type { CollectionType } from "../../contract/read-collection-types.ts";
import type { Column } from "../../render/column.ts";
import { listView } from "../../cli/output/view.ts";

const NAME: Column<CollectionType> = { key: "name", header: "NAME", value: ({ name }) => name, fixed: true };

const columnOf = (key: string): Column<CollectionType> => ({
  key,
  header: key,
  value: (type) => type[key],
  wide: true,
});

/** Every property that is plain wherever it stands, in the order in which they come. */
function columnsOf(types: readonly CollectionType[]): Column<CollectionType>[] {
  const keys = new Set(types.flatMap((type) => Object.keys(type)));
  const isPlain = (key: string): boolean => types.every((type) => typeof type[key] !== "object");
  return [NAME, ...[...keys].filter((key) => key !== "name" && isPlain(key)).map(columnOf)];
}

export const typesView = listView<CollectionType, readonly CollectionType[]>({
  columns: [NAME, columnOf("collectMode"), columnOf("numLooks")],
  text: async (types, { width, paint }) => {
    const { table } = await import("../../render/table.ts");
    return table(types, columnsOf(types), { width, paint });
  },
  id: ({ name }) => name,
});
