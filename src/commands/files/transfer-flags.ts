/** The flags of `order download`, `order links` and the verbs of `export`: which files, where to, and what becomes of existing ones. */
import { type Command, Option, type OptionValues } from "@commander-js/extra-typings";
import { flag, repeatable } from "../../cli/flags/flag.ts";
import { productTypesFlag } from "../../cli/flags/product-flags.ts";
import {
  readByteRate,
  readCommaList,
  type Reader,
  readMinByteRate,
  readNewPath,
} from "../../domain/readers.ts";
import type { TransferFilters } from "../../transfer/filter-sources.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import type { Shard } from "../../transfer/shard.ts";

export const outDirFlag = () =>
  flag("--out-dir <dir>", "folder, or s3://bucket/prefix (default: the current one)", readNewPath);

export const overwriteFlag = () => new Option("--overwrite", "fetch again and overwrite existing files");

export const addRateFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  command
    .addOption(
      flag("--limit-rate <rate>", "maximum bytes per second of all files, such as 10MB/s", readByteRate),
    )
    .addOption(
      flag(
        "--min-rate <rate>",
        "drop connections slower than this (default: 1kB/s, 0 = off)",
        readMinByteRate,
      ),
    );

/** The flags of a transfer into a folder, into a bucket or to stdout. */
export const addTransferFlags = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  addRateFlags(
    command
      .addOption(overwriteFlag())
      .addOption(new Option("--skip-existing", "skip existing files without checking them"))
      .addOption(new Option("--no-resume", "do not resume the part files of an earlier run")),
  )
    .addOption(flag("--shard <i/n>", "only the i-th of n parts of the files", readShard))
    .addOption(new Option("--stdout", "write the one selected file to stdout, verified"));

export const galleryFlag = () => new Option("--gallery", "then make a page of the folder (as swath gallery)");

const readShard: Reader<Shard> = (value) => {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/u.exec(value)?.map(Number) ?? [];
  return index !== undefined && count !== undefined && index >= 1 && index <= count
    ? { ok: true, value: { index, count } }
    : { ok: false, rule: "must be i/n with i from 1 to n, such as 2/8" };
};

export interface TransferFlags {
  overwrite?: true | undefined;
  skipExisting?: true | undefined;
  resume?: boolean | undefined;
  limitRate?: number | undefined;
  minRate?: number | undefined;
  shard?: Shard | undefined;
}

/** The flags as parameters of `app/`. */
export const toTransferOptions = ({ overwrite, skipExisting, resume, shard, ...rates }: TransferFlags) => ({
  policy: choosePolicy(overwrite, skipExisting),
  resume: resume !== false,
  ...toRateOptions(rates),
  shard,
});

export const toRateOptions = ({ limitRate, minRate }: Pick<TransferFlags, "limitRate" | "minRate">) => ({
  bytesPerSecond: limitRate,
  minBytesPerSecond: minRate,
});

const choosePolicy = (overwrite: true | undefined, skipExisting: true | undefined): ExistingPolicy =>
  overwrite === true ? "overwrite" : skipExisting === true ? "skip-existing" : "resume";

/** The flags of `links` and `download` that select files of an order. */
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
