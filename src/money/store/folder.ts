/** The journal's folder as one listing found it: lines of closed records, and everything else in full. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { idInFileName, type IntentRecord } from "../record.ts";
import { indexedKeys } from "../recorded-purchase.ts";
import type { KnownFolder, RecordFiles } from "./files.ts";
import { isListed } from "./history.ts";
import { fileIn, idIn, nameIn, nameOf, isOfVersion, lineOf, writtenMsIn, type Line } from "./index-line.ts";
import type { IndexLines } from "./index-lines.ts";
import type { HeldLock } from "./lock.ts";
import { otherFile, type UnreadableFile } from "./other-files.ts";
import { MAX_ADDED, NEWEST } from "./record-index.ts";
import type { LedgerWorld } from "./world.ts";

export class Folder implements KnownFolder {
  /** Records that are not closed, by the names of their files. */
  readonly open = new Map<string, { record: IntentRecord; writtenMs: number }>();
  /** Unreadable records, and files that are not records, by their names. */
  readonly unreadable = new Map<string, UnreadableFile>();
  readonly #files: RecordFiles;
  readonly #index: IndexLines;
  /** For each line of the index: 1 if its file is listed, and nothing shows that the file has changed. */
  readonly #isUsed: Uint8Array;
  /** Lines of closed records that have none in the index, by the names of their files. */
  readonly #added = new Map<string, Line>();

  constructor(files: RecordFiles, index = files.index.load()) {
    this.#files = files;
    this.#index = index;
    this.#isUsed = new Uint8Array(index.count);
  }

  /** Returns a copy, which does not change. */
  copy(): Folder {
    const copy = new Folder(this.#files, this.#index);
    copy.#isUsed.set(this.#isUsed);
    for (const [file, found] of this.open) copy.open.set(file, found);
    for (const [file, found] of this.unreadable) copy.unreadable.set(file, found);
    for (const [file, line] of this.#added) copy.#added.set(file, line);
    return copy;
  }

  /** Lists the folder. Returns the files that have to be read. `isCompared`: the newest lines are compared with their files. */
  async list(isCompared: boolean): Promise<string[]> {
    const [index, unread] = [this.#index, [] as string[]];
    await this.#files.eachName((file) => {
      const number = index.numberOf(file);
      if (number >= 0 && !index.isRemoved(number)) this.#isUsed[number] = 1;
      else if (isListed(file)) unread.push(file);
    });
    if (isCompared && !index.isCompared) {
      index.isCompared = true;
      const outdated = this.#newest(NEWEST).filter((line) => {
        const stamp = this.#files.stampOf(fileIn(line));
        return stamp !== undefined && !isOfVersion(line, stamp);
      });
      unread.push(...outdated.map(fileIn));
      await this.#removeLines(outdated.map(fileIn));
    }
    return unread;
  }

  /** Reads files again whose lines are wrong. */
  async correct(files: readonly string[]): Promise<void> {
    await this.#removeLines(files);
    for (const file of files) this.look(file);
  }

  /** Removes lines, also from the index. If that fails, other readers have to find out that they are wrong. */
  async #removeLines(files: readonly string[]): Promise<void> {
    for (const file of files) this.#stopUsing(file);
    if (files.length > 0) await this.#files.index.remove(files).catch(() => {});
  }

  #stopUsing(file: string): void {
    const number = this.#index.numberOf(file);
    if (number >= 0) this.#isUsed[number] = 0;
  }

  /** Reads a file, and replaces what was known of it. Returns the line of a closed record. */
  look(file: string): Line | undefined {
    this.#stopUsing(file);
    for (const known of [this.open, this.unreadable, this.#added]) known.delete(file);
    const id = idInFileName(file);
    if (id === undefined) {
      const other = isListed(file) ? otherFile(this.#files, file) : undefined;
      if (other !== undefined) this.unreadable.set(file, other);
      return undefined;
    }
    const { record, stamp, problem } = this.#files.readStamped(id) ?? {};
    if (problem !== undefined) this.unreadable.set(file, { file, problem, mayBeRecord: true });
    if (record === undefined || stamp === undefined) return undefined;
    const line = lineOf(record, stamp, indexedKeys(record));
    if (line === undefined) this.open.set(file, { record, writtenMs: stamp.writtenMs });
    else this.#added.set(file, line);
    return line;
  }

  /** Reads open records again: the processes that send them write their outcomes without the lock. */
  lookAtOpen(): void {
    for (const file of Array.from(this.open.keys())) this.look(file);
  }

  /** Returns the wanted lines of closed records, in no order. */
  select(isWanted: (line: Line) => boolean): Line[] {
    const chosen = [...this.#added.values()].filter(isWanted);
    for (let number = 0; number < this.#index.count; number += 1) {
      if (this.#isUsed[number] === 0) continue;
      const line = this.#index.line(number);
      if (isWanted(line)) chosen.push(line);
    }
    return chosen;
  }

  /** Returns the ids of the records that were written last, the latest first. */
  lastWritten(count: number): string[] {
    const closed = [...this.#newest(count), ...this.#added.values()];
    const open = [...this.open.values()].map(({ record: { id }, writtenMs }) => ({ id, writtenMs }));
    return [...closed.map((line) => ({ id: idIn(line), writtenMs: writtenMsIn(line) })), ...open]
      .sort((a, b) => b.writtenMs - a.writtenMs)
      .slice(0, count)
      .map(({ id }) => id);
  }

  /** Returns the last lines of the index, at most `count`. */
  #newest(count: number): Line[] {
    const chosen: Line[] = [];
    for (let number = this.#index.count - 1; number >= 0 && chosen.length < count; number -= 1)
      if (this.#isUsed[number] === 1) chosen.push(this.#index.line(number));
    return chosen;
  }

  /** Returns the ids of all attempts with this stem, also of those that cannot be read. */
  attemptsOf(stem: string): string[] {
    const { high, low } = nameOf(`${stem}-1`);
    const closed = this.select((line) => {
      const name = nameIn(line);
      return name.high === high && name.low === low;
    });
    const others = [...this.open.keys(), ...this.unreadable.keys()].filter((file) => file.startsWith(stem));
    return [...closed.map(idIn), ...others.flatMap((file) => idInFileName(file) ?? [])];
  }
}

/** Fewer records without a line are read by every run. */
const WORTH_ADDING = 64;

/** Reads the journal's folder. `isCompared`: the newest lines of the index are compared with their files. */
export async function readFolder(world: LedgerWorld, isCompared: boolean): Promise<Folder> {
  const folder = new Folder(world.files);
  const unread = await folder.list(isCompared);
  if (unread.length < WORTH_ADDING) for (const file of unread) folder.look(file);
  else await readMany(world, folder, unread);
  return folder;
}

/** Reads many files, and adds the lines of closed records to the index if the lock is free, or ours. */
async function readMany(
  { files, lock }: LedgerWorld,
  folder: Folder,
  unread: readonly string[],
): Promise<void> {
  const dated = unread.map((file) => ({ file, writtenMs: files.stampOf(file)?.writtenMs ?? 0 }));
  // The newest lines come last.
  dated.sort((a, b) => a.writtenMs - b.writtenMs);
  let mayAdd = true;
  for (let at = 0; at < dated.length; at += MAX_ADDED) {
    const lines = (): Line[] =>
      dated.slice(at, at + MAX_ADDED).flatMap(({ file }) => folder.look(file) ?? []);
    let isRead = false;
    const readAndAdd = async (held: HeldLock): Promise<void> => {
      await held.requireOurs();
      await files.index.prepare();
      isRead = true;
      // Nothing waits in between, so no record changes after it was read.
      const read = lines();
      if (held === lock.current()) files.index.add(read.filter((line) => !files.isChanging(fileIn(line))));
    };
    const held = lock.current();
    if (mayAdd)
      await (held === undefined ? lock.tryHold(readAndAdd) : readAndAdd(held)).catch(() => {
        mayAdd = false;
      });
    if (!isRead) lines();
    // Signals are delivered, and a held lock is renewed.
    await nextTurn();
  }
}
