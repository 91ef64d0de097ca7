/** Requests the signed URLs of export files, and renews them later. */
import { timeForPeople } from "../../time/timestamp.ts";
import type { PresignedFile } from "../../contract/read-exports.ts";
import type { BodyOf } from "../../contract/schemas.ts";
import { EXPORT_TYPES } from "../../contract/vocabulary.ts";
import { findClosest, didYouMean } from "../../domain/closest.ts";
import type { ExportSelector } from "../../domain/exports/export-selection.ts";
import { AppError, inputError, type Fault } from "../../errors.ts";
import type { AppContext } from "../context.ts";
import { selectMatching, toNothingMatched, readOfferedFiles } from "./offered-files.ts";
import { advice, swath } from "../../hint.ts";

export type PresignBody = BodyOf<"presignExports">;

export interface PresignRequest {
  body: PresignBody;
  /** Selects names from the service's list; the names then replace the format in the body. */
  selector?: ExportSelector;
  /** Checks the names in the body against that list first. */
  checkAs?: string | undefined;
}

export interface PresignedFiles {
  body: PresignBody;
  files: PresignedFile[];
  /** The time before the request: a link may be younger, but never older. */
  issuedMs: number;
  /** The service's time of the request: the files belong to the last refresh before it, or a newer one. */
  asOfMs: number;
}

/** Names from a selector are looked up first. Throws EXPORT_NOTHING_MATCHED, RESPONSE_UNRECOGNISED. */
export async function presignFiles(context: AppContext, request: PresignRequest): Promise<PresignedFiles> {
  const body = await chooseBody(context, request);
  const { service, clock } = context;
  const issuedMs = clock.now();
  const files = await service.client.presignExports({ body });
  if (files.length === 0) throw toNothingMatched(body.exportType);
  return { body, files: sortByNames(body.fileNames ?? [], files), issuedMs, asOfMs: service.now() };
}

// Spec silent: whether `exportFile` includes the folders of the listed name. We accept a shorter path that ends the
// same, and continue with the requested name.
/** Returns the files by the requested names. Throws EXPORT_FILE_NOT_FOUND when the response lacks one. */
function sortByNames(names: readonly string[], files: readonly PresignedFile[]): PresignedFile[] {
  if (names.length === 0) return [...files];
  const isSame = (one: string, other: string): boolean =>
    one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
  const exact = new Map(files.map((file) => [file.exportFile, file]));
  return names.map((name) => {
    const file = exact.get(name) ?? files.find(({ exportFile }) => isSame(exportFile, name));
    if (file !== undefined) return { ...file, exportFile: name };
    throw new AppError("service", "EXPORT_FILE_NOT_FOUND", `the service gave no link for ${name}`, {
      next: advice`List the files: ${swath`export list`}`,
    });
  });
}

async function chooseBody(
  context: AppContext,
  { body, selector, checkAs }: PresignRequest,
): Promise<PresignBody> {
  if (selector === undefined && (checkAs === undefined || body.fileNames === undefined)) return body;
  const type = EXPORT_TYPES.find((one) => one === body.exportType);
  const names = type === undefined ? [] : (await readOfferedFiles(context))[type];
  if (selector === undefined) {
    requireListed(body, names, checkAs!);
    return body;
  }
  const files = selectMatching(context, names, selector);
  if (files.length === 0) throw toNothingMatched(body.exportType);
  return { ...body, fileNames: files.map(({ name }) => name) };
}

/** Throws EXPORT_FILE_NOT_FOUND for every name that is not listed under its type. */
function requireListed(
  { exportType, fileNames = [] }: PresignBody,
  offered: readonly string[],
  flag: string,
): void {
  const issues = fileNames
    .filter((name) => !offered.includes(name))
    .map((name): Fault => {
      const meant = findClosest(name, offered);
      return {
        code: "EXPORT_FILE_NOT_FOUND",
        path: "fileNames",
        flag,
        value: name,
        message: `${flag} ${name}: no ${exportType} export file on offer has this name`,
        ...didYouMean(meant),
      };
    });
  if (issues.length > 0) throw inputError(issues);
}

/** Validity of a link after its creation. */
const LINK_LIFE_MS = 3_600_000;

export interface ExportLink extends PresignedFile {
  /** An hour after the response with the links, by the service's clock. */
  expires: string;
}

/** Returns the signed URLs of export files, for other download tools. */
export async function presignLinks(context: AppContext, request: PresignRequest): Promise<ExportLink[]> {
  const { files, asOfMs } = await presignFiles(context, request);
  const expires = new Date(asOfMs + LINK_LIFE_MS).toISOString();
  context.events.note(`the links are valid until ${timeForPeople(expires)}`);
  return files.map((file) => ({ ...file, expires }));
}
