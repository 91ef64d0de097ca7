/** Prompts: only on a terminal, on stderr, and each can be answered by a flag instead. */
import { setImmediate } from "node:timers";
import { escapeLine, escapeText } from "../../render/safe-text.ts";
import { wrap } from "../../render/width.ts";
import { isSet } from "../../settings/environment.ts";
import { isAccessible } from "../../settings/settings-table.ts";
import type { Answer, Choice, Question, World } from "../world.ts";
import { dropTypedAhead } from "./typed-ahead.ts";
import { makeCtrlC, isCtrlC, makeUnanswered } from "./unanswered.ts";

/** Returns whether a value of CI means a CI machine. */
export const isCi = (value: string | undefined): boolean =>
  isSet(value) && value !== "0" && value !== "false";

/** Returns whether a prompt is possible: stdin and stderr are a terminal, and no flag or variable forbids it. */
export function canAsk({ env, stdin, stderr }: World, options: { readonly input?: boolean }): boolean {
  if (options.input === false || isSet(env["SWATH_NO_INPUT"]) || isCi(env["CI"])) return false;
  return stdin.isTTY && stderr.isTTY;
}

export async function askYesNo(world: World, message: string, preset: boolean): Promise<boolean> {
  return (await ask(world, { kind: "confirm", message, default: preset })) === true;
}

export async function askText(world: World, message: string, preset?: string): Promise<string> {
  return String(await ask(world, { kind: "input", message, default: preset }));
}

/** Asks for a text that decides about money: only what is typed after the question was shown is an answer. */
export async function askDecision(world: World, message: string): Promise<string> {
  return String(await ask(world, { kind: "input", message, isDecision: true }));
}

/** Asks for one of a few choices. */
export async function askChoice(
  world: World,
  message: string,
  choices: readonly Choice[],
  preset?: string,
): Promise<string> {
  return String(await ask(world, { kind: "select", message, choices, default: preset }));
}

/** Asks for one of many choices, searched by typing; `find` may return the typed text itself. */
export async function askSearch(
  world: World,
  message: string,
  find: (typed: string) => readonly Choice[],
  more: Pick<Question, "head"> = {},
): Promise<string> {
  return String(await ask(world, { kind: "search", message, find, ...more }));
}

/** Asks for several of many choices, searched by typing and ticked with Space; at least one. */
export async function askSearchMany(
  world: World,
  message: string,
  find: (typed: string) => readonly Choice[],
  sum: (values: readonly string[]) => string,
  more: Pick<Question, "head"> = {},
): Promise<readonly string[]> {
  const answer = await ask(world, { kind: "search-many", message, find, sum, ...more });
  return Array.isArray(answer) ? (answer as readonly string[]) : [];
}

/** Asks without echoing the answer. */
export async function askSecret(world: World, message: string): Promise<string> {
  return String(await ask(world, { kind: "password", message }));
}

/** Escapes control characters and removes secrets, because choices may contain the service's own text. */
const escapeChoices = (choices: readonly Choice[], escape: Escape): Choice[] =>
  choices.map((choice) => ({
    ...choice,
    name: escape(choice.name ?? choice.value),
    ...(choice.short !== undefined && { short: escape(choice.short) }),
  }));

type Escape = (text: string) => string;

function escapeQuestion(
  { choices, find, sum, head, message, ...question }: Question,
  clean: Escape,
): Question {
  // Rows and their headings are laid out in columns, whose cells are lines already.
  const escape: Escape = (text) => clean(escapeText(text));
  return {
    ...question,
    message: clean(escapeLine(message)),
    ...(head !== undefined && { head: escape(head) }),
    ...(choices !== undefined && { choices: escapeChoices(choices, escape) }),
    ...(find !== undefined && { find: (typed) => escapeChoices(find(typed), escape) }),
    ...(sum !== undefined && { sum: (values) => escape(sum(values)) }),
  };
}

async function ask(world: World, given: Question): Promise<Answer> {
  // Once a signal has ended the run, no question is drawn.
  world.interrupts.signal.throwIfAborted();
  const question = escapeQuestion(given, (text) => world.secrets.clean(text));
  if (world.ask !== undefined) return world.ask(question);
  const streams = world.promptStreams?.();
  const { signal } = world.interrupts;
  const isInLines = streams !== undefined && isAccessible(world.env["ACCESSIBLE"]);
  let end: ReturnType<typeof watchEnd> | undefined;
  try {
    if (isInLines) {
      const { askInLines } = await import("./numbered-prompts.ts");
      return await askInLines({ ...streams, signal, clock: world.clock }, question);
    }
    const isFresh = question.isDecision === true || NOT_TYPED_AHEAD.has(question.kind);
    if (streams?.input.isTTY === true && isFresh) await dropKeys({ ...streams, signal, clock: world.clock });
    end = streams && watchEnd(streams.input);
    const answer = askOn({ ...streams, signal }, question);
    return await (end === undefined ? answer : Promise.race([answer, end.reached]));
  } catch (error) {
    // The key has the same effect as the signal.
    if (isCtrlC(error)) world.interrupts.press("SIGINT", { isAtQuestion: true });
    signal.throwIfAborted();
    throw error;
  } finally {
    end?.stopWatching();
  }
}

/** Earlier keys are not meant for these questions: a list is drawn after loading, and a yes may cost money. */
const NOT_TYPED_AHEAD: ReadonlySet<Question["kind"]> = new Set(["confirm", "search-many"]);

/** In raw mode, in which the prompt reads, keys arrive without a line break, and are not echoed. */
async function dropKeys(terminal: Parameters<typeof dropTypedAhead>[0]): Promise<void> {
  const { input } = terminal;
  input.setRawMode(true);
  let isInterrupted = true;
  try {
    isInterrupted = await dropTypedAhead(terminal);
  } finally {
    if (isInterrupted) input.setRawMode(false);
  }
  if (isInterrupted) throw makeCtrlC();
}

/** Rejects when the input ends (Ctrl-D, a closed terminal), which a prompt does not detect. */
function watchEnd(input: NodeJS.ReadableStream): { reached: Promise<never>; stopWatching: () => void } {
  const { promise: reached, reject } = Promise.withResolvers<never>();
  const onEnd = (): void => reject(makeUnanswered());
  // Readline pauses its input both at the end and after an answer; an answer is handled first.
  const listener = (): void => void setImmediate(onEnd);
  for (const event of ENDS) input.once(event, listener);
  reached.catch(() => {});
  // A form asks about a dozen questions, and each adds a listener to the same terminal.
  return { reached, stopWatching: () => ENDS.forEach((event) => input.off(event, listener)) };
}

const ENDS = ["pause", "end", "close"] as const;

/** Width of the sign before a question and of `(y/N)` after it. */
const AROUND_QUESTION = 9;

/** Breaks a long question between words; the prompt itself would break it anywhere. */
const wrapMessage = (message: string, output: NodeJS.WriteStream | undefined): string =>
  output?.columns === undefined
    ? message
    : wrap(message, { width: Math.max(output.columns - AROUND_QUESTION, AROUND_QUESTION), hangingIndent: 2 });

/**
 * Maximum height of a list before it scrolls, reduced on a low terminal: a prompt must not be higher than the screen.
 */
const SHOWN_CHOICES = 15;
const ROWS_AROUND_LIST = 6;
const MIN_SHOWN = 3;

const countShownChoices = ({ output }: PromptContext): number =>
  Math.max(MIN_SHOWN, Math.min(SHOWN_CHOICES, (output?.rows || Infinity) - ROWS_AROUND_LIST));

interface PromptContext {
  input?: NodeJS.ReadStream;
  output?: NodeJS.WriteStream;
  signal: AbortSignal;
}

async function askOn(context: PromptContext, question: Question): Promise<Answer> {
  const [{ confirm, input, password, select }, { makeTheme }] = await Promise.all([
    import("@inquirer/prompts"),
    import("@inquirer/core"),
  ]);
  const theme = { style: { keysHelpTip: () => makeTheme({}).style.help("up and down, Enter confirms") } };
  const { message, default: preset, choices = [] } = question;
  const text = typeof preset === "string" ? { default: preset } : {};
  switch (question.kind) {
    case "confirm":
      return confirm({ message: wrapMessage(message, context.output), default: preset === true }, context);
    case "input":
      return input({ message: wrapMessage(message, context.output), ...text }, context);
    case "password":
      return password({ message, mask: true }, context);
    case "select":
      return select(
        {
          message,
          choices: [...choices],
          pageSize: countShownChoices(context),
          theme,
          ...text,
        },
        context,
      );
    case "search":
    case "search-many": {
      const { searchList } = await import("./search-list.ts");
      const { kind, head, find = () => [], sum = (values) => `${values.length} ticked` } = question;
      const chosen = await searchList(
        {
          message: wrapMessage(message, context.output),
          find,
          width: context.output?.columns || Infinity,
          pageSize: Math.max(MIN_SHOWN, countShownChoices(context) - (head === undefined ? 0 : 1)),
          ...(head !== undefined && { head }),
          ...(kind === "search-many" && { sum }),
        },
        context,
      );
      const [first] = chosen;
      // Esc has the same effect as Ctrl-C.
      if (first === undefined) throw makeCtrlC();
      return kind === "search" ? first : chosen;
    }
  }
}
