import { makeContradiction, refuse, usageError } from "../../cli/input/usage.ts";
import { Option } from "@commander-js/extra-typings";
import { MAX_CONNECTIONS } from "../../app/transfers/transfer-settings.ts";
import { mapFlag, openFlag } from "../../cli/flags/map-flags.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { flag, pickedIds, suggesting } from "../../cli/flags/flag.ts";
import type { Context } from "../../cli/context.ts";
import { addPollFlags, reorderFreeFlag, waitTimes } from "../../cli/flags/wait-flags.ts";
import { severalView } from "../../cli/output/view.ts";
import type { DownloadReport } from "../../app/downloads/download-order.ts";
import type { PlanReport } from "../../app/downloads/plan-download.ts";
import { formatTotal } from "../../app/transfers/transfer-total.ts";
import { CHECKSUM_MODES, isS3Url } from "../../domain/orders/download-options.ts";
import { parsePathTemplate, PLACEHOLDERS } from "../../domain/orders/path-template.ts";
import { readCommandWords, makeIntegerReader, makeWordReader, readPath } from "../../domain/readers.ts";
import { endWithTotal } from "../files/file-rows.ts";
import { requireOneOfEach, requireReach } from "../files/transfer-faults.ts";
import { downloadView, planView } from "../files/download-view.ts";
import {
  addFilterFlags,
  addTransferFlags,
  galleryFlag,
  outDirFlag,
  toFilters,
  toTransferOptions,
} from "../files/transfer-flags.ts";
import { makeProgramRunner } from "../files/program-runner.ts";
import { advice, swath } from "../../hint.ts";

const PATH_SUMMARY = `path of each file below the folder, such as "{item}/{asset}{ext}" (${PLACEHOLDERS.map((name) => `{${name}}`).join(" ")})`;

export const download = defineCommand({
  name: "download",
  summary: "Download an order: parallel, resumable, verified",
  description:
    "A file appears under its name only when it is complete and verified. Run the same command again after any failure: " +
    "what is here is kept, parts continue where they stopped, expired links are renewed.",
  examples: [
    "swath order download <orderId> --out-dir imagery",
    "swath order download <orderId> --wait --asset metadata --json",
    "swath order download <orderId> --asset metadata --stdout | jq .",
  ],
  mostUsed: [
    "--out-dir",
    "--path",
    "--overwrite",
    "--limit-rate",
    "--exec",
    "--gallery",
    "--plan",
    "--stdout",
    "--asset",
    "--role",
    "--item",
    "--wait",
    "--reorder-free",
  ],
  syntax: (command) =>
    addPollFlags(
      addFilterFlags(
        addTransferFlags(
          command
            .addArgument(pickedIds("<orderId...>", "order ids", "order"))
            .addOption(outDirFlag())
            .addOption(new Option("--flat", "put all files in one folder, not one folder per item"))
            .addOption(flag("--path <template>", PATH_SUMMARY, parsePathTemplate)),
        )
          .addOption(
            suggesting(
              flag("--checksum <how>", "check of each file (default: full)", makeWordReader(CHECKSUM_MODES)),
              CHECKSUM_MODES,
            ),
          )
          .addOption(
            flag(
              "--max-connections <n>",
              `maximum connections (default: ${MAX_CONNECTIONS}, or --concurrency)`,
              makeIntegerReader(1, MAX_CONNECTIONS),
            ),
          )
          .addOption(
            flag(
              "--exec <command>",
              "run once per file, path appended or for {}; retry failures",
              readCommandWords,
            ),
          )
          .addOption(flag("--links <file>", "file of links, from order links --json (- for stdin)", readPath))
          .addOption(galleryFlag())
          .addOption(new Option("--stac", "then make a STAC catalog of the folder or bucket"))
          .addOption(new Option("--plan", "show the files to fetch and the existing ones; write nothing"))
          .addOption(mapFlag())
          .addOption(openFlag("the map page, or the gallery,"))
          .optionsGroup("Which files:"),
      )
        .addOption(new Option("--available", "only the items that are ready"))
        .optionsGroup("Waiting:")
        .addOption(new Option("--wait", "wait until the order is ready"))
        .addOption(reorderFreeFlag()),
    ),
  parse: async (context, options, given) => {
    requireOneOfEach(options, context);
    refuse([
      options.available === true && options.wait === true && makeContradiction("--available", "--wait"),
    ]);
    await requireReach(context, options.outDir);
    const ids = await readFullIds(context, "order", given);
    const one = options.stdout === true ? "--stdout" : options.links === undefined ? undefined : "--links";
    if (ids.length > 1 && one !== undefined)
      throw usageError(
        `${one} is for one order, and ${ids.length} are given`,
        advice`Type one command for each order: ${swath`order download ${ids[0]} ${one === "--links" ? [one, options.links!] : [one]}`}`,
      );
    return ids;
  },
  run: async (context, ids, options) => {
    const { checksum, outDir, maxConnections } = options;
    const { makeReplacer } = await import("../../app/ordering/follow-order.ts");
    const choice = {
      filters: toFilters(options),
      layout: options.path ?? (options.flat === true ? ("flat" as const) : ("item" as const)),
      links: options.links === undefined ? undefined : await readLinks(context, options.links),
      wait: options.wait === true ? waitTimes(options) : undefined,
      available: options.available,
      reorderFree: options.reorderFree,
      replace: makeReplacer(context),
      checksum,
      ...toTransferOptions(options),
    };
    const ofOne = async (orderId: string): Promise<DownloadReport | PlanReport> => {
      if (options.plan === true || context.service.isDryRun) {
        const { planOrder } = await import("../../app/downloads/plan-download.ts");
        return planOrder(context, orderId, { ...choice, outDir });
      }
      const { downloadOrder, streamOrder } = await import("../../app/downloads/download-order.ts");
      if (options.stdout === true) {
        context.outcome.isStdoutTaken = true;
        return streamOrder(context, orderId, choice, (chunk) => context.world.stdout.write(chunk));
      }
      const exec = options.exec && { words: options.exec, run: makeProgramRunner(context) };
      return downloadOrder(context, orderId, { ...choice, outDir, maxConnections, exec });
    };
    const { collectEachId } = await import("../../app/batch.ts");
    // One order after the other: a single download uses as many connections as are useful.
    const reports = await collectEachId(context, ids, "orders", ofOne, 1);
    if (options.plan === true || options.stdout === true || context.service.isDryRun) return reports;
    for (const report of [reports].flat())
      if ("downloaded" in report) endWithTotal(context, formatTotal(report));
    const folder = outDir ?? ".";
    if (options.gallery !== true && context.outcome.failure === undefined && !isS3Url(folder))
      context.notes.hint(advice`See what it is: ${swath`gallery ${folder} --open`}`);
    if (options.stac === true) {
      const { writeCatalog } = await import("../../app/deliveries/write-catalog.ts");
      const { catalog } = await writeCatalog(context, folder);
      context.notes.note(`Wrote the STAC catalog ${catalog}`);
    }
    if (options.gallery === true) {
      const { makeGallery } = await import("../../app/downloads/make-gallery.ts");
      const { page } = await makeGallery(context, folder);
      context.notes.note(`Wrote the gallery ${page}`);
      if (options.open === true) {
        const { showInBrowser } = await import("../../cli/output/show-in-browser.ts");
        await showInBrowser(context, page);
      }
    }
    return reports;
  },
  viewFor: ({ plan }) => (plan === true ? severalView(planView) : undefined),
  view: severalView(downloadView),
});

async function readLinks(context: Context, path: string) {
  const [{ parseSources }, { readJsonDocument }] = await Promise.all([
    import("../../app/downloads/order-links.ts"),
    import("../../cli/input/read-value.ts"),
  ]);
  const { value, name } = await readJsonDocument(context, path, "--links");
  return parseSources(value, name);
}
