/** Moves the records of the spend journal between machines, in a file. */
import { basename, dirname, resolve } from "node:path";
import { onDisk } from "../../disk/disk-error.ts";
import { replaceDurably } from "../../disk/durable-files.ts";
import { AppError } from "../../errors.ts";
import { EXPORT_MARK, type ExportReport, type ImportReport } from "../../money/journal.ts";
import type { AppContext } from "../context.ts";
import { readStart } from "../page-file.ts";

export interface ExportedFile extends ExportReport {
  file: string;
}

/** Writes every record into a file, which may replace an earlier export. Errors: FILE_EXISTS, INTENT_OPEN, DISK_WRITE_FAILED. */
export async function exportJournal(context: AppContext, file: string): Promise<ExportedFile> {
  const { service, events, machine, folder } = context;
  const path = resolve(folder, file);
  await requireOwnExport(path, file);
  const journal = await service.journal();
  const save = (text: string): Promise<void> =>
    onDisk(path, () => replaceDurably(dirname(path), basename(path), text, machine.uuid()));
  const moved = await journal.moveTo(service.isDryRun ? undefined : save);
  events.note(
    service.isDryRun
      ? "Dry run: nothing was written"
      : "The id of this journal is in the file now: its quotes can be bought where the file is imported into a journal without other records",
  );
  return { file, ...moved };
}

export interface ImportedJournal extends ImportReport {
  file: string;
}

/**
 * Adds the records of a file to the journal. Errors: INPUT_NOT_READABLE for a file that is damaged, newer, or not an export:
 * nothing of it is used.
 */
export async function importJournal(
  context: AppContext,
  text: string,
  file: string,
): Promise<ImportedJournal> {
  const { service, events } = context;
  const journal = await service.journal();
  const imported = await journal.moveFrom(text, service.isDryRun);
  if ("problem" in imported)
    throw new AppError(
      "usage",
      "INPUT_NOT_READABLE",
      `the file ${file} ${imported.problem}: nothing was imported`,
    );
  const { isAdopted, journal: id } = imported;
  if (service.isDryRun) events.note("Dry run: nothing was written");
  else
    events.note(
      isAdopted
        ? `This is journal ${id} now: its quotes can be bought here`
        : `This journal has records of its own and stays ${id}: quotes of the imported one cannot be bought here`,
    );
  return { file, ...imported };
}

/** Refuses to replace a file that is not an export. */
async function requireOwnExport(path: string, given: string): Promise<void> {
  const start = await readStart(path);
  if (start === undefined || start.startsWith(EXPORT_MARK)) return;
  throw new AppError(
    "local",
    "FILE_EXISTS",
    `${given}: this file exists, and is not an exported journal: nothing was exported`,
    { next: "Give another file" },
  );
}
