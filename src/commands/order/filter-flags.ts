/** The flags of `links` and `download` that select files of an order. */
import type { Command, OptionValues } from "@commander-js/extra-typings";
import { repeatable, suggesting } from "../../cli/flags/flag.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { list } from "../../domain/readers.ts";
import { AppError, inputError } from "../../errors.ts";
import type { TransferFilters } from "../../transfer/filter-sources.ts";

export const addFilterFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .addOption(repeatable("--asset <key>", "only this asset", list))
    .addOption(repeatable("--exclude-asset <key>", "exclude this asset (overrides --asset)", list))
    .addOption(repeatable("--role <role>", "only assets with this role, such as data", list))
    .addOption(repeatable("--item <id>", "only this item", list))
    .addOption(
      suggesting(repeatable("--product-type <type>", "only items of this product type", list), PRODUCT_TYPES),
    );

export interface FilterOptions {
  asset?: string[] | undefined;
  excludeAsset?: string[] | undefined;
  role?: string[] | undefined;
  item?: string[] | undefined;
  productType?: string[] | undefined;
}

export const filtersOf = ({
  asset,
  excludeAsset,
  role,
  item,
  productType,
}: FilterOptions): TransferFilters => ({
  ...(asset && { assets: asset }),
  ...(excludeAsset && { excludeAssets: excludeAsset }),
  ...(role && { roles: role }),
  ...(item && { items: item }),
  ...(productType && { productTypes: productType }),
});

const FLAG_OF_FILTER: Readonly<Record<string, string>> = {
  assets: "--asset",
  excludeAssets: "--exclude-asset",
  roles: "--role",
  items: "--item",
  productTypes: "--product-type",
} satisfies Record<keyof TransferFilters, string>;

/** Runs `work`; an error for a name that matches no file contains its flag. */
export async function withFilterFlags<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "FILTER_UNKNOWN") throw error;
    throw inputError(
      error.issues.map((fault) => ({ ...fault, flag: FLAG_OF_FILTER[fault.path] ?? fault.flag, path: "" })),
    );
  }
}
