/** One rule for every flag that takes a document: the value itself, `@file`, or `-` for stdin. */
import { resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { describeDoubtfulNames, parseJsonText } from "../../geo/read-json.ts";
import { readText } from "../../geo/read-text.ts";
import type { Context } from "../context.ts";
import { isDocumentText, readPath } from "../../domain/readers.ts";
import { MAX_INPUT_BYTES } from "./stdin-claim.ts";
import { readArgument } from "./usage.ts";

export interface Document {
  bytes: Buffer;
  /** Its name in messages: the flag with the file, or the flag alone for an inline text. */
  name: string;
}

/** Reads a file; `-` is stdin. */
export async function readDocument(context: Context, given: string, flag: string): Promise<Document> {
  const { world, stdin } = context;
  if (given === "-") return { bytes: await stdin.read(flag), name: `${flag} - (stdin)` };
  if (given !== "") readArgument(flag, given, readPath);
  const [{ readBounded }, { expandPattern }] = await Promise.all([
    import("../../disk/read-bounded.ts"),
    import("./path-patterns.ts"),
  ]);
  const path = await expandPattern(context, flag, given);
  const fullPath = resolve(world.cwd, path);
  try {
    const pause = () => world.clock.sleep(PIPE_PAUSE_MS, world.interrupts.signal);
    const bytes = await readBounded(fullPath, MAX_INPUT_BYTES, { pause });
    if (bytes !== "too-long") return { bytes, name: `${flag} ${path}` };
  } catch (error) {
    world.interrupts.signal.throwIfAborted();
    const { toPosixErrno } = await import("../../disk/disk-error.ts");
    const { code = "" } = error as NodeJS.ErrnoException;
    const reason = REASONS[toPosixErrno(code, fullPath)] ?? (error as Error).message;
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

/** Reads the value of a flag that takes a path, the document itself, or `-` for stdin. */
export async function readFileOrText(reads: Context, value: string, flag: string): Promise<Document> {
  return isDocumentText(value)
    ? { bytes: Buffer.from(value, "utf8"), name: flag }
    : readDocument(reads, value, flag);
}

/** Reads the value of a `<json | @file | ->` flag. */
export async function readInline(reads: Context, value: string, flag: string): Promise<Document> {
  if (value === "-") return readDocument(reads, value, flag);
  if (!value.startsWith("@")) return { bytes: Buffer.from(value, "utf8"), name: flag };
  const { bytes } = await readDocument(reads, value.slice(1), flag);
  return { bytes, name: `${flag} ${value}` };
}

interface Json extends Document {
  value: unknown;
}

type ReadJson = (reads: Context, value: string, flag: string) => Promise<Json>;

/** Reads a JSON file, or the text itself; a warning lists properties that are lost in parsing. */
export const readJsonDocument: ReadJson = async (reads, path, flag) =>
  parseDocument(reads, await readFileOrText(reads, path, flag), flag);

/** Reads a flag's value as JSON, with the same warning. */
export const readInlineJson: ReadJson = async (reads, value, flag) =>
  parseDocument(reads, await readInline(reads, value, flag), flag);

function parseDocument({ notes }: Context, document: Document, flag: string): Json {
  const { bytes, name } = document;
  const { text } = readText(bytes, name);
  const value = parseJsonText(text, name);
  for (const doubt of describeDoubtfulNames(text)) notes.warn(`${flag}: ${doubt}`);
  return { ...document, value };
}
