/** Converts flags, stdin and `--data` to the requested files. */
import type { PresignBody, PresignRequest } from "../../app/exports/presigned-files.ts";
import { readBaseBody, listBodySources } from "../../cli/flags/body-flags.ts";
import { listFlagsOfFields, requireValidRequest } from "../../cli/input/require-valid-request.ts";
import { removeNulls } from "../../contract/json-object.ts";
import { correctFields } from "../../domain/correct-fields.ts";
import type { Context } from "../../cli/context.ts";
import type { Fault } from "../../errors.ts";
import type { ExportFormat } from "../../contract/vocabulary.ts";
import { readText } from "../../geo/read-text.ts";
import { findWeekFault, needsNames, type PresignOptions, readSelector } from "./export-flags.ts";
import { keepOne, typed } from "../../hint.ts";

const FIELDS = { type: "exportType", format: "exportFormat", fileName: "fileNames" };
const EXAMPLES = {
  "--type": typed("--type", "weekly", "--format", "geoparquet"),
  "--format": typed("--format", "geoparquet"),
};

/** Throws all faults of the flags and the body together. */
export async function readPresignRequest(
  context: Context,
  options: PresignOptions,
  /** For files without another selection. Default: the selection is missing. */
  defaultFormat?: ExportFormat,
): Promise<PresignRequest> {
  const { body: base, warnings } = correctFields("export", dropAbsent(await readBaseBody(context, options)));
  const isChosen = needsNames(options);
  const isOpen = options.fileName === undefined && !("fileNames" in base) && !("exportFormat" in base);
  const { type, format = isOpen ? defaultFormat : undefined } = options;
  // Selected names are looked up later, so the body is validated with a placeholder name.
  const fileNames = isChosen ? ["*"] : await readNames(context, options.fileName);
  // A format beside names stays: the body's own rule reports the conflict.
  const wished = {
    ...base,
    ...(type !== undefined && { exportType: type }),
    ...(format !== undefined && !isChosen && { exportFormat: format }),
    ...(fileNames !== undefined && { fileNames: [...new Set(fileNames)] }),
  };
  const body = await requireValidRequest(
    context,
    "presignExports",
    { body: wished as PresignBody, faults: findContradictions(options, base), warnings },
    { ...listBodySources(base, options), ...listFlagsOfFields(base, options, FIELDS) },
    EXAMPLES,
  );
  if (isChosen) return { body, selector: readSelector(context, options) };
  return { body, ...(options.check === true && { checkAs: "--file-name" }) };
}

/** Null and an empty list of names count as absent, so they are not sent either. */
function dropAbsent(given: Record<string, unknown>): Record<string, unknown> {
  const { fileNames, ...others } = removeNulls(given) as Record<string, unknown>;
  const isEmpty = fileNames === undefined || (Array.isArray(fileNames) && fileNames.length === 0);
  return isEmpty ? others : { ...others, fileNames };
}

/** Returns the names in order; `-` means the names on stdin, one per line. */
async function readNames(
  { stdin }: Context,
  given: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (given?.includes("-") !== true) return given === undefined ? undefined : [...given];
  const { text } = readText(await stdin.read("--file-name"), "--file-name -", "INPUT_NOT_READABLE");
  const read = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return given.flatMap((name) => (name === "-" ? read : [name]));
}

function findContradictions(options: PresignOptions, base: object): Fault[] {
  const faults: Fault[] = [];
  const { type, fileName } = options;
  const chooser = (["match", "weeks", "from"] as const).find((name) => options[name] !== undefined);
  if (chooser !== undefined && (fileName !== undefined || "fileNames" in base || "exportFormat" in base)) {
    const other = fileName === undefined ? "--data" : "--file-name";
    const message = `--${chooser} and ${other} both choose files`;
    const hint = keepOne(other, `--${chooser}`);
    faults.push({
      code: "EXPORT_SELECTOR_CONFLICT",
      path: "fileNames",
      flag: `--${chooser}`,
      rule: "one selector",
      message,
      next: hint,
    });
  }
  const ofWeeks = findWeekFault(options, type);
  return ofWeeks === undefined ? faults : [...faults, ofWeeks];
}
