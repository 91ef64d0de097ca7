/**
 * Runs a program for each finished file, with the file's path as an argument and without a shell. A record in the
 * folder lists the files for which it succeeded: after a killed run, the next run continues with the others.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import pLimit, { type LimitFunction } from "p-limit";
import { tryParseJson, toJsonObject } from "../../contract/json-object.ts";
import { appendLines } from "../../disk/append-lines.ts";
import { AppError } from "../../errors.ts";
import { countText } from "../../counted.ts";
import type { Environment } from "../../settings/environment.ts";
import type { TransferResult } from "../../transfer/events.ts";
import { EXEC_RECORD_NAME } from "../../transfer/manifest.ts";
import type { AppContext } from "../context.ts";
import { describeProgramEnd, type ProgramEnd } from "../program-end.ts";

export interface ExecProgram {
  /** The program and its arguments. The path, or another argument, replaces `{}`, or is appended when there is none. */
  words: readonly string[];
  run: (program: string, args: readonly string[], env: Environment) => Promise<ProgramEnd>;
}

/** The file for which a program was run. */
export type HandledFile = Pick<TransferResult, "path" | "size" | "sha256">;

/** Variables that a program for files does not need. */
const WITHHELD = new Set(["SWATH_API_KEY", "SWATH_TOKEN", "SWATH_PASSWORD"]);

/** Runs the program with an argument. Returns undefined when it succeeded, else its end. */
export async function runProgram(
  { env, signal }: AppContext,
  { words, run }: ExecProgram,
  argument: string,
): Promise<string | undefined> {
  const [program = "", ...args] = words;
  const filled = args.includes("{}")
    ? args.map((word) => (word === "{}" ? argument : word))
    : [...args, argument];
  const shownEnv = Object.fromEntries(Object.entries(env).filter(([name]) => !WITHHELD.has(name)));
  if (signal.aborted) return "was not started: the run was interrupted";
  const end = await run(program, filled, shownEnv);
  if (signal.aborted) return "was interrupted";
  return "exitCode" in end && end.exitCode === 0 ? undefined : describeProgramEnd(end);
}

/** Runs the program for the files of one download. */
export class ExecHook {
  readonly #limit: LimitFunction;
  readonly #faults = new Map<string, string>();
  readonly #runs: Promise<void>[] = [];
  #isUnrecorded = false;

  private constructor(
    private readonly context: AppContext,
    private readonly program: ExecProgram,
    private readonly root: string,
    private readonly record: ExecRecord,
  ) {
    this.#limit = pLimit(context.settings.concurrency.value);
  }

  /** @param root the absolute path of the folder with the files */
  static async open(context: AppContext, program: ExecProgram, root: string): Promise<ExecHook> {
    return new ExecHook(context, program, root, await ExecRecord.open(root, program.words));
  }

  /** Starts the program for a file, as soon as a process is available within the limit. */
  start(file: HandledFile): void {
    const handled = this.#limit(() => this.#handle(file));
    // A bug is rethrown when all are awaited; until then it must not count as an unhandled rejection.
    handled.catch(() => {});
    this.#runs.push(handled);
  }

  /** Starts the program for files of earlier runs for which it has not succeeded yet. */
  catchUp(files: readonly HandledFile[]): void {
    const missed = files.filter((file) => !this.record.has(file));
    if (missed.length > 0)
      this.context.events.note(
        `${this.#name} has not succeeded yet for ${missed.length} of ${countText(files.length, "file")} from before`,
      );
    for (const file of missed) this.start(file);
  }

  /** Waits for all processes; returns the failures by path. */
  async finish(): Promise<ReadonlyMap<string, string>> {
    await Promise.all(this.#runs);
    return this.#faults;
  }

  get #name(): string {
    return this.program.words[0] ?? "";
  }

  async #handle(file: HandledFile): Promise<void> {
    const { path } = file;
    // Absolute, so that no file name can be interpreted as an option.
    const fault = await runProgram(this.context, this.program, resolve(this.root, path));
    if (fault === undefined)
      return this.record.add(file).catch((error: unknown) => this.#warnUnrecorded(error));
    this.#faults.set(path, fault);
    this.context.events.warn(`${path}: ${this.#name} ${fault}`);
  }

  #warnUnrecorded(error: unknown): void {
    if (!(error instanceof AppError)) throw error;
    if (!this.#isUnrecorded)
      this.context.events.warn(
        `${error.message}; what ${this.#name} has done was not recorded: a rerun runs it again`,
      );
    this.#isUnrecorded = true;
  }
}

/**
 * The files for which a program has succeeded. A line is written after the program has ended, so the program may run twice for a
 * file, but is never skipped. A line counts only for the same command, stored as a digest because the arguments may contain a
 * secret.
 */
class ExecRecord {
  private constructor(
    private readonly path: string,
    private readonly command: string,
    private readonly handled: ReadonlyMap<string, HandledFile>,
  ) {}

  static async open(dir: string, words: readonly string[]): Promise<ExecRecord> {
    const path = join(dir, EXEC_RECORD_NAME);
    const command = createHash("sha256").update(JSON.stringify(words)).digest("hex");
    const handled = new Map<string, HandledFile>();
    // An unreadable record proves nothing, so the program runs again.
    const text = await readFile(path, "utf8").catch(() => "");
    for (const line of text.split("\n")) {
      const entry = toJsonObject(tryParseJson(line));
      if (entry["command"] === command && typeof entry["path"] === "string")
        handled.set(entry["path"], entry as unknown as HandledFile);
    }
    return new ExecRecord(path, command, handled);
  }

  /** Reports whether the command has succeeded for these bytes under this name. */
  has({ path, size, sha256 }: HandledFile): boolean {
    const entry = this.handled.get(path);
    if (entry === undefined || entry.size !== size) return false;
    // Without a digest (checksum `size`) the bytes cannot be compared.
    return entry.sha256 === undefined || sha256 === undefined || entry.sha256 === sha256;
  }

  /** Throws DISK_WRITE_FAILED. */
  add({ path, size, sha256 }: HandledFile): Promise<void> {
    const line = JSON.stringify({ path, size, sha256, command: this.command });
    // Not synced. If a crash of the machine loses lines, the program runs again.
    return appendLines(this.path, [line], { isDurable: false });
  }
}
