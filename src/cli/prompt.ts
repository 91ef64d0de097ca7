/** Questions to a person: only on a terminal, on stderr, and each with a flag that answers it. */
import { AppError } from "../errors.ts";
import type { GlobalOptions } from "./global-flags.ts";
import type { Choice, Question, World } from "./world.ts";

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/** True for the values of CI that mean a machine. */
export const isCi = (value: string | undefined): boolean =>
  isSet(value) && value !== "0" && value !== "false";

/** Whether a question may be asked: both ends are a terminal, and nobody said not to. */
export function canAsk({ env, stdin, stderr }: World, options: Partial<GlobalOptions>): boolean {
  if (options.input === false || isSet(env["SWATH_NO_INPUT"]) || isCi(env["CI"])) return false;
  return stdin.isTTY && stderr.isTTY;
}

export async function askYesNo(world: World, message: string, preset: boolean): Promise<boolean> {
  return (await ask(world, { kind: "confirm", message, default: preset })) === true;
}

export async function askText(world: World, message: string, preset?: string): Promise<string> {
  return String(
    await ask(world, { kind: "input", message, ...(preset !== undefined && { default: preset }) }),
  );
}

/** One of a few. */
export async function askChoice(
  world: World,
  message: string,
  choices: readonly Choice[],
  preset?: string,
): Promise<string> {
  return String(
    await ask(world, { kind: "select", message, choices, ...(preset !== undefined && { default: preset }) }),
  );
}

/** One of many, found by typing; `find` may offer what was typed itself. */
export async function askSearch(
  world: World,
  message: string,
  find: (typed: string) => readonly Choice[],
): Promise<string> {
  return String(await ask(world, { kind: "search", message, find }));
}

/** The answer is not shown while it is typed. */
export async function askSecret(world: World, message: string): Promise<string> {
  return String(await ask(world, { kind: "password", message }));
}

async function ask(world: World, question: Question): Promise<string | boolean> {
  if (world.ask !== undefined) return world.ask(question);
  const { confirm, input, password, search, select } = await import("@inquirer/prompts");
  const context = { ...world.promptStreams?.(), signal: world.interrupts.signal };
  try {
    switch (question.kind) {
      case "confirm":
        return await confirm({ message: question.message, default: question.default === true }, context);
      case "input":
        return await input(
          {
            message: question.message,
            ...(typeof question.default === "string" && { default: question.default }),
          },
          context,
        );
      case "password":
        return await password({ message: question.message, mask: true }, context);
      case "select":
        return await select(
          {
            message: question.message,
            choices: [...(question.choices ?? [])],
            ...(typeof question.default === "string" && { default: question.default }),
          },
          context,
        );
      case "search":
        return await search(
          { message: question.message, source: (typed) => [...(question.find?.(typed ?? "") ?? [])] },
          context,
        );
    }
  } catch (error) {
    world.interrupts.signal.throwIfAborted();
    // Ctrl-C at the question, or its input ended: the person did not say yes.
    if ((error as Error).name === "ExitPromptError") {
      throw new AppError("local", "ABORTED", "the question was not answered: nothing was sent", {
        cause: error,
      });
    }
    throw error;
  }
}
