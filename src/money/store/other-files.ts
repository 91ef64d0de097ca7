/**
 * Files in the journal's folder without a readable record under its name. A person, an editor or a synchronisation may have renamed
 * a record (`ID.json.bak`, `ID (1).json`) or merged two folders, so any file that may be a record counts as one that cannot be read.
 * A copy of a record that is there does not, and neither does a file that an operating system or an editor keeps beside a record.
 */
import { isJsonObject, jsonIn } from "../../contract/json-object.ts";
import { fileOf, idInFileName, isSameAttempt, parseRecord, type IntentRecord } from "../record.ts";
import type { RecordFiles } from "./files.ts";

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

/** The first bytes of an AppleDouble file, which macOS writes beside a copied file (`._ID.json`). */
const APPLE_DOUBLE = "\u0000\u0005\u0016\u0007";
/** The first bytes of a swap file of vim, which has an unsaved copy of an open file (`.ID.json.swp`). */
const VIM_SWAP = "b0VIM ";
/** The lock of emacs for an open file is a link to nothing (`.#ID.json`). */
const LOCK_LINK = ".#";

/** Describes a listed file that has not the name of a record; undefined if it was removed. */
export function otherFile(
  files: Pick<RecordFiles, "readText" | "readStamped">,
  file: string,
): UnreadableFile | undefined {
  const read = files.readText(file);
  if (read === undefined) return undefined;
  const { text, problem } = read;
  const isNamed = ID_IN_NAME.test(file);
  if (text === undefined) {
    const isFile = problem !== "not a file" && problem !== "ELOOP";
    const isLock = file.startsWith(LOCK_LINK) && problem === "ELOOP";
    const mayBeRecord = (isNamed && !isLock) || (isFile && JSON_IN_NAME.test(file));
    return { file, problem: `not a journal file (${problem})`, mayBeRecord };
  }
  if (text.startsWith(APPLE_DOUBLE) || text.startsWith(VIM_SWAP))
    return { file, problem: "not a journal file", mayBeRecord: false };
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
