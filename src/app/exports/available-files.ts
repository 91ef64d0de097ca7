/** The files that the service offers, by export type. */
import type { Context } from "../../cli/context.ts";
import { readExportList, type ExportList } from "../../contract/read-exports.ts";
import { AppError } from "../../errors.ts";
import { ServiceTime } from "./service-time.ts";

export interface Available {
  files: ExportList;
  /** The time at the service. */
  nowMs: number;
}

/** Throws RESPONSE_UNRECOGNISED for an answer without any of the three lists. */
export async function availableFiles({ service, signal, world }: Context): Promise<Available> {
  const time = new ServiceTime(world);
  const reply = await service.client.listExports({ signal, onResponse: time.onResponse });
  const files = readExportList(reply);
  if (files !== undefined) return { files, nowMs: time.nowMs };
  throw new AppError(
    "service",
    "RESPONSE_UNRECOGNISED",
    "the list of export files has none of latest, weekly and full",
    { hint: "See the answer: swath api GET /catalog/archive-export/available" },
  );
}
