/** Asks for the links of export files, and for fresh ones later. */
import type { Context } from "../../cli/context.ts";
import type { PresignedFile } from "../../contract/read-exports.ts";
import { EXPORT_TYPES } from "../../contract/vocabulary.ts";
import { selectExports } from "../../domain/exports/export-selection.ts";
import { closest } from "../../domain/closest.ts";
import { AppError, inputError, type Fault } from "../../errors.ts";
import { availableFiles } from "./available-files.ts";
import { ServiceTime } from "./service-time.ts";
import {
  nothingMatched,
  type PresignBody,
  type PresignRequest,
} from "../../commands/export/presign-request.ts";

/** How long a link is valid after its generation. */
export const LINK_LIFE_MS = 3_600_000;

export interface PresignedFiles {
  body: PresignBody;
  files: PresignedFile[];
  /** Moment before the request: no link is older than it pageSummaries. */
  issuedMs: number;
  /** The same at the service: the files are of the last refresh before it, or newer. */
  asOfMs: number;
}

/** Names chosen by a selector are looked up first. Throws EXPORT_NOTHING_MATCHED, RESPONSE_UNRECOGNISED. */
export async function presignedFiles(context: Context, request: Wanted): Promise<PresignedFiles> {
  const body = await chosenBody(context, request);
  const issuedMs = context.world.clock.now();
  const time = new ServiceTime(context.world);
  const { signal, service } = context;
  const files = await service.client.presignExports({ body, signal, onResponse: time.onResponse });
  if (files.length === 0) throw nothingMatched(body.exportType);
  return { body, files: answersTo(body.fileNames ?? [], files), issuedMs, asOfMs: time.nowMs };
}

// Spec silent: whether `exportFile` repeats the listed name with its folders. We take a part of it that begins at a folder for
// the same file, and go on with the name that we asked for.
/** The files under the names that were asked for. Throws EXPORT_FILE_NOT_FOUND when one was left unanswered. */
function answersTo(names: readonly string[], files: readonly PresignedFile[]): PresignedFile[] {
  if (names.length === 0) return [...files];
  const isSame = (one: string, other: string): boolean =>
    one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
  const exact = new Map(files.map((file) => [file.exportFile, file]));
  return names.map((name) => {
    const file = exact.get(name) ?? files.find(({ exportFile }) => isSame(exportFile, name));
    if (file !== undefined) return { ...file, exportFile: name };
    throw new AppError("service", "EXPORT_FILE_NOT_FOUND", `the service gave no link for ${name}`, {
      hint: "See what there is: swath export list",
    });
  });
}

type Wanted = Pick<PresignRequest, "body"> & Partial<PresignRequest>;

async function chosenBody(context: Context, { body, selector, isToCheck }: Wanted): Promise<PresignBody> {
  if (selector === undefined && (isToCheck !== true || body.fileNames === undefined)) return body;
  const type = EXPORT_TYPES.find((one) => one === body.exportType);
  const names = type === undefined ? [] : (await availableFiles(context)).files[type];
  if (selector === undefined) {
    checkNames(body, names);
    return body;
  }
  const { files, unread } = selectExports(names, selector);
  for (const name of unread) context.notes.warn(`${name}: its name says no week, so it is left out`);
  if (files.length === 0) throw nothingMatched(body.exportType);
  return { ...body, fileNames: files.map(({ name }) => name) };
}

/** Throws EXPORT_FILE_NOT_FOUND for every name that is not on offer under its type. */
function checkNames({ exportType, fileNames = [] }: PresignBody, offered: readonly string[]): void {
  const issues = fileNames
    .filter((name) => !offered.includes(name))
    .map((name): Fault => {
      const meant = closest(name, offered);
      return {
        code: "EXPORT_FILE_NOT_FOUND",
        path: "fileNames",
        flag: "--file-name",
        value: name,
        message: `--file-name ${name}: no ${exportType} export file on offer has this name`,
        hint: meant === undefined ? "See what there is: swath export list" : `Did you mean ${meant}?`,
      };
    });
  if (issues.length > 0) throw inputError(issues);
}
