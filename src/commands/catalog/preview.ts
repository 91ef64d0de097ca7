import { Argument } from "@commander-js/extra-typings";
import { flag, pickedFrom, preference, suggesting } from "../../cli/flags/flag.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { readIds } from "../../cli/ids/ids-argument.ts";
import { IMAGE_WORDS } from "../../cli/output/image-protocol.ts";
import { choosePresentation } from "../../cli/output/presentation.ts";
import { listView } from "../../cli/output/view.ts";
import { sizeText } from "../../counted.ts";
import { makeWordReader, readNewPath, readNonEmpty } from "../../domain/readers.ts";
import type { Column } from "../../render/column.ts";
import { escapeText } from "../../render/safe-text.ts";

interface PreviewRow {
  item: string;
  asset: string;
  type: "png" | "jpeg";
  width: number;
  height: number;
  bytes: number;
  /** The path of the saved file. */
  file?: string;
}

/** The pictures as text, if this run shows them. They are only for people, and in no output format. */
const drawings = new WeakMap<PreviewRow, string>();

const COLUMNS: readonly Column<PreviewRow>[] = [
  { key: "item", header: "ITEM", value: ({ item }) => item, fixed: true },
  { key: "asset", header: "ASSET", value: ({ asset }) => asset },
  { key: "type", header: "TYPE", value: ({ type }) => type },
  { key: "width", header: "WIDTH", value: ({ width }) => width, align: "right" },
  { key: "height", header: "HEIGHT", value: ({ height }) => height, align: "right" },
  { key: "bytes", header: "BYTES", value: ({ bytes }) => bytes, align: "right", wide: true },
  { key: "file", header: "FILE", value: ({ file }) => file, fixed: true },
];

const previewView = listView<PreviewRow, readonly PreviewRow[]>({
  columns: COLUMNS,
  id: ({ item }) => item,
  text: (rows, { paint }) =>
    rows
      .map((row) => {
        const { item, asset, width, height, bytes, file } = row;
        const facts = `${asset}, ${width} x ${height}, ${sizeText(bytes)}`;
        const where = file === undefined ? "" : `, saved as ${escapeText(file)}`;
        return `${drawings.get(row) ?? ""}${paint("bold", escapeText(item))}  ${escapeText(facts)}${where}\n`;
      })
      .join(""),
});

const { columns: _columns, ...drawnView } = previewView;

export const preview = defineCommand({
  name: "preview",
  summary: "Show pictures of catalog items in the terminal, or save them",
  description:
    "The picture is drawn with the graphics of the terminal (kitty or iTerm2), else with coloured blocks. In a pipe, " +
    "without colours and with --out-dir it is saved as a file instead. A picture that is damaged, or larger than 64 MB when decoded, is refused.",
  examples: [
    "swath catalog preview <itemId>",
    "swath catalog preview 1a2b3c4d:GEC",
    "swath catalog preview <itemId> --asset preview --image blocks",
    "swath catalog search --place Lisbon --limit 5 --output id | swath catalog preview - --out-dir pictures",
  ],
  syntax: (command) =>
    command
      .addArgument(
        pickedFrom(new Argument("<itemId...>", "item ids or short ids (- for stdin)"), "catalog item"),
      )
      .addOption(
        suggesting(
          preference(
            "--image <how>",
            "how to draw (default: by terminal); none saves nothing",
            makeWordReader(IMAGE_WORDS),
          ),
          IMAGE_WORDS,
        ),
      )
      .addOption(
        flag("--asset <key>", "which picture (default: the thumbnail; preview is larger)", readNonEmpty),
      )
      .addOption(
        flag("--out-dir <dir>", "save the pictures in this folder instead of drawing them", readNewPath),
      ),
  run: async (context, options, given) => {
    const [pictures, { collectEachId }, { findItemsById }, { findImageDisplay }, { findItemIdsMeant }] =
      await Promise.all([
        import("../../app/catalog/item-pictures.ts"),
        import("../../app/batch.ts"),
        import("../../app/catalog/item-places.ts"),
        import("../../cli/output/image-protocol.ts"),
        import("../../cli/ids/items-on-screen.ts"),
      ]);
    const ids = await readIds(context, await findItemIdsMeant(context, given), "itemId");
    const { format, colour, quiet, width, query, columns } = choosePresentation(context);
    const isShown = format === "table" && !quiet && query === undefined && columns === undefined;
    const display =
      isShown && (options.outDir === undefined || options.image !== undefined)
        ? await findImageDisplay(context.world, {
            wanted: options.image,
            colour,
            mayAsk: context.options.input !== false,
          })
        : undefined;
    const isSaved = options.outDir !== undefined || (display === undefined && options.image !== "none");
    const itemOf = await findItemsById(context, ids);
    const ofOne = async (id: string): Promise<PreviewRow> => {
      const found = await pictures.fetchPicture(context, itemOf(id), { wanted: options.asset });
      const { item, asset, kind: type, bytes, picture } = found;
      const size = { width: picture.width, height: picture.height };
      const row: PreviewRow = { item, asset, type, ...size, bytes: bytes.length };
      if (isSaved) row.file = await pictures.savePicture(context, found, options.outDir ?? ".");
      if (display !== undefined) {
        const { drawPicture } = await import("../../render/draw-picture.ts");
        const room = {
          columns: Math.min(width, MAX_COLUMNS),
          rows: Math.min(context.world.stdout.rows() ?? MAX_LINES, MAX_LINES) - BELOW_PICTURE,
        };
        drawings.set(row, await drawPicture(picture, { ...display, ...room }));
      }
      return row;
    };
    return [await collectEachId(context, ids, "pictures", ofOne)].flat();
  },
  view: previewView,
  // An explicitly requested picture is also drawn into a pipe and a file.
  viewFor: ({ image }) => (image === undefined || image === "none" ? undefined : drawnView),
});

/** Maximum width of a picture, so that the next one and the command stay visible. */
const MAX_COLUMNS = 80;
const MAX_LINES = 33;
/** Rows of the screen for the caption and the next prompt. */
const BELOW_PICTURE = 3;
