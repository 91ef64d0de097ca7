/** Where the files go, and what becomes of those that are there: words of `fetch` and `sync`. */
import { Option, type Command } from "@commander-js/extra-typings";
import {
  limitRateFlag,
  noResumeFlag,
  outDirFlag,
  overwriteFlag,
  shardFlag,
  skipExistingFlag,
  stdoutFlag,
} from "../transfer-flags.ts";
import { presignSyntax } from "./presign-flags.ts";

export const fetchSyntax = (command: Command) =>
  presignSyntax(command)
    .optionsGroup("Where to, and how:")
    .addOption(outDirFlag())
    .addOption(new Option("--flat", "every file directly in the folder, without folders of year and week"))
    .addOption(overwriteFlag())
    .addOption(skipExistingFlag())
    .addOption(noResumeFlag())
    .addOption(limitRateFlag())
    .addOption(shardFlag())
    .addOption(stdoutFlag());
