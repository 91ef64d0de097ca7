/** The flags of `place` and `task` for actions after an order. */
import { Option } from "@commander-js/extra-typings";
import type { Afterwards } from "../../app/ordering/settle-order.ts";
import { flag } from "../../cli/flags/flag.ts";
import { waitTimes, type WaitOptions } from "../../cli/flags/wait-flags.ts";
import { text } from "../../domain/readers.ts";

export const waitFlag = () => new Option("--wait", "wait until every product is ready");
export const downloadFlag = () =>
  flag("--download <dir>", "wait, then download everything into this folder", text);

export interface AfterwardsOptions extends WaitOptions {
  wait?: true | undefined;
  download?: string | undefined;
  gallery?: true | undefined;
}

/** The flags as parameters of `app/`. */
export const afterwardsOf = (options: AfterwardsOptions): Afterwards => ({
  wait: options.wait === true,
  downloadTo: options.download,
  gallery: options.gallery === true,
  times: waitTimes(options),
});
