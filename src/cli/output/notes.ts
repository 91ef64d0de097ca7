/** Messages on stderr: notes, warnings, next steps. Never a result, never a secret. */
import { appendFileSync } from "node:fs";
import { AppError } from "../../errors.ts";
import { advice, type Hint, hintText, type WriteCommand } from "../../hint.ts";
import type { Paint } from "../../render/paint.ts";
import { escapeColumns, escapeJson, escapeLine, escapeText } from "../../render/safe-text.ts";
import { measureWidth, wrap } from "../../render/width.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { HeldLine, Output, World } from "../world.ts";
import { shortenHint } from "./short-hints.ts";
import { MAX_ANNOTATIONS } from "./github-actions.ts";

export interface NotesOptions {
  /** Writes the commands in a message. */
  write: WriteCommand;
  paint: Paint;
  quiet: boolean;
  verbose: boolean;
  /** False in a pipe: next steps are for people at a terminal. */
  hints: boolean;
  /** Repeats warnings as annotations of the CI runner. */
  annotate?: ((message: string) => string) | undefined;
  /** Keeps the lines instead of writing to stderr, until the run has ended. */
  held?: HeldLine[] | undefined;
  /** Receives every line, for the log file. */
  log?: ((level: Level, message: string) => void) | undefined;
}

type Level = "note" | "warning" | "hint" | "detail" | "error";

/** A step that is a sentence follows the message; a flag or a command follows in parentheses. */
function withStep(message: Hint, next: Hint | undefined): Hint {
  if (next === undefined) return message;
  return /^[A-Z]/.test(hintText(next)) ? advice`${message}. ${next}` : advice`${message} (${next})`;
}

export class Notes {
  readonly #output: Output;
  readonly #options: NotesOptions;
  readonly #hints: Hint[] = [];
  #warned = 0;

  constructor(output: Output, options: NotesOptions) {
    this.#output = output;
    this.#options = options;
  }

  /** Hides notes whose content is shown elsewhere. Warnings stay. */
  withoutNotes(): Notes {
    return new Notes(this.#output, { ...this.#options, quiet: true });
  }

  /** Adds the messages to `held` instead of writing them. */
  holdIn(held: HeldLine[]): Notes {
    return new Notes(this.#output, { ...this.#options, held, annotate: undefined, log: undefined });
  }

  /** Reports an event, in addition to the result. */
  note(message: Hint, next?: Hint): void {
    if (!this.#options.quiet) this.#write("note", withStep(message, next));
  }

  /** Warns about something although the run continues; shown even with --quiet. */
  warn(warning: Hint, next?: Hint): void {
    const hint = withStep(warning, next);
    const { annotate, paint, write } = this.#options;
    this.#write("warning", hint, `${paint("yellow", "Warning:")} `);
    this.#warned += 1;
    if (annotate !== undefined && this.#warned <= MAX_ANNOTATIONS)
      this.#output.write(annotate(hintText(hint, write))).catch(() => {});
  }

  /** Suggests the next command. Suggestions are written after the result. */
  hint(step: Hint): void {
    if (!this.#options.hints || this.#options.quiet) return;
    this.#hints.push(shortenHint(step));
  }

  writeHints(): void {
    // Several orders into one folder have one next step.
    const said = new Set<string>();
    for (const message of this.#hints.splice(0)) {
      const text = hintText(message, this.#options.write);
      if (!said.has(text)) this.#write("hint", message, this.#options.paint("dim", "-> "));
      said.add(text);
    }
  }

  /** For --verbose. */
  detail(message: string): void {
    if (this.#options.verbose) this.#write("detail", message, this.#options.paint("dim", "* "));
  }

  #write(level: Level, message: Hint, prefix = ""): void {
    const { held, log, write } = this.#options;
    const clean = level === "note" ? escapeColumns : escapeLine;
    const shown = (as: WriteCommand): string => formatHint(message, as, clean);
    const plain = shown(write);
    log?.(level, plain);
    if (held !== undefined) {
      held.push({ isWarning: level === "warning", message: plain, line: `${prefix}${plain}\n` });
      return;
    }
    // A suggestion is little more than its command, which stays on the line of its arrow.
    const text = level === "hint" ? plain : breakBetweenWords(shown(joinWords(write)), this.#output, prefix);
    // When stderr is closed, messages are dropped.
    this.#output.write(`${prefix}${text}\n`).catch(() => {});
  }
}

/** `--log-file`: appends the lines of stderr as JSON lines with the time. */
export function logFile(
  path: string,
  { clock, secrets }: Pick<World, "clock" | "secrets">,
): (level: Level, message: string) => void {
  const append = (text: string): void => {
    try {
      appendFileSync(path, text, { mode: 0o600 });
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? "unknown";
      throw new AppError("io", "DISK_WRITE_FAILED", `cannot write the log file ${path}: ${reason}`, {
        next: "Choose another folder",
        cause: error,
      });
    }
  };
  append("");
  return (level, message) =>
    append(`${secrets.clean(escapeJson({ time: formatTimestamp(clock.now()), level, message }))}\n`);
}

/** Keeps the words of a command together when a line is broken. */
const JOINED = "\u00a0";

/** Joins the words of a command: it stays on one line of the output, so that it can be copied. */
export const joinWords =
  (write: WriteCommand): WriteCommand =>
  (command) =>
    write(command).replaceAll(" ", JOINED);

/** Returns the text of a hint for one line: its sentences with single blanks, its commands as they are written. */
export function formatHint(hint: Hint, write: WriteCommand, clean = escapeLine): string {
  if (typeof hint === "string") return clean(hint);
  const parts = "parts" in hint ? hint.parts : [hint];
  return parts
    .map((part) => (typeof part === "string" ? clean(part) : escapeText(hintText(part, write))))
    .join("");
}

/**
 * Returns the line broken between words at the width of the terminal, with its commands as they are typed. `prefix`,
 * which may have colours, is before it. In a pipe the line stays one line, as do an aligned line of a table and a line
 * that begins with a long path.
 */
export function breakBetweenWords(
  line: string,
  output: Pick<Output, "isTTY" | "columns">,
  prefix = "",
): string {
  const columns = output.columns();
  const indent = measureWidth(prefix.replaceAll(/\u001b\[\d+m/g, ""));
  const isLong = output.isTTY && columns !== undefined && indent + measureWidth(line) > columns;
  const isSentence = !/\S {2,}|^ {3,}/.test(line) && line.search(/ |$/) <= (columns ?? Infinity) / 2;
  const broken =
    isLong && isSentence ? wrap(line, { width: columns, indent, hangingIndent: 2 }).slice(indent) : line;
  return broken.replaceAll(JOINED, " ");
}
