/** The file of an exported journal: a line about the rest, then one record a line. */
import { createHash } from "node:crypto";
import { isJsonObject } from "../../contract/json-object.ts";
import { idInFileName, parseRecord, type IntentRecord } from "../record.ts";

const VERSION = 1;

export interface ExportedJournal {
  /** Id of the journal that was exported. */
  journal: string;
  records: readonly IntentRecord[];
}

/** Returns the beginning of every export. */
export const EXPORT_MARK = '{"swathJournal":';

export function writeExport({ journal, records }: ExportedJournal): string {
  const rest = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const head = { swathJournal: VERSION, journal, records: records.length, sha256: digestOf(journal, rest) };
  return `${JSON.stringify(head)}\n${rest}`;
}

/** Parses an export; the problem completes the sentence `the file ...`. Nothing of a faulty file is used. */
export function readExport(text: string): ExportedJournal | { problem: string } {
  const end = text.indexOf("\n");
  const [head, rest] = [parsed(text.slice(0, end < 0 ? undefined : end)), text.slice(end + 1)];
  if (!isJsonObject(head) || typeof head["swathJournal"] !== "number" || end < 0)
    return { problem: "is not an exported journal" };
  if (head["swathJournal"] > VERSION) return { problem: "was written by a newer version of swath" };
  const { swathJournal, journal, records: count, sha256: digest } = head;
  if (
    swathJournal !== VERSION ||
    typeof journal !== "string" ||
    !isJournalId(journal) ||
    digest !== digestOf(journal, rest)
  )
    return { problem: "is damaged: its contents are not those that were exported" };
  const records: IntentRecord[] = [];
  for (const line of rest.split("\n").slice(0, -1)) {
    const { id } = (parsed(line) ?? {}) as { id?: unknown };
    const isId = typeof id === "string" && idInFileName(`${id}.json`) === id;
    const { record, problem } = isId ? parseRecord(line, id) : { problem: "not a journal record" };
    if (record === undefined) return { problem: `is damaged: record ${records.length + 1}: ${problem}` };
    if (record.state === "prepared" || record.state === "sending")
      return { problem: `is damaged: record ${records.length + 1}: a request that is being sent` };
    if (!isWritable(record))
      return { problem: `is damaged: record ${records.length + 1}: nested too deeply` };
    records.push(record);
  }
  return records.length === count && new Set(records.map(({ id }) => id)).size === count
    ? { journal, records }
    : { problem: "is damaged: it does not have the number of records that were exported" };
}

/** Reports whether a record can be written: one that is nested too deeply can only be parsed. */
function isWritable(record: IntentRecord): boolean {
  try {
    return JSON.stringify(record, undefined, 2) !== "";
  } catch {
    return false;
  }
}

/** Reports whether a text may be the id of a journal. A digest proves no origin: an id from a file is printed, and stored in a file of its own. */
const isJournalId = (text: string): boolean => /^[\w-]{1,100}$/.test(text);

const digestOf = (journal: string, rest: string): string =>
  createHash("sha256").update(`${journal}\n${rest}`).digest("hex");

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
