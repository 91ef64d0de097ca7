/** The file of a quote. It is for other people as well, so it has the usual rights of a new file. */
import { realpath, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readErrno, onDisk } from "../../disk/disk-error.ts";
import { removeFile, renameFile } from "../../disk/held-file.ts";
import { readQuote, writeQuote, type Quote } from "../../domain/quotes/quote.ts";
import { AppError } from "../../errors.ts";
import { quote } from "../../geo/quote.ts";
import { findDoubtfulNames, readJson } from "../../geo/read-json.ts";
import { readText } from "../../geo/read-text.ts";
import type { AppContext } from "../context.ts";

/** Reads the text of a quote. `what` names it in errors. Errors: INPUT_NOT_JSON, INPUT_NOT_READABLE. */
export function loadQuote(given: string | Uint8Array, what: string): Quote {
  const { text } = readText(given, what);
  const data = readJson(text, what);
  const problem = findNameProblem(text);
  const read = problem === undefined ? readQuote(data) : { problem };
  if ("quote" in read) return read.quote;
  throw new AppError("usage", "INPUT_NOT_READABLE", `${what}: the file ${read.problem}`);
}

/** Returns the problem of a text in which a person may read another quote than its data. A reviewer could approve the wrong quote. */
function findNameProblem(text: string): string | undefined {
  const { repeated, dropped } = findDoubtfulNames(text);
  const shown = (name: string): string => quote(name, 60);
  if (repeated[0] !== undefined)
    return `has ${shown(repeated[0])} more than once in one object, and may be read as another quote`;
  return dropped[0] === undefined ? undefined : `has a member ${shown(dropped[0])}, which is not read`;
}

/** Returns the text of a quote. One that could not be read again, such as with a very long name, is not written. */
function toReadableText(content: Quote, given: string): string {
  const text = writeQuote(content);
  loadQuote(text, given);
  return text;
}

/** Writes a new quote. Errors: FILE_EXISTS, DISK_WRITE_FAILED. */
export async function saveQuote({ folder }: AppContext, given: string, quote: Quote): Promise<void> {
  const path = resolve(folder, given);
  const text = toReadableText(quote, given);
  await onDisk(path, async () => {
    try {
      await writeFile(path, text, { flag: "wx", flush: true });
    } catch (error) {
      if (readErrno(error) === "EEXIST")
        throw new AppError("local", "FILE_EXISTS", `${given}: this file exists, and no quote was saved`, {
          next: "Give another file",
          cause: error,
        });
      if (readErrno(error) !== "EISDIR") await removeFile(path);
      throw error;
    }
  });
}

/** Replaces the file of a quote. Errors: DISK_WRITE_FAILED. */
export async function replaceQuote(
  { folder, machine }: AppContext,
  given: string,
  quote: Quote,
): Promise<void> {
  const text = toReadableText(quote, given);
  await onDisk(given, async () => {
    // A link stays, and its file is replaced.
    const path = await realpath(resolve(folder, given));
    const draft = `${path}.${machine.uuid()}.tmp`;
    try {
      await writeFile(draft, text, { flag: "wx", flush: true, mode: (await stat(path)).mode });
      await renameFile(draft, path);
    } finally {
      await removeFile(draft);
    }
  });
}
