import type { Context } from "../../cli/context.ts";
import type { PresignedFile } from "../../contract/read-exports.ts";
import { LINK_LIFE_MS, presignedFiles } from "./presigned-files.ts";
import type { PresignRequest } from "../../commands/export/presign-request.ts";

export interface ExportLink extends PresignedFile {
  /** An hour after the links were asked for, by this machine's clock. */
  expires: string;
}

export async function linksOfExports(context: Context, request: PresignRequest): Promise<ExportLink[]> {
  const { files, issuedMs } = await presignedFiles(context, request);
  const expires = new Date(issuedMs + LINK_LIFE_MS).toISOString();
  context.notes.note(`the links are valid until ${expires}`);
  return files.map((file) => ({ ...file, expires }));
}
