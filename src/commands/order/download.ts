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
  noResumeFlag,
  onlyItemFlag,
  outDirFlag,
  overwriteFlag,
  pathFlag,
  planFlag,
  productTypeFlag,
  requireOneOfEach,
  roleFlag,
  shardFlag,
  skipExistingFlag,
} from "./download-flags.ts";
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
      .addOption(execFlag())
      .addOption(planFlag())
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
  parse: (_context, options, orderId) => {
    requireOneOfEach(options);
    return orderId;
  },
  run: async (context, orderId, options) => {
    const { downloadOrder, planOrder } = await import("./download-order.ts");
    return options.plan === true
      ? planOrder(context, orderId, options)
      : downloadOrder(context, orderId, options);
  },
  view: downloadView,
});
