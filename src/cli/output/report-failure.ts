/** Reports a failure on stderr and returns the exit code of the run. */
import { moreText } from "../../counted.ts";
import { AppError, type ExitCode } from "../../errors.ts";
import { createPaint } from "../../render/paint.ts";
import { escapeText } from "../../render/safe-text.ts";
import { formatAnnotation, MAX_ANNOTATIONS, wantsAnnotations } from "./github-actions.ts";
import { wantsColour } from "./presentation.ts";
import { formatErrorJson, formatError, formatFaultLines } from "./error-report.ts";
import { writeHeld, wantsJsonErrors } from "./held-lines.ts";
import { COLOR_CHOICES } from "../../settings/settings-table.ts";
import { Interrupted } from "../../app/interrupts.ts";
import type { World } from "../world.ts";
import { createCommandWriter, readTypedValues } from "../write-command.ts";

/** Returns true when stdout was closed by its reader: `swath ... | head` ends without an error. */
const isPipeClosed = (error: unknown): boolean => readCode(error) === "EPIPE";

const readCode = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** Returns the choice of colour; an invalid one counts as none. */
function readColourChoice({ argv, env }: Pick<World, "argv" | "env">): (typeof COLOR_CHOICES)[number] {
  const words = argv.map((word) => (word === "--no-color" ? "--color=never" : word));
  const chosen = readTypedValues(words, "--color").at(-1) ?? env["SWATH_COLOR"];
  return COLOR_CHOICES.find((choice) => choice === chosen) ?? "auto";
}

export async function reportFailure(world: World, error: unknown): Promise<ExitCode> {
  if (error instanceof Interrupted) {
    await writeHeld(world);
    return error.exitCode;
  }
  if (isPipeClosed(error)) return 0;
  const failure = toAppError(error);
  const colour = wantsColour(readColourChoice(world), world.env, world.stderr);
  const write = createCommandWriter(world);
  const text = wantsJsonErrors(world)
    ? formatErrorJson(failure, write, world.held)
    : formatError(failure, createPaint(colour), write, world.stderr);
  await world.stderr.write(text).catch(() => {});
  if (wantsAnnotations(world)) {
    await world.stderr.write(formatAnnotations(failure)).catch(() => {});
  }
  if (failure.code === "INTERNAL" || world.argv.includes("--debug")) await writeStack(world, error);
  // An interrupted run that ends in an error exits as interrupted, unless the error is about money spent.
  const received = world.interrupts.received;
  return received !== undefined && failure.exitCode !== 13 && failure.exitCode !== 14
    ? received.exitCode
    : failure.exitCode;
}

/** Returns one annotation per fault, up to the runner's limit; the last one counts the others. */
function formatAnnotations(failure: AppError): string {
  const lines = formatFaultLines(failure);
  const rest = lines.length - MAX_ANNOTATIONS + 1;
  const shown =
    rest > 1
      ? [...lines.slice(0, MAX_ANNOTATIONS - 1), `${moreText(rest)}: see the log of this step`]
      : lines;
  const code = (index: number): string =>
    shown.length === 1 ? failure.code : (failure.issues[index]?.code ?? failure.code);
  return shown.map((line, index) => formatAnnotation("error", `swath ${code(index)}`, line)).join("");
}

const DISK_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: "no space left where it is written to (ENOSPC)",
  EIO: "the device fails (EIO)",
  EDQUOT: "the quota is used up (EDQUOT)",
  EFBIG: "the file grows too large (EFBIG)",
};

/** An unexpected error is a bug, or a write failure of stdout. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = readCode(error);
  if (typeof code === "string" && Object.hasOwn(DISK_ERRORS, code)) {
    return new AppError("io", "OUTPUT_WRITE_FAILED", `cannot write the result: ${DISK_ERRORS[code]}`, {
      next: "The output is incomplete: send it elsewhere",
      cause: error,
    });
  }
  if (code === "EBADF")
    return new AppError("io", "OUTPUT_WRITE_FAILED", "cannot write the result: stdout is closed (>&-)", {
      next: "Nothing was printed: send the output to a file",
      cause: error,
    });
  return new AppError(
    "local",
    "INTERNAL",
    `unexpected failure: ${error instanceof Error ? error.message : String(error)}`,
    {
      next: "This is a bug in swath. Please report it with the command and the lines below",
      cause: error,
    },
  );
}

async function writeStack(world: World, error: unknown): Promise<void> {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const lines = stack.split("\n").map((line) => escapeText(line));
  await world.stderr.write(`${lines.join("\n")}\n`).catch(() => {});
}
