import { defineCommand } from "../../cli/command/define-command.ts";
import { listView } from "../../cli/output/view.ts";
import { escapeText } from "../../render/safe-text.ts";
import type { ExportLink } from "../../app/exports/presigned-files.ts";
import { addPresignFlags } from "./export-flags.ts";

export const links = defineCommand({
  name: "links",
  summary: "Print signed URLs of export files, for other download tools",
  description:
    "A link is valid for one hour and is a secret: anyone who has it can download the file. Files are selected by " +
    "--format (all of the type; it has no default here), by --file-name, or among the offered files by --match, --weeks and --from.",
  examples: [
    "swath export links --type weekly --weeks 4 --format geoparquet --output id --sandbox",
    "swath export list --type weekly --format gpkg --output id | swath export links --type weekly --file-name -",
  ],
  syntax: addPresignFlags,
  parse: async (context, options) => {
    const { readPresignRequest } = await import("./presign-request.ts");
    return readPresignRequest(context, options);
  },
  run: async (context, request) => {
    const { presignLinks } = await import("../../app/exports/presigned-files.ts");
    return presignLinks(context, request);
  },
  view: listView<ExportLink, ExportLink[]>({
    columns: [
      { key: "downloadHref", header: "URL", value: ({ downloadHref }) => downloadHref, fixed: true },
      { key: "exportFile", header: "FILE", value: ({ exportFile }) => exportFile, wide: true },
      { key: "exportType", header: "TYPE", value: ({ exportType }) => exportType, wide: true },
      { key: "expires", header: "EXPIRES", value: ({ expires }) => expires, wide: true },
    ],
    id: ({ downloadHref }) => downloadHref,
    // A truncated signed URL is useless, so each has its own line, even on a narrow terminal.
    text: (files, { paint }) =>
      files
        .map(
          ({ exportFile, downloadHref }) =>
            `${paint("bold", escapeText(exportFile))}\n${escapeText(downloadHref)}`,
        )
        .join("\n"),
  }),
});
