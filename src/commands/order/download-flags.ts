/** Which files of an order, and where to: words shared by `links` and `download`. */
import { Option } from "@commander-js/extra-typings";
import { flag, repeatable, suggesting } from "../../cli/flag.ts";
import { list, text } from "../../cli/readers.ts";
import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { AppError, inputError } from "../../errors.ts";

export const assetFlag = () => repeatable("--asset <key>", "only this asset", list);
export const excludeAssetFlag = () =>
  repeatable("--exclude-asset <key>", "not this asset (wins over --asset)", list);
export const roleFlag = () => repeatable("--role <role>", "only assets with this role, such as data", list);
export const onlyItemFlag = () => repeatable("--item <id>", "only this item", list);
export const productTypeFlag = () =>
  suggesting(repeatable("--product-type <type>", "only items of this product type", list), PRODUCT_TYPES);
export const outDirFlag = () =>
  flag("--out-dir <dir>", "folder to write into (default: the current one)", text);
export const flatFlag = () =>
  new Option("--flat", "every file directly in the folder, without a folder per item");
export const overwriteFlag = () => new Option("--overwrite", "fetch again and replace what is there");
export const skipExistingFlag = () =>
  new Option("--skip-existing", "believe that a file with the right name is the right file");
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
  wait?: true;
}

/** What becomes of a file that is there already is one decision. */
export function requireOnePolicy({ overwrite, skipExisting }: DownloadOptions): void {
  if (overwrite !== true || skipExisting !== true) return;
  const message = "--overwrite and --skip-existing contradict each other";
  throw inputError([
    {
      code: "USAGE",
      path: "",
      flag: "--overwrite",
      rule: "--overwrite or --skip-existing",
      message,
      hint: "Give one of them",
    },
  ]);
}

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
