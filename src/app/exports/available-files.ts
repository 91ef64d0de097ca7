/** The files that the service offers, by export type. */
import type { Context } from "../../cli/context.ts";
import type { ExportList } from "../../contract/read-exports.ts";
import { ServiceTime } from "./service-time.ts";

export interface Available {
  files: ExportList;
  /** The time at the service. */
  nowMs: number;
}

/** Throws RESPONSE_UNRECOGNISED for an answer without any of the three lists. */
export async function availableFiles({ service, signal, world }: Context): Promise<Available> {
  const time = new ServiceTime(world);
  const files = await service.client.listExports({ signal, onResponse: time.onResponse });
  return { files, nowMs: time.nowMs };
}
