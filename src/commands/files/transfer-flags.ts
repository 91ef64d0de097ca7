/**
 * The destination of files and the handling of existing ones: flags of `order download` and the verbs of `export`.
 */
import { Option, type Command, type OptionValues } from "@commander-js/extra-typings";
import { flag } from "../../cli/flags/flag.ts";
import { type Reader, readByteRate, readMinByteRate, readPath } from "../../domain/readers.ts";
import type { ExistingPolicy } from "../../transfer/options.ts";
import type { Shard } from "../../transfer/shard.ts";

export const outDirFlag = () =>
  flag("--out-dir <dir>", "folder, or s3://bucket/prefix (default: the current one)", readPath);
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
