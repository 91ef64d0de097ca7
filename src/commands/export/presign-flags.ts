/** The words of the verbs that ask for links: `links` and `fetch`. */
import type { Command } from "@commander-js/extra-typings";
import { skeletonFlag } from "../../cli/command/skeleton.ts";
import { dataFlag } from "../../cli/flags/body-flags.ts";
import {
  checkFlag,
  fileNameFlag,
  formatFlag,
  matchFlag,
  sinceFlag,
  typeFlag,
  weeksFlag,
} from "./export-flags.ts";

export const presignSyntax = (command: Command) =>
  command
    .optionsGroup("Which files:")
    .addOption(typeFlag())
    .addOption(formatFlag())
    .addOption(fileNameFlag())
    .addOption(matchFlag())
    .addOption(weeksFlag())
    .addOption(sinceFlag())
    .addOption(checkFlag())
    .addOption(dataFlag())
    .addOption(skeletonFlag());

export type PresignOptions = ReturnType<ReturnType<typeof presignSyntax>["opts"]>;
