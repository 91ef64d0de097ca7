import { Option } from "@commander-js/extra-typings";
import type { GalleryReport } from "../app/downloads/make-gallery.ts";
import { defineCommand } from "../cli/command/define-command.ts";
import { htmlFileFlag } from "../cli/flags/map-flags.ts";
import { recordView } from "../cli/output/view.ts";
import { advice, swath } from "../hint.ts";
import { requireFolder } from "./files/transfer-faults.ts";
import { countText } from "../counted.ts";
import { escapeText } from "../render/safe-text.ts";

const galleryView = recordView<GalleryReport>({
  columns: [
    { key: "page", header: "PAGE", value: ({ page }) => page, fixed: true },
    { key: "items", header: "ITEMS", value: ({ items }) => items, align: "right" },
    { key: "files", header: "FILES", value: ({ files }) => files, align: "right" },
    { key: "pictures", header: "PICTURES", value: ({ pictures }) => pictures, align: "right" },
    { key: "wrong", header: "WRONG", value: ({ wrong }) => wrong, align: "right" },
  ],
  id: ({ page }) => page,
  text: ({ page, items, files, pictures, wrong }) =>
    `${escapeText(page)}\n${countText(items, "item")}, ${countText(files, "file")}, ${countText(pictures, "picture")}` +
    (wrong === 0 ? "" : `, ${countText(wrong, "file")} wrong or missing`),
});

export const gallery = defineCommand({
  name: "gallery",
  summary: "Make a page of a folder of downloads, with pictures",
  description:
    "Writes one HTML file that sends no request: a card for each item with its picture, its metadata and its files. " +
    "Sizes are compared with the manifest; --verify reads every byte. Nothing is sent.",
  examples: ["swath gallery imagery --open", "swath gallery imagery --verify --out gallery.html"],
  syntax: (command) =>
    command
      .argument("[dir]", "folder of downloads (default: the current one)")
      .addOption(htmlFileFlag("--out <file>", "page to write (default: swath-gallery.html in the folder)"))
      .addOption(new Option("--verify", "compare the checksums of all files, as swath verify does"))
      .addOption(new Option("--open", "open the page in the browser")),
  parse: (_context, _options, dir) =>
    requireFolder(
      advice`Download into a folder: ${swath`order download <orderId> --out-dir imagery --gallery`}`,
      dir,
    ),
  run: async (context, dir, { out, verify, open }) => {
    const { makeGallery } = await import("../app/downloads/make-gallery.ts");
    const report = await makeGallery(context, dir, { out, isVerifying: verify === true });
    if (open === true) {
      const { showInBrowser } = await import("../cli/output/show-in-browser.ts");
      await showInBrowser(context, report.page);
    } else {
      context.notes.hint("Add --open to see it in the browser");
    }
    return report;
  },
  view: galleryView,
});
