/** One rule for every flag that takes a document: the value itself, `@file`, or `-` for stdin. */
import { resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { describeDoubtfulNames, isDropped, parseJsonText } from "../../geo/read-json.ts";
import { readText } from "../../geo/read-text.ts";
import type { Context } from "../context.ts";
import { MAX_INPUT_BYTES } from "./stdin-claim.ts";

type Reads = Pick<Context, "world" | "stdin">;

/** Returns the file's bytes; `-` is stdin. */
export async function readDocument({ world, stdin }: Reads, path: string, flag: string): Promise<Buffer> {
  if (path === "-") return stdin.read(flag);
  const { readBounded } = await import("../../disk/read-bounded.ts");
  try {
    const pause = () => world.clock.sleep(PIPE_PAUSE_MS, world.interrupts.signal);
    const bytes = await readBounded(resolve(world.cwd, path), MAX_INPUT_BYTES, { pause });
    if (bytes !== "too-long") return bytes;
  } catch (error) {
    world.interrupts.signal.throwIfAborted();
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ""] ?? (error as Error).message;
    throw new AppError("usage", "INPUT_NOT_READABLE", `${flag} ${path}: ${reason}`, {
      next: "Check the path",
      cause: error,
    });
  }
  throw new AppError(
    "usage",
    "INPUT_NOT_READABLE",
    `${flag} ${path}: is longer than ${MAX_INPUT_BYTES} bytes`,
    { next: "Give a shorter document" },
  );
}

/** Pause between reads of a pipe without data. */
const PIPE_PAUSE_MS = 20;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EACCES: "permission denied",
  EISDIR: "is a folder",
  ENAMETOOLONG: "the path is longer than a path can be",
  ENOTDIR: "a part of the path is not a folder",
};

/** Returns the name of a document in messages: the flag with the file, or the flag alone for an inline text. */
export function nameInput(flag: string, value: string): string {
  if (value === "-") return `${flag} - (stdin)`;
  return value.startsWith("@") ? `${flag} ${value}` : flag;
}

/** Returns the name of a document that can only be a path. */
export const nameDocument = (flag: string, path: string): string =>
  path === "-" ? nameInput(flag, path) : `${flag} ${path}`;

/** Returns the value of a `<json | @file | ->` flag, as bytes. */
export async function readInline(reads: Reads, value: string, flag: string): Promise<Buffer> {
  if (value === "-") return reads.stdin.read(flag);
  if (value.startsWith("@")) return readDocument(reads, value.slice(1), flag);
  return Buffer.from(value, "utf8");
}

/** Parses a flag's value as JSON; a warning lists properties that are lost in parsing. */
export async function readInlineJson(
  reads: Reads & Pick<Context, "notes">,
  value: string,
  flag: string,
): Promise<unknown> {
  return parseInput(reads, await readInline(reads, value, flag), flag, nameInput(flag, value));
}

/**
 * Parses the bytes of a flag's value as JSON; a warning lists properties that are lost in parsing. `what` is for
 * errors.
 */
export function parseInput(
  { notes }: Pick<Context, "notes">,
  bytes: Buffer,
  flag: string,
  what: string,
): unknown {
  const { text } = readText(bytes, what);
  const parsed = parseJsonText(text, what);
  for (const doubt of describeDoubtfulNames(text, isDropped)) notes.warn(`${flag}: ${doubt}`);
  return parsed;
}
