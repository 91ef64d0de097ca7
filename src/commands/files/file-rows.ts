/** Rows of files for people: below the folder of each, and with the reason of a fault in a line of its own, which no width cuts. */
import { posix } from "node:path";
import { noteTotal } from "../../app/transfers/transfer-total.ts";
import type { Context } from "../../cli/context.ts";
import { choosePresentation, isTableForPeople } from "../../cli/output/presentation.ts";
import type { Screen } from "../../cli/output/view.ts";
import type { Column } from "../../render/column.ts";
import { escapeLine, escapeText } from "../../render/safe-text.ts";
import { wrap } from "../../render/width.ts";

interface FileRow {
  path: string;
}

/** The name of a file below the heading of its folder. */
export const NAME: Column<FileRow> = {
  key: "file",
  header: "FILE",
  value: ({ path }) => posix.basename(path),
  fixed: "path",
};

const getFolderName = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);

export async function formatFileRows<File extends FileRow>(
  files: readonly File[],
  columns: readonly Column<File>[],
  findReason: (file: File) => string | undefined,
  { paint, width }: Pick<Screen, "paint" | "width">,
): Promise<string> {
  const { formatTable } = await import("../../render/table.ts");
  const parts = Map.groupBy(files, ({ path }) => getFolderName(path))
    .entries()
    .map(([folder, within]) => {
      const title = folder === "" ? "" : `${paint("bold", escapeText(folder))}\n`;
      const rows = formatTable(within, columns, { width, paint, header: false }).split("\n");
      const lines = within.flatMap((file, index) => {
        const reason = findReason(file);
        const row = rows[index] ?? "";
        return reason === undefined
          ? [row]
          : [row, wrap(escapeLine(reason), { width, indent: 2, hangingIndent: 2 })];
      });
      return `${title}${lines.join("\n")}\n`;
    });
  return [...parts].join("");
}

/** Ends the report with its total, unless the table on the screen has it. */
export function endWithTotal(context: Context, total: string): void {
  if (isTableForPeople(choosePresentation(context)) || context.outcome.isStdoutTaken) return;
  context.outcome.afterShown.push(async () => noteTotal(context, total));
}
