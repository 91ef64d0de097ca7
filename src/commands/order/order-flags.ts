/** The flags that select items, of `order review` and `order place`, and those for actions after an order. */
import { Argument, type Command, Option, type OptionValues } from "@commander-js/extra-typings";
import type { Afterwards } from "../../app/ordering/follow-order.ts";
import type { Context } from "../../cli/context.ts";
import { flag, pickedFrom, repeatable } from "../../cli/flags/flag.ts";
import { addPollFlags, type WaitOptions, waitTimes } from "../../cli/flags/wait-flags.ts";
import { makeContradiction, refuse } from "../../cli/input/usage.ts";
import { isPlainId, type OrderItem } from "../../contract/order-item.ts";
import { parseArchiveItem, parseGeneratedItem } from "../../domain/orders/order-items.ts";
import { type Reader, readNonEmpty, readNewPath, readPath } from "../../domain/readers.ts";
import { advice, swath } from "../../hint.ts";
import { galleryFlag } from "../files/transfer-flags.ts";

/** Control characters are refused here as in a path: no id has them, and a terminal would interpret them. */
const refuseControls =
  <Item>(read: Reader<Item>): Reader<Item> =>
  (given) =>
    /[\p{Cc}\p{Cs}]/u.test(given)
      ? {
          ok: false,
          code: "ORDER_ITEM_SHAPE",
          rule: "has control characters in it",
          next: "Copy the id again, without colours or line breaks",
        }
      : read(given);

const SPACED = {
  code: "ORDER_ITEM_SHAPE",
  rule: "has spaces before or after an id",
  next: "Copy the id again, without the spaces around it",
} as const;

/** Without a collection it may be a short id, which is looked up after all flags are read. */
const readArchiveItem = refuseControls<OrderItem | string>((given) => {
  const item = parseArchiveItem(given) ?? (given.includes("/") ? undefined : given);
  const ids = typeof item === "object" ? [item.collectionId, item.granuleId] : [];
  if (!ids.every(isPlainId)) return { ok: false, ...SPACED };
  return item === undefined || item === "" ? { ok: false, ...NOT_AN_ITEM } : { ok: true, value: item };
});

export const NOT_AN_ITEM = {
  code: "ORDER_ITEM_SHAPE",
  rule: "must be <collectionId>/<granuleId>",
  next: advice`Print items for --items: ${swath`catalog search --output order-items`}`,
} as const;

const readGeneratedItem = refuseControls<OrderItem>((given) => {
  const item = parseGeneratedItem(given);
  return item === undefined
    ? {
        ok: false,
        code: "ORDER_ITEM_SHAPE",
        rule: "must be <productType>=<collectId>[,<collectId>]",
        next: "For example: --generate GEC=<collectId>",
      }
    : { ok: true, value: item };
});

/** Another contract makes no other purchase: the same items under it are owned as well. */
export const contractFlag = () =>
  flag("--contract <id>", "contract of the order (default: the service's)", readNonEmpty);

export const skipOwnedFlag = () =>
  new Option("--skip-owned", "leave out items that an earlier order contains");

/** Refuses `--skip-owned` with `--resend`, which buys these items again. */
export const refuseSkipAndResend = (context: Context, { skipOwned }: { skipOwned?: true }): void =>
  refuse([
    skipOwned === true && context.options.resend === true && makeContradiction("--skip-owned", "--resend"),
  ]);

export const addItemFlags = (command: Command) =>
  command
    .addArgument(new Argument("[item...]", "item ids or short ids (1a2b3c4d:GEO); - reads stdin"))
    .optionsGroup("Items:")
    .addOption(
      pickedFrom(
        repeatable("--item <collection/item>", "an archive product, or a short id", readArchiveItem),
        "archive item",
        { unless: ["generate", "items", "data", "set"] },
      ),
    )
    .addOption(
      repeatable(
        "--generate <type=collects>",
        "product to generate, such as GEC=<collectId>",
        readGeneratedItem,
      ),
    )
    .addOption(flag("--items <path>", "file of order items or STAC items (- for stdin)", readPath))
    .addOption(contractFlag())
    .addOption(skipOwnedFlag())
    .addOption(new Option("--with-geo", "find and add the GEO items that VS items need"));

export type ItemOptions = ReturnType<ReturnType<typeof addItemFlags>["opts"]> & {
  /** The words of the argument, as typed. */
  words?: readonly string[];
  /** The items are bought: of several products of a scene, the wanted ones must be given. */
  isPurchase?: boolean;
};

/** The flags of `place` and `task` for actions after an order. */
export const addAfterwardsFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  addPollFlags(
    command
      .optionsGroup("Afterwards:")
      .addOption(new Option("--wait", "wait until every product is ready"))
      .addOption(flag("--download <dir>", "wait, then download everything into this folder", readNewPath))
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
