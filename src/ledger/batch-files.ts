/** Reads the files that earlier versions kept for each batch: its lock, and a line per event of each member. */
import { isJsonObject, jsonIn } from "../contract/json-object.ts";
import { errnoOf } from "../disk/disk-error.ts";
import { FOLLOWING, readPlain } from "../disk/plain-file.ts";
import { journalUnwritable } from "./record-files.ts";

/** A member that was created. */
export interface NotedMember {
  /** The id at the service. */
  id?: string;
  /** Time of the response, in milliseconds since the epoch. */
  at: number;
}

/** Returns the members whose latest event is a confirmation. A torn line is skipped. Errors: JOURNAL_UNWRITABLE. */
export async function notedMembers(path: string): Promise<Map<number, NotedMember>> {
  const noted = new Map<number, NotedMember>();
  for (const line of textOf(path).split("\n")) {
    const event = jsonIn(line);
    if (!isJsonObject(event)) continue;
    const { index, state, id, at } = event;
    if (typeof index !== "number" || typeof at !== "number") continue;
    if (state === "confirmed") noted.set(index, { at, ...(typeof id === "string" && { id }) });
    else noted.delete(index);
  }
  return noted;
}

/** Returns the process in a lock of an earlier version, which contains only its id; undefined for another lock. */
export async function holderOfEarlierVersion(path: string): Promise<number | undefined> {
  const pid = jsonIn(textOf(path));
  return typeof pid === "number" && Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}

/** More than the events of a hundred thousand members. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns an empty text without a file. */
function textOf(path: string): string {
  try {
    const { text, isWhole } = readPlain(path, MAX_BYTES, FOLLOWING);
    if (isWhole) return text;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return "";
    throw journalUnwritable(path, error);
  }
  throw journalUnwritable(path, new Error("too long"));
}
