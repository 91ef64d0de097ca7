/** Which files of an order, and where to: words shared by `links` and `download`. */
import { Option } from "@commander-js/extra-typings";
import { byteRate } from "../../domain/readers.ts";
import { commandWords } from "../../domain/readers.ts";
import { flag, repeatable, suggesting } from "../../cli/flags/flag.ts";
import type { Reader } from "../../domain/readers.ts";
import { integer, list, oneOf, text } from "../../domain/readers.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { AppError, inputError } from "../../errors.ts";
import { CHECKSUM_MODES, type ChecksumMode } from "../../domain/orders/download-options.ts";
import { parsePathTemplate, PLACEHOLDERS, type PathTemplate } from "../../domain/orders/path-template.ts";
import type { Shard } from "../../transfer/shard.ts";
import { MOST_CONNECTIONS } from "../../app/downloads/most-connections.ts";

export const assetFlag = () => repeatable("--asset <key>", "only this asset", list);
export const excludeAssetFlag = () =>
  repeatable("--exclude-asset <key>", "not this asset (wins over --asset)", list);
export const roleFlag = () => repeatable("--role <role>", "only assets with this role, such as data", list);
export const onlyItemFlag = () => repeatable("--item <id>", "only this item", list);
export const productTypeFlag = () =>
  suggesting(repeatable("--product-type <type>", "only items of this product type", list), PRODUCT_TYPES);
export const outDirFlag = () =>
  flag("--out-dir <dir>", "folder, or s3://bucket/prefix, to write into (default: the current folder)", text);
export const flatFlag = () =>
  new Option("--flat", "every file directly in the folder, without a folder per item");
export const overwriteFlag = () => new Option("--overwrite", "fetch again and replace what is there");
export const skipExistingFlag = () =>
  new Option("--skip-existing", "believe that a file with the right name is the right file");
export const pathFlag = () =>
  flag(
    "--path <template>",
    `path of each file below the folder, such as '{item}/{asset}{ext}' (${PLACEHOLDERS.map((name) => `{${name}}`).join(" ")})`,
    parsePathTemplate,
  );
export const checksumFlag = () =>
  suggesting(
    flag("--checksum <how>", "what proves a file (default: full)", oneOf(CHECKSUM_MODES)),
    CHECKSUM_MODES,
  );
export const limitRateFlag = () =>
  flag("--limit-rate <rate>", "bytes per second of all files together, such as 10MB/s", byteRate);
export const maxConnectionsFlag = () =>
  flag(
    "--max-connections <n>",
    `connections at once at most, for files and for ranges of large ones; there are more as long as it pays (default: ${MOST_CONNECTIONS}, or --concurrency)`,
    integer(1, MOST_CONNECTIONS),
  );
export const shardFlag = () =>
  flag("--shard <i/n>", "only the i-th of n parts of the files, the same on every machine", shard);
export const linksFlag = () =>
  flag("--links <file>", "the links from a file (- for stdin): what order links --json printed", text);
export const planFlag = () =>
  new Option("--plan", "show what would be fetched and what is there already; write nothing");
export const execFlag = () =>
  flag(
    "--exec <command>",
    "run this for each file that is here until it has ended well for it, at least once, its path as last word or for {}; no shell",
    commandWords,
  );
export const stdoutFlag = () =>
  new Option("--stdout", "write the one file that the filters leave to stdout, verified as it passes");
export const noResumeFlag = () => new Option("--no-resume", "do not go on with the part of an earlier run");

export interface FilterOptions {
  asset?: string[];
  excludeAsset?: string[];
  role?: string[];
  item?: string[];
  productType?: string[];
}

export interface DownloadOptions extends FilterOptions {
  outDir?: string;
  flat?: true;
  overwrite?: true;
  skipExisting?: true;
  resume?: boolean;
  path?: PathTemplate;
  checksum?: ChecksumMode;
  limitRate?: number;
  maxConnections?: number;
  shard?: Shard;
  links?: string;
  plan?: true;
  exec?: string[];
  stdout?: true;
  wait?: true;
}

const shard: Reader<Shard> = (value) => {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/u.exec(value)?.map(Number) ?? [];
  return index !== undefined && count !== undefined && index >= 1 && index <= count
    ? { ok: true, value: { index, count } }
    : { ok: false, rule: "must be i/n with i from 1 to n, such as 2/8" };
};

/** Which flag gave which filter of a plan. */
const FILTER_FLAGS: Readonly<Record<string, string>> = {
  assets: "--asset",
  excludeAssets: "--exclude-asset",
  roles: "--role",
  items: "--item",
  productTypes: "--product-type",
};

/** Does what applies filters; a name that nothing has is then told with the flag that it was typed behind. */
export function namingFilters<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "FILTER_UNKNOWN") throw error;
    throw inputError(
      error.issues.map((fault) => ({ ...fault, flag: FILTER_FLAGS[fault.path] ?? fault.flag, path: "" })),
    );
  }
}
