/** Refuses flags of a watch that contradict each other, before anything is read. */
import { usageFault } from "../../cli/input/usage.ts";
import type { Context } from "../../cli/context.ts";
import { presentationOf } from "../../cli/output/presentation.ts";
import { inputError, type Fault } from "../../errors.ts";
import { requireCollection } from "../catalog/require-collection.ts";

interface Flags {
  state?: string | undefined;
  exports?: string | undefined;
  order?: true | undefined;
  maxCost?: unknown;
  download?: string | undefined;
  price?: true | undefined;
  collection?: readonly string[] | undefined;
}

export function requireWatch(context: Context, given: Flags, file: string): void {
  const { state, exports, order, maxCost, download, price, collection } = given;
  const { options, settings, consent } = context;
  const faults: (Fault | false)[] = [
    file === "-" &&
      state === undefined &&
      usageFault("--state", "sites from stdin have no file beside which the state could be", {
        next: "Add --state <path>",
      }),
    /^s3:\/\/[^/]*\/?$/i.test(state ?? "") &&
      usageFault("--state", `--state ${state}: the object has no name`, {
        rule: "s3://bucket/name",
        next: "Add a name, such as s3://bucket/sites.watch.json",
      }),
    order !== true &&
      (maxCost !== undefined || download !== undefined) &&
      usageFault(
        maxCost === undefined ? "--download" : "--max-cost",
        `${maxCost === undefined ? "--download" : "--max-cost"} is for orders, and this run orders nothing`,
        { next: "Add --order" },
      ),
    order === true &&
      options.yes !== true &&
      options.dryRun !== true &&
      usageFault(
        "--order",
        "--order buys without a question for each scene, so it needs consent beforehand",
        {
          next: "Add --yes",
        },
      ),
    order === true &&
      maxCost === undefined &&
      settings.budget.value === undefined &&
      usageFault("--order", "--order needs a limit: --max-cost, or a budget of the profile", {
        next: "Add --max-cost <amount>",
      }),
    order === true &&
      consent.resend &&
      usageFault("--resend", "a watch buys nothing twice, so --resend has no effect with --order", {
        next: "Leave out --resend",
      }),
    exports !== undefined &&
      (collection ?? []).length > 1 &&
      usageFault("--collection", "--exports takes one --collection, which export files do not contain"),
  ];
  const found = faults.filter((fault) => fault !== false);
  if (found.length > 0) throw inputError(found);
  if (exports !== undefined && order !== true && price !== true)
    requireCollection(presentationOf(context).format, collection?.[0]);
}

/** `sites.geojson` has the state `sites.watch.json`. */
export const statePathOf = (file: string): string => `${file.replace(/\.[^./\\]+$/, "")}.watch.json`;
