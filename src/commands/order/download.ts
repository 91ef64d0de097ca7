import { Option } from "@commander-js/extra-typings";
import { defineCommand } from "../../cli/command/define-command.ts";
import { pollIntervalFlag, waitTimeoutFlag } from "../../cli/flags/wait-flags.ts";
import {
  assetFlag,
  checksumFlag,
  excludeAssetFlag,
  execFlag,
  flatFlag,
  limitRateFlag,
  linksFlag,
  maxConnectionsFlag,
  noResumeFlag,
  onlyItemFlag,
  outDirFlag,
  overwriteFlag,
  pathFlag,
  planFlag,
  productTypeFlag,
  roleFlag,
  shardFlag,
  skipExistingFlag,
  stdoutFlag,
} from "./download-flags.ts";
import { requireOneOfEach, requireReach } from "./download-faults.ts";
import { downloadView } from "./download-view.ts";

export const download = defineCommand({
  name: "download",
  summary: "Download an order: parallel, resumable, verified",
  description:
    "A file appears under its name only when it is whole and verified. Run the same command again after any failure: " +
    "what is here is kept, parts go on where they stopped, expired links are renewed.",
  examples: [
    "swath order download <orderId> --out-dir imagery",
    "swath order download <orderId> --wait --asset metadata --json",
    "swath order download <orderId> --asset metadata --stdout | jq .",
  ],
  syntax: (command) =>
    command
      .argument("<orderId>", "order id")
      .addOption(outDirFlag())
      .addOption(flatFlag())
      .addOption(pathFlag())
      .addOption(overwriteFlag())
      .addOption(skipExistingFlag())
      .addOption(noResumeFlag())
      .addOption(checksumFlag())
      .addOption(limitRateFlag())
      .addOption(maxConnectionsFlag())
      .addOption(execFlag())
      .addOption(linksFlag())
      .addOption(planFlag())
      .addOption(stdoutFlag())
      .optionsGroup("Which files:")
      .addOption(assetFlag())
      .addOption(excludeAssetFlag())
      .addOption(roleFlag())
      .addOption(onlyItemFlag())
      .addOption(productTypeFlag())
      .addOption(shardFlag())
      .optionsGroup("Waiting:")
      .addOption(new Option("--wait", "wait until the order is ready"))
      .addOption(pollIntervalFlag())
      .addOption(waitTimeoutFlag()),
  parse: async (context, options, orderId) => {
    requireOneOfEach(options, context);
    await requireReach(context, options.outDir);
    return orderId;
  },
  run: async (context, orderId, options) => {
    const { downloadOrder, planOrder, streamOrder } = await import("../../app/ordering/download-order.ts");
    if (options.plan === true || context.options.dryRun === true) return planOrder(context, orderId, options);
    return options.stdout === true
      ? streamOrder(context, orderId, options)
      : downloadOrder(context, orderId, options);
  },
  view: downloadView,
});
