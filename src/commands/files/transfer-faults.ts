/** Refuses flags of transfers that contradict each other, or that do not fit their destination. */
import type { Context } from "../../cli/context.ts";
import { makeContradiction, readArgument, refuse, usageFault } from "../../cli/input/usage.ts";
import { readPath } from "../../domain/readers.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import type { Fault } from "../../errors.ts";
import { flagName, keepOne, type Hint } from "../../hint.ts";
import { rateText } from "../../render/quantity-text.ts";

interface Rates {
  limitRate?: number | undefined;
  minRate?: number | undefined;
}

interface Flags extends Rates {
  overwrite?: true | undefined;
  skipExisting?: true | undefined;
  resume?: boolean | undefined;
  flat?: true | undefined;
  path?: unknown;
  stdout?: true | undefined;
  outDir?: string | undefined;
  exec?: unknown;
  plan?: true | undefined;
  gallery?: true | undefined;
  stac?: true | undefined;
  map?: string | undefined;
  open?: true | undefined;
  links?: string | undefined;
  wait?: true | undefined;
}

/** Refuses two flags for the same choice. */
export function requireOneOfEach(given: Flags, context: Context): void {
  const { overwrite, skipExisting, flat, path, links, wait, exec, gallery, outDir = "" } = given;
  const isBucket = isS3Url(outDir);
  refuse([
    overwrite === true && skipExisting === true && makeContradiction("--overwrite", "--skip-existing"),
    flat === true && path !== undefined && makeContradiction("--flat", "--path"),
    links !== undefined && wait === true && makeContradiction("--links", "--wait"),
    links !== undefined && isBucket && context.options.dryRun === true && DRY_DOWNLOAD,
    ...(given.stdout === true ? findStdoutFaults(given, context) : []),
    exec !== undefined && isBucket && EXEC_IN_BUCKET,
    gallery === true && isBucket && makeGalleryFault("--out-dir"),
    findRateFault(given),
  ]);
}

/**
 * Refuses a gallery of an order that is not downloaded into a folder, and a bucket without keys, into which an order
 * could not be downloaded once it is paid for.
 */
export async function requireDownload(
  context: Context,
  { gallery, download }: { gallery?: true; download?: string },
): Promise<void> {
  const nothing = usageFault(
    "--gallery",
    "--gallery makes a page of downloaded files, and this run downloads nothing",
    { rule: "only with --download", next: "Add --download <folder>" },
  );
  if (gallery === true)
    refuse([download === undefined ? nothing : isS3Url(download) && makeGalleryFault("--download")]);
  await requireReach(context, download);
}

/** Returns the fault of a minimum rate above the maximum. */
export function findRateFault({ limitRate, minRate }: Rates): Fault | undefined {
  if (limitRate === undefined || minRate === undefined || minRate <= limitRate) return undefined;
  const message = `--min-rate ${rateText(minRate)} is above --limit-rate ${rateText(limitRate)}: no connection could be that fast`;
  const hint = "Lower --min-rate";
  return usageFault("--min-rate", message, { rule: "not above --limit-rate", next: hint });
}

/** Refuses a bucket without keys before anything is sent. */
export async function requireReach(context: Context, outDir = "."): Promise<void> {
  if (!isS3Url(outDir)) return;
  const { readBucket } = await import("../../app/transfers/bucket.ts");
  await readBucket(context, outDir);
}

/** Returns faults for flags about file paths or about printing, which have no meaning when bytes go to stdout. */
function findStdoutFaults(given: Flags, { options, world }: Context): Fault[] {
  const { outDir, flat, path, overwrite, skipExisting, resume, exec, plan, gallery, stac, map, open } = given;
  const { output, columns, query } = options;
  const noResume = resume === false ? true : undefined;
  const files = {
    outDir,
    flat,
    path,
    overwrite,
    skipExisting,
    noResume,
    exec,
    plan,
    gallery,
    stac,
    map,
    open,
  };
  const faults = Object.entries({ ...files, output, columns, query }).flatMap(([option, value]) =>
    value === undefined ? [] : [makeContradiction("--stdout", flagName(option))],
  );
  if (world.stdout.isTTY !== true) return faults;
  const message = "--stdout: stdout is a terminal, and the bytes of a file could control it";
  const hint = "Pipe it into a program";
  return [...faults, usageFault("--stdout", message, { rule: "needs a pipe or a file", next: hint })];
}

const EXEC_IN_BUCKET = usageFault(
  "--exec",
  "--exec runs a program on a file of this machine, and --out-dir s3:// keeps none",
  { rule: "only with a folder in --out-dir", next: keepOne("--exec", "--out-dir") },
);

const makeDryBucketFault = (more: Pick<Fault, "rule" | "next">): Fault =>
  usageFault(
    "--dry-run",
    "--dry-run sends nothing, and only the server knows the content of the bucket",
    more,
  );

const DRY_DOWNLOAD = makeDryBucketFault({
  rule: "only with a folder in --out-dir",
  next: "--plan asks the bucket, and writes nothing",
});

const makeGalleryFault = (flag: "--out-dir" | "--download"): Fault =>
  usageFault(
    "--gallery",
    `--gallery makes a page of a folder of this machine, and ${flag} s3:// keeps none`,
    { rule: `only with a folder in ${flag}`, next: "Leave one of them out" },
  );

/**
 * Returns the local folder that a command reads or locks. Throws USAGE for a bucket, and for an empty name (from a
 * script, for example).
 */
export function requireFolder(hint: Hint, dir = "."): string {
  refuse([
    isS3Url(dir) &&
      makeFolderFault(dir, `${dir}: this command requires a folder of this machine, not a bucket`, hint),
    dir === "" && makeFolderFault(dir, 'the folder "" must not be empty', "The current folder is called ."),
  ]);
  return readArgument("<dir>", dir, readPath);
}

const makeFolderFault = (dir: string, message: string, next: Hint): Fault => ({
  code: "USAGE",
  path: "",
  value: dir,
  rule: "a folder",
  message,
  next,
});

/** As `requireFolder`, and accepts a bucket. Throws USAGE for a dry run of a bucket. */
export async function requireFolderOrBucket(context: Context, dir = "."): Promise<string> {
  if (!isS3Url(dir)) return requireFolder("", dir);
  if (context.options.dryRun === true)
    refuse([makeDryBucketFault({ rule: "only with a folder", next: "Leave out --dry-run" })]);
  await requireReach(context, dir);
  return dir;
}
