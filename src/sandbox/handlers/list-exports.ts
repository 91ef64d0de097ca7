import { EXPORT_TYPES } from "../../contract/vocabulary.ts";
import type { Handler } from "./handler.ts";

/** `GET /catalog/archive-export/available` -> `{latest, weekly, full}`: names of the export files on offer. */
export const listExports: Handler = async ({ sandbox, settings, nowMs }) => {
  const files = await sandbox.exports.list(nowMs, settings.runningWeekCounts);
  const namesOf = (exportType: string): string[] =>
    files.filter((file) => file.exportType === exportType).map(({ name }) => name);
  return { json: Object.fromEntries(EXPORT_TYPES.map((type) => [type, namesOf(type)])) };
};
