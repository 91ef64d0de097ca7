/** One rule for every flag that takes a document: the value itself, `@file`, or `-` for stdin. */
import { resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { describeDoubtfulNames, parseJsonText } from "../../geo/read-json.ts";
import { readText } from "../../geo/read-text.ts";
import type { AreaInput } from "../../footprints/read-areas.ts";
import type { Context } from "../context.ts";
import { isDocumentText, readPath } from "../../domain/readers.ts";
import { MAX_INPUT_BYTES } from "./stdin-claim.ts";
import { readArgument } from "./usage.ts";

export interface Document {
  bytes: Buffer;
  /** Its name in messages: the flag with the file, or the flag alone for an inline text. */
  name: string;
}

/** A document that is not read yet. */
interface Located {
  name: string;
  /** The path of a file, also as given; undefined for stdin and for a text. */
  path?: string;
  given?: string;
  read: () => Promise<Buffer>;
}

/** Reads a file; `-` is stdin. */
export async function readDocument(context: Context, given: string, flag: string): Promise<Document> {
  const { name, read } = await locateDocument(context, given, flag);
  return { bytes: await read(), name };
}

async function locateDocument(context: Context, given: string, flag: string): Promise<Located> {
  const { world, stdin } = context;
  if (given === "-") return { name: `${flag} - (stdin)`, read: () => stdin.read(flag) };
  if (given !== "") readArgument(flag, given, readPath);
  const { expandPattern } = await import("./path-patterns.ts");
  const path = await expandPattern(context, flag, given);
  const fullPath = resolve(world.cwd, path);
  const name = `${flag} ${path}`;
  return { name, path: fullPath, given: path, read: () => readFile(context, fullPath, name) };
}

async function readFile({ world }: Context, path: string, name: string): Promise<Buffer> {
  try {
    const { readBounded } = await import("../../disk/read-bounded.ts");
    const pause = () => world.clock.sleep(PIPE_PAUSE_MS, world.interrupts.signal);
    const bytes = await readBounded(path, MAX_INPUT_BYTES, { pause });
    if (bytes !== "too-long") return bytes;
  } catch (error) {
    world.interrupts.signal.throwIfAborted();
    const { toPosixErrno } = await import("../../disk/disk-error.ts");
    const { code = "" } = error as NodeJS.ErrnoException;
    const reason = REASONS[toPosixErrno(code, path)] ?? (error as Error).message;
    throw new AppError("usage", "INPUT_NOT_READABLE", `${name}: ${reason}`, {
      next: "Check the path",
      cause: error,
    });
  }
  throw new AppError("usage", "INPUT_NOT_READABLE", `${name}: is longer than ${MAX_INPUT_BYTES} bytes`, {
    next: "Give a shorter document",
  });
}

/**
 * Returns the areas of a flag: a path, the document itself, or `-` for stdin. A path may end with its layer, as QGIS
 * copies it: `aoi.gpkg|layername=ports`.
 */
export async function locateAreas(context: Context, value: string, flag: string): Promise<AreaInput> {
  if (isDocumentText(value)) return { name: flag, read: async () => Buffer.from(value, "utf8") };
  const [given = "", ...choices] = value.split("|");
  const [layer, ...others] = choices.flatMap((choice) => /^layername=(.+)$/s.exec(choice)?.[1] ?? []);
  if (choices.length > (layer === undefined ? 0 : 1) || others.length > 0)
    throw new AppError(
      "usage",
      "INPUT_NOT_READABLE",
      `${flag} ${value}: only |layername= may follow a path`,
      {
        next: "Save what you mean as a file of its own",
      },
    );
  return { ...(await locateDocument(context, given, flag)), layer };
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
