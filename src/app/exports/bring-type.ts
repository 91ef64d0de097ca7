/** The files of one type into a mirror: what cannot be had is told file by file, beside what was. */
import type { Context } from "../../cli/context.ts";
import type { ExportType } from "../../contract/vocabulary.ts";
import { AppError } from "../../errors.ts";
import type { TransferResult, TransferSummary } from "../../transfer/events.ts";
import { linkKey } from "../../transfer/transfer-source.ts";
import { bringFiles, type Delivery, type Folder } from "./bring-files.ts";
import { joinSummaries } from "./fetch-report.ts";
import { presignedFiles, type PresignedFiles } from "./presigned-files.ts";

export interface MirrorOptions {
  overwrite?: true;
  limitRate?: number;
  paths: ReadonlyMap<string, string>;
}

/**
 * Throws nothing that the service or the network is to blame for: it is in the summary, `stoppedBy` when the other types
 * need not be tried.
 */
export async function bringType(
  context: Context,
  folder: Folder,
  type: ExportType,
  names: readonly string[],
  options: MirrorOptions,
): Promise<TransferSummary> {
  const { overwrite, limitRate: bytesPerSecond, paths } = options;
  const failed = (name: string, error: AppError): TransferResult => {
    const path = paths.get(linkKey({ item: type, assetKey: name })) ?? name;
    return { path, item: type, asset: name, status: "failed", how: [], error };
  };
  try {
    const { refused, ...linked } = await linksFor(context, type, names);
    for (const { name, error } of refused) context.notes.warn(`${name}: ${error.message}`);
    const missing = refused.map(({ name, error }) => failed(name, error));
    const lost = { ...joinSummaries([]), files: missing, failed: missing.length };
    if (linked.files.length === 0) return lost;
    const policy = overwrite === true ? "overwrite" : "resume";
    const delivery = {
      type,
      ...linked,
      layout: "item",
      policy,
      resume: true,
      bytesPerSecond,
      paths,
    } as const;
    return joinSummaries([(await bringFiles(context, folder, delivery)).summary, lost]);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof AppError)) throw error;
    // What other types have brought is in place by now, and whoever waits for news has to hear of it.
    const files = names.map((name) => failed(name, error));
    return { ...joinSummaries([]), files, failed: files.length, stoppedBy: error };
  }
}

type Linked = Pick<PresignedFiles & Delivery, "files" | "issuedMs" | "asOfMs">;

const NOT_THERE: readonly string[] = ["EXPORT_FILE_NOT_FOUND", "EXPORT_NOTHING_MATCHED", "NOT_FOUND"];

/** A name that is gone must not keep the others from their links: what is refused for one is asked for in halves. */
async function linksFor(
  context: Context,
  type: ExportType,
  names: readonly string[],
): Promise<Linked & { refused: { name: string; error: AppError }[] }> {
  try {
    const { files, issuedMs, asOfMs } = await presignedFiles(context, {
      body: { exportType: type, fileNames: [...names] },
    });
    return { files, issuedMs, asOfMs, refused: [] };
  } catch (error) {
    if (!(error instanceof AppError) || !NOT_THERE.includes(error.code)) throw error;
    const [name] = names;
    if (names.length === 1 && name !== undefined)
      return { files: [], issuedMs: Infinity, asOfMs: Infinity, refused: [{ name, error }] };
    const middle = names.length >> 1;
    const first = await linksFor(context, type, names.slice(0, middle));
    const rest = await linksFor(context, type, names.slice(middle));
    return {
      files: [...first.files, ...rest.files],
      issuedMs: Math.min(first.issuedMs, rest.issuedMs),
      asOfMs: Math.min(first.asOfMs, rest.asOfMs),
      refused: [...first.refused, ...rest.refused],
    };
  }
}
