/**
 * For which files of a folder a command of `--exec` has ended well: what a run that was killed has not come to is done by
 * the next. A line is written after the program has ended, so it may run twice for a file, and never not at all.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { appendLines } from "../../disk/append-lines.ts";
import type { TransferResult } from "../../transfer/events.ts";
import { EXEC_RECORD_NAME } from "../../transfer/manifest.ts";

/** The bytes that a program was run for. */
export type HandledFile = Pick<TransferResult, "path" | "size" | "sha256">;

export interface ExecRecord {
  /** True when the command has ended well for these bytes under this name. */
  has(file: HandledFile): boolean;
  /** Throws DISK_WRITE_FAILED. */
  add(file: HandledFile): Promise<void>;
}

/** Another command has a record of its own; its words are kept as a digest, for they may hold a secret. */
export async function openExecRecord(dir: string, words: readonly string[]): Promise<ExecRecord> {
  const path = join(dir, EXEC_RECORD_NAME);
  const command = createHash("sha256").update(JSON.stringify(words)).digest("hex");
  const handled = new Map<string, HandledFile>();
  // What cannot be read proves nothing, and what nothing proves is done again.
  const text = await readFile(path, "utf8").catch(() => "");
  for (const line of text.split("\n")) {
    const entry = parseLine(line);
    if (entry?.command === command) handled.set(entry.path, entry);
  }
  return {
    has: ({ path: name, size, sha256 }) => {
      const entry = handled.get(name);
      if (entry === undefined || entry.size !== size) return false;
      // A digest that nobody computed (`--checksum size`) says nothing.
      return entry.sha256 === undefined || sha256 === undefined || entry.sha256 === sha256;
    },
    add: ({ path: name, size, sha256 }) =>
      // Not synced: what a crash of the machine takes of it is done once more.
      appendLines(path, [JSON.stringify({ path: name, size, sha256, command })], () => Promise.resolve()),
  };
}

function parseLine(line: string): (HandledFile & { command?: string }) | undefined {
  try {
    const entry = JSON.parse(line) as { path?: unknown } | null;
    return typeof entry?.path === "string" ? (entry as HandledFile) : undefined;
  } catch {
    return undefined;
  }
}
