import { EXPORT_TYPES, type ExportFormat, type ExportType } from "../../contract/vocabulary.ts";
import type { ExportFile } from "../exports/export-file.ts";
import { Refusal } from "../http/reply.ts";
import { exportPath, signPath } from "../http/signed-paths.ts";
import type { Handler } from "./call.ts";

/** `GET /catalog/archive-export/available` returns `{latest, weekly, full}`: names of the available export files. */
export const listExports: Handler = async ({ sandbox, settings, nowMs }) => {
  const files = await sandbox.exports.list(nowMs, settings);
  const namesOf = (exportType: string): string[] =>
    files.filter((file) => file.exportType === exportType).map(({ name }) => name);
  return { json: Object.fromEntries(EXPORT_TYPES.map((type) => [type, namesOf(type)])) };
};

interface PresignBody {
  exportType: ExportType;
  exportFormat?: ExportFormat;
  fileNames?: string[];
}

/**
 * `POST /catalog/archive-export/presigned` returns `[{exportType, exportFile, downloadHref}]`. Errors: 404 for
 * unknown names, 422.
 */
export const presignExports: Handler = async ({ sandbox, body, baseUrl, settings, nowMs }) => {
  const wanted = body as PresignBody;
  const offered = await sandbox.exports.list(nowMs, settings);
  const files = findChosenFiles(
    offered.filter(({ exportType }) => exportType === wanted.exportType),
    wanted,
  );
  const secret = sandbox.store.meta.need("secret");
  const expiresMs = nowMs + settings.exportUrlTtl * 1000;
  return {
    json: files.map(({ exportType, name }) => {
      const path = exportPath(name);
      const downloadHref = `${baseUrl}${path}?${signPath(secret, path, expiresMs)}`;
      return { exportType, exportFile: name, downloadHref };
    }),
  };
};

// Spec silent: export names of another type, and repeated names. The sandbox treats a name of another type as
// unknown, and returns a repeated name once.
function findChosenFiles(files: readonly ExportFile[], wanted: PresignBody): ExportFile[] {
  const { exportType, exportFormat, fileNames = [] } = wanted;
  if (exportFormat !== undefined) return files.filter((file) => file.exportFormat === exportFormat);
  const names = new Set(fileNames);
  const chosen = new Map(files.filter(({ name }) => names.has(name)).map((file) => [file.name, file]));
  const unknown = fileNames.flatMap((name, index) =>
    chosen.has(name)
      ? []
      : [{ path: `fileNames[${index}]`, message: `no ${exportType} export file is called ${name}` }],
  );
  const [first] = unknown;
  if (first !== undefined) throw new Refusal(404, "EXPORT_FILE_NOT_FOUND", first.message, unknown);
  return [...names].flatMap((name) => chosen.get(name) ?? []);
}
