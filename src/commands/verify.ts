import { Option } from "@commander-js/extra-typings";
import type { CheckedFile, VerifyReport } from "../app/downloads/verify-report.ts";
import { defineCommand } from "../cli/command/define-command.ts";
import { reorderFreeFlag } from "../cli/flags/wait-flags.ts";
import { addMapFlags } from "../cli/flags/map-flags.ts";
import { listView } from "../cli/output/view.ts";
import { sizeText } from "../counted.ts";
import type { Column } from "../render/column.ts";
import { formatFolder } from "../render/safe-text.ts";
import { advice, swath } from "../hint.ts";
import { formatFileRows, NAME } from "./files/file-rows.ts";
import { requireFolder } from "./files/transfer-faults.ts";

const FILE: Column<CheckedFile> = { key: "path", header: "FILE", value: ({ path }) => path, fixed: "path" };
const STATUS: Column<CheckedFile> = {
  key: "status",
  header: "STATUS",
  value: ({ status }) => status,
  kept: true,
};

const COLUMNS: readonly Column<CheckedFile>[] = [
  FILE,
  STATUS,
  { key: "fault", header: "FAULT", value: ({ fault }) => fault, kept: true },
  { key: "size", header: "SIZE", value: ({ size }) => size, align: "right" },
  { key: "checked", header: "CHECKED", value: ({ checked }) => checked },
  { key: "sha256", header: "SHA256", value: ({ sha256 }) => sha256, wide: true },
  { key: "item", header: "ITEM", value: ({ item }) => item, wide: true },
  { key: "asset", header: "ASSET", value: ({ asset }) => asset, wide: true },
  { key: "order", header: "ORDER", value: ({ order }) => order, wide: true },
];

/** The folder of a file is usually its item, which has its own column. */
const PEOPLE_COLUMNS = [
  { ...FILE, value: (file: CheckedFile) => NAME.value(file) },
  ...COLUMNS.slice(1).filter(({ key }) => key !== "sha256"),
];

const SHOWN: readonly Column<CheckedFile>[] = [NAME, STATUS];

function formatSums(report: VerifyReport): string {
  const { ok, okBySizeOnly, wrong, repaired, unfinished, foreign, bytes, directory } = report;
  const bySize = okBySizeOnly === 0 ? "" : `, ${okBySizeOnly} of them by size only`;
  const sums = [
    `${ok} whole (${sizeText(bytes)}${bySize})`,
    ...(repaired > 0 ? [`${repaired} repaired`] : []),
    `${wrong} wrong or missing`,
    ...(unfinished > 0 ? [`${unfinished} not finished`] : []),
    ...(foreign > 0 ? [`${foreign} not in the manifest`] : []),
  ];
  return `${sums.join(", ")}, in ${formatFolder(directory)}`;
}

/** The ids are the paths of missing, damaged or unfinished files. */
const verifyView = listView<CheckedFile, VerifyReport>({
  rows: ({ files }) => files,
  columns: COLUMNS,
  id: ({ path, status }) =>
    ["missing", "changed", "unreadable", "unfinished"].includes(status) ? path : undefined,
  people: PEOPLE_COLUMNS,
  map: {
    part: ({ path }) => ({ id: path }),
    colourBy: "status",
    // A mirror of the exports contains files without an order, which have no item.
    itemsOf: ({ item, order }) => (item === undefined || order === undefined ? [] : [{ id: item }]),
  },
  summary: (report) => [formatSums(report)],
  text: async (report, screen) => {
    const notable = report.files.filter(({ status }) => status !== "ok");
    return `${await formatFileRows(notable, SHOWN, ({ fault }) => fault, screen)}${formatSums(report)}`;
  },
});

export const verify = defineCommand({
  name: "verify",
  summary: "Verify a folder of downloads against its manifest",
  description:
    "Reads every file in swath-manifest.ndjson and compares size and sha256. Exit code 0 means that all of " +
    "them are complete and that no download into the folder was left unfinished. Files that are not in the " +
    "manifest, and orders with missing items, are reported, and count as faults with --strict. Without " +
    "--repair and --map nothing is written and nothing is sent.",
  examples: ["swath verify imagery", "swath verify imagery --repair", "swath verify imagery --json"],
  syntax: (command) =>
    addMapFlags(
      command
        .argument("[dir]", "folder of downloads (default: the current one)")
        .addOption(new Option("--repair", "fetch damaged and missing files again"))
        .addOption(reorderFreeFlag()),
    ),
  parse: (_context, _options, dir) =>
    requireFolder(
      advice`Check every object, and fetch what is missing: ${swath`order download <orderId> --out-dir ${dir}`}`,
      dir,
    ),
  run: async (context, dir, options) => {
    const [{ checkFolder }, { makeReplacer }] = await Promise.all([
      import("../app/downloads/check-folder.ts"),
      import("../app/ordering/follow-order.ts"),
    ]);
    return checkFolder(context, dir, {
      isRepairing: options.repair === true,
      isStrict: context.options.strict === true,
      reorderFree: options.reorderFree,
      replace: makeReplacer(context),
    });
  },
  view: verifyView,
});
