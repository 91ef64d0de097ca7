import { defineCommand } from "../../cli/command/define-command.ts";
import { recordView } from "../../cli/output/view.ts";
import type { CatalogReport } from "../../app/deliveries/write-catalog.ts";
import { countText } from "../../counted.ts";
import { requireFolderOrBucket } from "../files/transfer-faults.ts";
import { escapeText } from "../../render/safe-text.ts";

const catalogView = recordView<CatalogReport>({
  columns: [
    { key: "catalog", header: "CATALOG", value: ({ catalog }) => catalog, fixed: true },
    { key: "items", header: "ITEMS", value: ({ items }) => items, align: "right" },
    { key: "assets", header: "ASSETS", value: ({ assets }) => assets, align: "right" },
    { key: "written", header: "WRITTEN", value: ({ written }) => written, align: "right" },
    { key: "removed", header: "REMOVED", value: ({ removed }) => removed, align: "right" },
  ],
  id: ({ catalog }) => catalog,
  text: ({ catalog, items, assets, written, removed }) => {
    const changes = [
      ...(written > 0 ? [`${countText(written, "file")} written`] : []),
      ...(removed > 0 ? [`${countText(removed, "item")} removed`] : []),
    ];
    return `${escapeText(catalog)}\n${countText(items, "item")}, ${countText(assets, "asset")}; ${changes.join(", ") || "unchanged"}`;
  },
});

export const catalog = defineCommand({
  name: "catalog",
  summary: "Make a STAC catalog of a folder or bucket of downloads",
  description:
    "Writes catalog.json, an item per product in stac/, items.json (all items) and items.parquet (STAC GeoParquet) beside the files. " +
    "The items are the catalog's records, kept at the download, with relative links to the files, their sizes and checksums, and the order. " +
    "A second run rewrites what changed; a product without its files leaves the catalog. The folder can be moved. The service is not asked; a bucket is listed, and its objects count by their names and sizes.",
  examples: [
    "swath deliveries catalog imagery",
    "swath deliveries catalog s3://bucket/imagery",
    "swath order download <orderId> --out-dir imagery --stac",
  ],
  syntax: (command) =>
    command.argument("[dir]", "folder or bucket of downloads (default: the current folder)"),
  parse: (context, _options, dir) => requireFolderOrBucket(context, dir),
  run: async (context, dir) => {
    const { writeCatalog } = await import("../../app/deliveries/write-catalog.ts");
    return writeCatalog(context, dir);
  },
  view: catalogView,
});
