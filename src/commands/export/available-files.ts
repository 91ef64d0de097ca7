/** The files that the service offers, by export type. */
import type { Context } from "../../cli/context.ts";
import { readExportList, type ExportList } from "../../contract/read-exports.ts";
import { AppError } from "../../errors.ts";

/** Throws RESPONSE_UNRECOGNISED for an answer without any of the three lists. */
export async function availableFiles({ service, signal }: Context): Promise<ExportList> {
  const reply = await service.client.listExports({ signal });
  const list = readExportList(reply);
  if (list !== undefined) return list;
  throw new AppError(
    "service",
    "RESPONSE_UNRECOGNISED",
    "the list of export files has none of latest, weekly and full",
    { hint: "See the answer: swath api GET /catalog/archive-export/available" },
  );
}
