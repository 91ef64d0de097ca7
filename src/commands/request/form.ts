/**
 * The form of `task create` and `repeat create`: asks for missing values, shows the answers with the request in
 * words, its price and the equivalent command, and lets each answer be changed. Every answer is a flag.
 */
import { orSay } from "../../app/consent.ts";
import { requireDestination } from "../../app/service/connection.ts";
import type { RequestNoun } from "../../app/tasking/request-kind.ts";
import type { Context } from "../../cli/context.ts";
import { askChoice } from "../../cli/input/prompt.ts";
import { AppError } from "../../errors.ts";
import { commandWriter } from "../../cli/write-command.ts";
import { advice, Command, swath, UNWRITABLE } from "../../hint.ts";
import { pad } from "../../render/width.ts";
import { wrap } from "../../render/wrap.ts";
import { parseFlagTime } from "../../time/flag-time.ts";

type Options = Readonly<Record<string, unknown>>;

/** Returns whether one of these options is given. */
export const isAnswered = (options: object, names: readonly string[]): boolean =>
  names.some((name) => (options as Options)[name] !== undefined);

/** Options whose value may contain all other fields, so that only the service's rules know what is missing. */
const HOLDS_MORE = ["file", "geometry", "data", "set", "unset"];

/**
 * Returns whether a run asks: with --interactive, or on a terminal when the target is missing or `isWhole` is false.
 * With any given field, consent beforehand and a dry run indicate a script, which must not wait for an answer.
 * `fields`: the options that describe the request.
 */
export function wantsForm(
  context: Context,
  noun: RequestNoun,
  options: object,
  { isWhole, fields }: { isWhole: boolean; fields: object },
): boolean {
  if (isAnswered(options, ["interactive"])) {
    if (context.consent.canAsk) return true;
    throw new AppError("usage", "USAGE", "--interactive needs a terminal", {
      hint: advice`Give the flags instead: ${swath`${noun} create --help`}`,
    });
  }
  if (!context.consent.canAsk || isAnswered(options, HOLDS_MORE)) return false;
  const target = ["point", "place", "polygon"];
  const isScript = context.options.yes === true || context.options.dryRun === true;
  if (isScript) return !isAnswered(options, [...target, "radius", "window", ...Object.keys(fields)]);
  return !isWhole || !isAnswered(options, target);
}

export interface Answer {
  /** The flags of this answer; none if the service decides. */
  words: readonly string[];
  /** For a person. */
  shown: string;
  /** Only for a target that is not a point. */
  isArea?: boolean;
}

export interface Question {
  title: string;
  /** The options that answer it: with one of them it is not asked. */
  options: readonly string[];
  /** `others`: the other answers so far. */
  ask: (others: readonly Answer[]) => Promise<Answer>;
}

export interface Form<Body> {
  questions: readonly Question[];
  /** The values of the flags, by option. */
  given: Readonly<Record<string, unknown>>;
  /** Returns the validated body of the flags and these words. Throws all faults. */
  bodyOf: (context: Context, words: readonly string[]) => Promise<Body>;
  /** Describes the request in sentences. */
  explain: (body: Body) => Promise<readonly string[]>;
  /** Returns the known part of its price. */
  price: (body: Body) => Promise<string>;
  /** Returns whether it costs money as soon as it is sent. */
  isPreApproved: (body: Body) => boolean;
  /** False: the answers are used without showing them. */
  isShown: boolean;
}

/** Errors: CONFIG_MISSING_BASE_URL before any question, ABORTED when the person does not send it. */
export async function fillForm<Body>(context: Context, form: Form<Body>): Promise<Body> {
  requireDestination(context);
  return orSay(context, fill(context, form), "Nothing was sent");
}

async function fill<Body>(context: Context, form: Form<Body>): Promise<Body> {
  const asked = form.questions.filter(({ options }) => !isAnswered(form.given, options));
  const answers = new Map<Question, Answer>();
  const { typed, times } = await inAbsoluteTimes(context);
  const others = (besides?: Question): Answer[] =>
    [...answers].flatMap(([question, answer]) => (question === besides ? [] : [answer]));
  const words = (): string[] => [...times, ...others().flatMap((answer) => answer.words)];
  for (const question of asked) answers.set(question, await question.ask(others()));
  // The interpretation of the flags is shown among the answers and in the sentences.
  const silent = {
    ...context,
    notes: context.notes.withoutNotes(),
    events: { ...context.events, note: () => {}, detail: () => {} },
  };
  for (;;) {
    const made = await form.bodyOf(form.isShown ? silent : context, words()).then(
      (body) => ({ body }),
      (fault: unknown) => {
        if (fault instanceof AppError && (fault.exitCode === 2 || fault.exitCode === 3) && form.isShown)
          return { fault };
        throw fault;
      },
    );
    if ("body" in made && !form.isShown) return made.body;
    await show(context, form, answers, made, [...typed, ...others().flatMap((answer) => answer.words)]);
    if ("body" in made && (context.options.dryRun === true || context.options.yes === true)) return made.body;
    const next = await askWhatNext(context, form, answers, made);
    if (next === "send" && "body" in made) return made.body;
    if (next === "stop") throw new AppError("local", "ABORTED", "Cancelled. Nothing was sent.");
    const question = asked.find(({ title }) => title === next);
    if (question !== undefined) answers.set(question, await question.ask(others(question)));
  }
}

type Made<Body> = { body: Body } | { fault: AppError };

async function show<Body>(
  { world, notes }: Context,
  form: Form<Body>,
  answers: ReadonlyMap<Question, Answer>,
  made: Made<Body>,
  command: readonly string[],
): Promise<void> {
  const width = world.stderr.columns || DEFAULT_COLUMNS;
  // A note is one line, because its text may come from a file.
  const say = (text: string, indent = 0): void => {
    for (const line of wrap(text, { width, indent, hangingIndent: indent * 2 }).split("\n")) notes.note(line);
  };
  const widest = Math.max(0, ...[...answers.keys()].map(({ title }) => title.length));
  for (const [{ title }, { shown }] of answers) {
    const room = Math.max(width - widest - MARGINS, LEAST_ROOM);
    const lines = wrap(shown === "" ? "(the service chooses)" : shown, { width: room }).split("\n");
    lines.forEach((line, index) => notes.note(`  ${pad(index === 0 ? title : "", widest)}  ${line}`));
  }
  notes.note("");
  if ("fault" in made) {
    const { issues, message } = made.fault;
    for (const text of issues.length > 0 ? issues.map((issue) => issue.message) : [message]) notes.warn(text);
    return;
  }
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    if (paragraph.length > 0) say(paragraph.join(" "));
    paragraph = [];
  };
  // An indented line belongs to a list.
  for (const sentence of await form.explain(made.body)) {
    const indent = /^ */.exec(sentence)?.[0].length ?? 0;
    if (indent === 0) paragraph.push(sentence);
    else {
      endParagraph();
      say(sentence, indent);
    }
  }
  endParagraph();
  say(await form.price(made.body));
  const line = new Command(command.map((text) => ({ text })));
  const { text: left } = UNWRITABLE;
  const isWhole = !commandWriter(world)(line).includes(left);
  say(
    isWhole
      ? "The same as a command:"
      : `The same as a command, where ${left} stands for an answer that no quotes make safe in this shell:`,
  );
  notes.note(line);
}

const TIME_FLAG = /^(--(?:window-open|window-close|from|to|start|end))(?:=(.*))?$/s;

/**
 * Returns the words of the run with relative times as timestamps, and the flags of these times. So the request and
 * the shown command refer to the same time, however long the answers take.
 */
async function inAbsoluteTimes({
  world: { argv },
  service,
}: Context): Promise<{ typed: string[]; times: string[] }> {
  const [typed, times]: [string[], string[]] = [[], []];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === "--interactive") continue;
    const [, flag, value = argv[at + 1] ?? ""] = TIME_FLAG.exec(word) ?? [];
    const time =
      flag !== undefined && /^\s*(?:now|[+-])/.test(value)
        ? parseFlagTime(value, (await service.time()).nowMs)
        : undefined;
    if (flag === undefined || time?.ok !== true) typed.push(word);
    else {
      typed.push(flag, time.iso);
      times.push(flag, time.iso);
      if (word === flag) at += 1;
    }
  }
  return { typed, times };
}

const DEFAULT_COLUMNS = 80;
/** Width of the blanks around the titles. */
const MARGINS = 4;
const LEAST_ROOM = 20;

async function askWhatNext<Body>(
  { world }: Context,
  { isPreApproved }: Form<Body>,
  answers: ReadonlyMap<Question, Answer>,
  made: Made<Body>,
): Promise<string> {
  const isSound = "body" in made;
  const send =
    isSound && isPreApproved(made.body)
      ? "send it: it is pre-approved and costs money"
      : "send it: it costs nothing until it is approved";
  const next = await askChoice(
    world,
    isSound ? "Send it?" : "That cannot be sent",
    [
      ...(isSound ? [{ value: "send", name: send }] : []),
      { value: "change", name: "change an answer" },
      { value: "stop", name: "stop, and send nothing" },
    ],
    isSound ? "send" : "change",
  );
  if (next !== "change") return next;
  const [first] = answers.keys();
  return askChoice(
    world,
    "Which answer?",
    [...answers].map(([{ title }, { shown }]) => ({
      value: title,
      name: shown === "" ? title : `${title}: ${shown}`,
    })),
    first?.title,
  );
}
