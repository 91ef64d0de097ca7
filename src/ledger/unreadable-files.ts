/**
 * Files in the journal's folder without a readable record under its name. A person, an editor or a synchronisation may have renamed
 * a record (`ID.json.bak`, `ID (1).json`) or merged two folders, so any file that may be a record counts as one that cannot be read.
 * A copy of a record that is there does not.
 */
import { isJsonObject, jsonIn } from "../contract/json-object.ts";
import { fileOf, idInFileName, isSameAttempt, parseRecord, type IntentRecord } from "./intent-record.ts";
import type { RecordFiles } from "./record-files.ts";

export interface UnreadableFile {
  file: string;
  problem: string;
  /** True for a file that may be a record. */
  mayBeRecord: boolean;
}

const ID_IN_NAME = /[0-9a-f]{16}-[1-9]\d{0,8}/i;
const JSON_IN_NAME = /\.json/i;
/** A part of every record. */
const RECORD_PART = '"fingerprint"';

/** Describes a listed file that has not the name of a record. */
export function otherFile(
  files: Pick<RecordFiles, "readText" | "readStamped">,
  file: string,
): UnreadableFile {
  const { text, problem } = files.readText(file) ?? {};
  const isNamed = ID_IN_NAME.test(file);
  if (text === undefined) {
    const isFile = problem !== undefined && problem !== "not a file" && problem !== "ELOOP";
    const mayBeRecord = isNamed || (isFile && JSON_IN_NAME.test(file));
    return { file, problem: `not a journal file (${problem ?? "removed"})`, mayBeRecord };
  }
  const record = recordIn(text);
  if (record !== undefined) {
    const known = files.readStamped(record.id)?.record;
    if (known !== undefined && isSameAttempt(known, record))
      return { file, problem: `a copy of the record ${record.id}`, mayBeRecord: false };
    return {
      file,
      problem:
        known === undefined
          ? `it was renamed, and can be renamed back to ${fileOf(record.id)}`
          : `another record has its id, in ${fileOf(record.id)}`,
      mayBeRecord: true,
    };
  }
  const isJson = isJsonObject(jsonIn(text));
  const mayBeRecord = isNamed || text.includes(RECORD_PART) || (!isJson && JSON_IN_NAME.test(file));
  return { file, problem: "not a journal file", mayBeRecord };
}

/** Returns the record in a text, whatever the name of its file. */
function recordIn(text: string): IntentRecord | undefined {
  const data = jsonIn(text);
  const id = isJsonObject(data) ? data["id"] : undefined;
  return typeof id === "string" && idInFileName(fileOf(id)) === id ? parseRecord(text, id).record : undefined;
}
