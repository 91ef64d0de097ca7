import { usageError } from "../../cli/input/usage.ts";
import { readFullIds } from "../../cli/ids/ids-argument.ts";
import { pickedIds } from "../../cli/flags/flag.ts";
import { defineCommand } from "../../cli/command/define-command.ts";
import { productTypeFlag, productTypesFlag } from "../../cli/flags/product-flags.ts";
import type { Records } from "../../app/tasking/request-kind.ts";
import type { FlagOfPath } from "../../cli/input/require-valid-request.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { advice, swath, typed } from "../../hint.ts";
import { RECORD_VIEWS } from "../request/views.ts";

/** Returns whether the word is one product type or several. A name of a task may be one as well. */
const isTypes = (word: string): boolean =>
  word.split(",").every((part) => PRODUCT_TYPES.some((type) => type === part.toUpperCase()));

export const setProducts = defineCommand({
  name: "set-products",
  summary: "Change the product types of a task",
  description:
    "Possible until 3 hours before the expected collection. --product-type replaces the list; --add and --remove read " +
    "the task first and change what it has. GEO always stays.",
  examples: [
    "swath task set-products 3f0c2a7e-... --product-type GEO,SICD",
    "swath task set-products 3f0c2a7e-... --add GEC --remove SLC",
  ],
  syntax: (command) =>
    command
      .addArgument(
        pickedIds("[taskId...]", "ids or names of tasks", "unfinished task", {
          needs: ["productType", "add", "remove"],
        }),
      )
      .addOption(productTypeFlag())
      .addOption(productTypesFlag("--add <types>", "add to the task's product types"))
      .addOption(productTypesFlag("--remove <types>", "remove from the task's product types")),
  parse: async (context, { productType: types, add = [], remove = [] }, given) => {
    const isChange = add.length > 0 || remove.length > 0;
    if ((types === undefined) === !isChange) {
      const message = isChange
        ? "--product-type replaces the list that --add and --remove change: give one or the other"
        : "no product types are given";
      const named = given.filter(isTypes).join(",");
      if (named === "" || isChange)
        throw usageError(message, advice`For example: ${typed("--product-type", "GEO,SICD")}`);
      throw usageError(
        `${message}: ${named} is in the place of a task`,
        advice`Replace the task's list: ${typed("--product-type", named)}. Add to it: ${typed("--add", named)}`,
      );
    }
    if (given.length === 0) throw usageError("<taskId> is missing", swath`task set-products <taskId>`);
    const [{ requireValidRequest }, { draftProductChange, UPDATED_TYPES }] = await Promise.all([
      import("../../cli/input/require-valid-request.ts"),
      import("../../domain/tasking/product-types.ts"),
    ]);
    const draft = draftProductChange({ types, add, remove });
    for (const note of draft.notes) context.notes.note(note);
    const flags: FlagOfPath = isChange ? {} : { [UPDATED_TYPES]: "--product-type" };
    await requireValidRequest(context, "updateTask", draft, flags);
    return { ids: await readFullIds(context, "task", given), change: draft.change };
  },
  run: async (context, { ids, change }): Promise<Records> => {
    const { setProductTypes } = await import("../../app/tasking/set-product-types.ts");
    return setProductTypes(context, ids, change);
  },
  view: RECORD_VIEWS.task,
});
