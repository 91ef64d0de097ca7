/** Errors for questions without an answer. */
import { AppError } from "../../errors.ts";

/** The error name of the @inquirer prompts. */
const CTRL_C = "ExitPromptError";

/** In raw mode Ctrl-C arrives as a key and not as a signal. */
export const makeCtrlC = (): Error => Object.assign(new Error("Ctrl-C"), { name: CTRL_C });

export const isCtrlC = (error: unknown): boolean => error instanceof Error && error.name === CTRL_C;

/** The input has ended: Ctrl-D, or a closed terminal. */
export const makeUnanswered = (): AppError =>
  new AppError("local", "ABORTED", "the question was not answered: nothing was sent");
