/** Refuses flags of a transfer that contradict each other, before anything is sent. */
import type { Context } from "../../cli/context.ts";
import { inputError, type Fault } from "../../errors.ts";
import { isS3Url } from "../../domain/orders/download-options.ts";
import { rateText } from "../../render/quantity-text.ts";
import { keepOne, type Hint } from "../../hint.ts";

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
  map?: string | undefined;
  open?: true | undefined;
  links?: string | undefined;
  wait?: true | undefined;
}

/** Refuses two flags for the same choice. */
export function requireOneOfEach(given: Flags, context: Context): void {
  const { overwrite, skipExisting, flat, path } = given;
  const faults = [
    ...(overwrite === true && skipExisting === true ? [contradiction("--overwrite", "--skip-existing")] : []),
    ...(flat === true && path !== undefined ? [contradiction("--flat", "--path")] : []),
    ...(given.links !== undefined && given.wait === true ? [contradiction("--links", "--wait")] : []),
    ...(given.links !== undefined && isS3Url(given.outDir ?? "") && context.options.dryRun === true
      ? [unknownBucket()]
      : []),
    ...(given.stdout === true ? stdoutFaults(given, context) : []),
    ...(given.exec !== undefined && isS3Url(given.outDir ?? "") ? [noPath()] : []),
    ...(given.gallery === true && isS3Url(given.outDir ?? "") ? [noFolder("--out-dir")] : []),
    ...rateFaults(given),
  ];
  if (faults.length > 0) throw inputError(faults);
}

/** Refuses a gallery of an order that is not downloaded into a folder. */
export function requireDownloadFolder({ gallery, download }: { gallery?: true; download?: string }): void {
  if (gallery !== true) return;
  if (download !== undefined) {
    if (isS3Url(download)) throw inputError([noFolder("--download")]);
    return;
  }
  const message = "--gallery makes a page of what is downloaded, and this run downloads nothing";
  const rule = "only with --download";
  const hint = "Add --download <folder>";
  throw inputError([{ code: "USAGE", path: "", flag: "--gallery", rule, message, hint }]);
}

/** Refuses a minimum rate above the maximum. */
export function requireRates(given: Rates): void {
  const faults = rateFaults(given);
  if (faults.length > 0) throw inputError(faults);
}

function rateFaults({ limitRate, minRate }: Rates): Fault[] {
  if (limitRate === undefined || minRate === undefined || minRate <= limitRate) return [];
  const message = `--min-rate ${rateText(minRate)} is above --limit-rate ${rateText(limitRate)}: no connection could be that fast`;
  const rule = "not above --limit-rate";
  const hint = "Lower --min-rate (the default is 1kB/s, and 0 gives up none), or raise --limit-rate";
  return [{ code: "USAGE", path: "", flag: "--min-rate", rule, message, hint }];
}

/** Refuses a bucket without keys before anything is sent. */
export async function requireReach(context: Context, outDir = "."): Promise<void> {
  if (!isS3Url(outDir)) return;
  const { readBucket } = await import("../../app/transfers/bucket.ts");
  await readBucket(context, outDir);
}

/** Returns faults for flags about file paths or about printing, which have no meaning when bytes go to stdout. */
function stdoutFaults(given: Flags, context: Context): Fault[] {
  const { outDir, flat, path, overwrite, skipExisting, resume, exec, plan, gallery, map, open } = given;
  const others = {
    "--out-dir": outDir,
    "--flat": flat,
    "--path": path,
    "--overwrite": overwrite,
    "--skip-existing": skipExisting,
    "--no-resume": resume === false ? true : undefined,
    "--exec": exec,
    "--plan": plan,
    "--gallery": gallery,
    "--map": map,
    "--open": open,
    "--output": context.options.output,
    "--columns": context.options.columns,
    "--query": context.options.query,
  };
  const faults = Object.entries(others).flatMap(([flag, value]) =>
    value === undefined ? [] : [contradiction("--stdout", flag)],
  );
  if (context.world.stdout.isTTY !== true) return faults;
  const message = "--stdout: stdout is a terminal, and the bytes of a file could drive it";
  const hint = "Pipe it into the program that wants the file, or write it with --out-dir";
  return [
    ...faults,
    { code: "USAGE", path: "", flag: "--stdout", rule: "needs a pipe or a file", message, hint },
  ];
}

/** A local program needs a local path. */
function noPath(): Fault {
  const message = "--exec runs a program on a file of this machine, and --out-dir s3:// keeps none";
  const rule = "only with a folder in --out-dir";
  return { code: "USAGE", path: "", flag: "--exec", rule, message, hint: keepOne("--exec", "--out-dir") };
}

/** A gallery is written beside the files. */
function noFolder(flag: "--out-dir" | "--download"): Fault {
  const message = `--gallery makes a page of a folder of this machine, and ${flag} s3:// keeps none`;
  const rule = `only with a folder in ${flag}`;
  return { code: "USAGE", path: "", flag: "--gallery", rule, message, hint: "Leave one of them out" };
}

/** The content of a bucket is known only to its server. */
function unknownBucket(): Fault {
  const message = "--dry-run sends nothing, and what is in the bucket already can only be asked there";
  const rule = "only with a folder in --out-dir";
  const hint = "--plan asks the bucket, and writes nothing";
  return { code: "USAGE", path: "", flag: "--dry-run", rule, message, hint };
}

/**
 * For commands that read or lock a local folder. Throws USAGE for a bucket, and for an empty name (from a script,
 * for example).
 */
export function requireFolder(dir: string, hint: Hint): void {
  if (dir === "") {
    const message = 'the folder "" must not be empty';
    const here = "The current folder is called .";
    throw inputError([{ code: "USAGE", path: "", value: dir, rule: "a folder", message, hint: here }]);
  }
  if (!isS3Url(dir)) return;
  const message = `${dir}: this command works on a folder of this machine, not on a bucket`;
  throw inputError([{ code: "USAGE", path: "", value: dir, rule: "a folder", message, hint }]);
}

function contradiction(one: string, other: string): Fault {
  const message = `${one} and ${other} contradict each other`;
  const rule = `${one} or ${other}`;
  return { code: "USAGE", path: "", flag: one, rule, message, hint: keepOne(one, other) };
}
