/** The flags of `links` and `download` that select files of an order. */
import type { Command, OptionValues } from "@commander-js/extra-typings";
import { repeatable } from "../../cli/flags/flag.ts";
import { productTypesFlag } from "../../cli/flags/product-flags.ts";
import { readCommaList } from "../../domain/readers.ts";
import type { TransferFilters } from "../../transfer/filter-sources.ts";

export const addFilterFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .addOption(repeatable("--asset <key>", "only this asset", readCommaList))
    .addOption(repeatable("--exclude-asset <key>", "exclude this asset (overrides --asset)", readCommaList))
    .addOption(repeatable("--role <role>", "only assets with this role, such as data", readCommaList))
    .addOption(repeatable("--item <id>", "only this item, by its id or the beginning of it", readCommaList))
    .addOption(productTypesFlag("--product-type <type>", "only items of this product type"));

/** Returns the flags as parameters of `app/`. */
export const toFilters = ({
  asset,
  excludeAsset,
  role,
  item,
  productType,
}: TransferFilters): TransferFilters => ({
  asset,
  excludeAsset,
  role,
  item,
  productType,
});
