/** The flags of `place` and `task` for actions after an order. */
import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import type { Afterwards } from "../../app/ordering/follow-order.ts";
import { flag } from "../../cli/flags/flag.ts";
import { addPollFlags, waitTimes, type WaitOptions } from "../../cli/flags/wait-flags.ts";
import { readPath } from "../../domain/readers.ts";
import { galleryFlag } from "../files/transfer-flags.ts";

export const addAfterwardsFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  addPollFlags(
    command
      .optionsGroup("Afterwards:")
      .addOption(new Option("--wait", "wait until every product is ready"))
      .addOption(flag("--download <dir>", "wait, then download everything into this folder", readPath))
      .addOption(galleryFlag()),
  );

/** The flags as parameters of `app/`. */
export const toAfterwards = (
  options: WaitOptions & { wait?: true; download?: string; gallery?: true },
): Afterwards => ({
  wait: options.wait === true,
  downloadTo: options.download,
  gallery: options.gallery === true,
  times: waitTimes(options),
});
