/**
 * The form of `task create` and `repeat create`: asks for missing values, shows the answers with the request in
 * words, its price and the equivalent command, and lets each answer be changed. Every answer is a flag.
 */
import { Command as Syntax } from "@commander-js/extra-typings";
import { requireDestination } from "../../app/service/connect.ts";
import type { RepeatBody, TaskBody } from "../../app/tasking/create-requests.ts";
import { REQUEST_KINDS, type RequestNoun } from "../../app/tasking/request-kind.ts";
import { loadKnownPrices, type KnownPrices } from "../../app/tasking/search-prices.ts";
import type { AnyCommand } from "../../cli/command/define-command.ts";
import { readFlags } from "../../cli/flags/flag.ts";
import type { Context } from "../../cli/context.ts";
import { gatherFaults } from "../../cli/input/usage.ts";
import { askChoice } from "../../cli/input/prompt.ts";
import { createCommandWriter } from "../../cli/write-command.ts";
import { determineEffect } from "../../contract/endpoints.ts";
import { toJsonObject } from "../../contract/json-object.ts";
import { CONSTRAINTS } from "../../contract/vocabulary.ts";
import { AppError, type Fault } from "../../errors.ts";
import { UNWRITABLE } from "../../hint.ts";
import { noteIfInterrupted } from "../../money/consent.ts";
import { formatCell } from "../../render/column.ts";
import { pad, wrap } from "../../render/width.ts";
import { parseFlagTime } from "../../time/flag-time.ts";
import { isAnswered, addRepeatFlags, addTaskFlags, type CreateOptions } from "./create-flags.ts";
import { makeQuestions, showText, getTerminalWidth, type Answer, type Question } from "./questions.ts";

type Body = TaskBody | RepeatBody;

/** Returns the validated body of these options. Throws all faults. */
type BodyOf = (context: Context, options: CreateOptions) => Promise<Body>;

/** Errors: CONFIG_MISSING_BASE_URL before any question, ABORTED when the person does not send it. */
export async function askForRequest(
  context: Context,
  noun: RequestNoun,
  options: CreateOptions,
  bodyOf: BodyOf,
): Promise<Body> {
  requireDestination(context);
  return noteIfInterrupted(context, fillForm(context, noun, options, bodyOf), "Nothing was sent");
}

async function fillForm(
  context: Context,
  noun: RequestNoun,
  options: CreateOptions,
  bodyOf: BodyOf,
): Promise<Body> {
  const prices: KnownPrices = context.service.isDryRun
    ? () => undefined
    : await loadKnownPrices(context, noun);
  const asked = makeQuestions(context, noun, options, prices).filter(
    (one) => !isAnswered(options, one.options),
  );
  const answers = new Map<Question, Answer>();
  const { typed, times } = await readAbsoluteTimes(context);
  const ask = async (question: Question): Promise<void> => {
    const others = [...answers].flatMap(([other, answer]) => (other === question ? [] : [answer]));
    answers.set(question, await question.ask(others));
  };
  for (const question of asked) {
    if (question.preset === undefined) await ask(question);
    else answers.set(question, question.preset);
  }
  // The interpretation of the flags is shown among the answers and in the sentences.
  const silent = {
    ...context,
    notes: context.notes.withoutNotes(),
    events: { ...context.events, note: () => {}, detail: () => {} },
  };
  for (;;) {
    const words = [...answers.values()].flatMap((answer) => answer.words);
    const given = { ...options, ...parseFormOptions(context, noun, [...times, ...words]) };
    if (options.explain === true) return bodyOf(context, given);
    const faults: Fault[] = [];
    const made = await gatherFaults(faults, () => bodyOf(silent, given));
    // Without an answer that could be changed, the faults of the flags end the run.
    if (made === undefined && answers.size === 0) return bodyOf(context, given);
    showAnswers(context, answers);
    for (const { message } of faults) context.notes.warn(message);
    if (made !== undefined) {
      const { timeZone } = options;
      await showRequest(context, noun, made, { prices, command: [...typed, ...words], timeZone });
      if (context.options.dryRun === true || context.options.yes === true) return made;
    }
    const next = await askWhatNext(context, noun, answers, made);
    if (next === "send" && made !== undefined) return made;
    if (next === "stop") throw new AppError("local", "ABORTED", "Cancelled. Nothing was sent.");
    const question = asked.find(({ title }) => title === next);
    if (question !== undefined) await ask(question);
  }
}

/** Parses the words as if they had been typed. */
function parseFormOptions({ world }: Context, noun: RequestNoun, words: readonly string[]): CreateOptions {
  const command: AnyCommand = (noun === "task" ? addTaskFlags : addRepeatFlags)(
    new Syntax(`swath ${noun} create`),
  );
  return readFlags(command.exitOverride().parse([...words], { from: "user" }), world.platform).options;
}

const TIME_FLAG = /^(--(?:window-open|window-close|from|to))(?:=(.*))?$/s;

/**
 * Returns the words of the run with relative times as timestamps, and the flags of these times. So the request and
 * the shown command refer to the same time, however long the answers take.
 */
async function readAbsoluteTimes({ world, service }: Context): Promise<{ typed: string[]; times: string[] }> {
  const [typed, times]: [string[], string[]] = [[], []];
  const { nowMs } = await service.time();
  const words = world.argv.filter((word) => word !== "--interactive").values();
  for (const word of words) {
    const [, flag, inline] = TIME_FLAG.exec(word) ?? [];
    if (flag === undefined) typed.push(word);
    else {
      const value = inline ?? words.next().value ?? "";
      const time = /^\s*(?:now|[+-])/.test(value) ? parseFlagTime(value, nowMs) : undefined;
      if (time?.ok === true) times.push(flag, time.iso);
      typed.push(flag, time?.ok === true ? time.iso : value);
    }
  }
  return { typed, times };
}

/** Width of the blanks around the titles. */
const MARGINS = 4;
const MIN_ROOM = 20;

function showAnswers({ world, notes }: Context, answers: ReadonlyMap<Question, Answer>): void {
  const widest = Math.max(0, ...[...answers.keys()].map(({ title }) => title.length));
  const width = Math.max(getTerminalWidth(world) - widest - MARGINS, MIN_ROOM);
  for (const [{ title }, { shown }] of answers) {
    const lines = wrap(shown === "" ? "(the service chooses)" : shown, { width }).split("\n");
    lines.forEach((line, index) => notes.note(`  ${pad(index === 0 ? title : "", widest)}  ${line}`));
  }
  notes.note("");
}

async function showRequest(
  context: Context,
  noun: RequestNoun,
  body: Body,
  { prices, command, timeZone }: { prices: KnownPrices; command: readonly string[]; timeZone?: string },
): Promise<void> {
  for (const sentence of await describeRequest(noun, body, timeZone)) showText(context, sentence);
  const { describeLargeArea } = await import("../../app/tasking/area-remark.ts");
  const large = await describeLargeArea(context, body);
  if (large !== undefined) showText(context, `${large}.`);
  showText(context, describeKnownPrice(noun, body, prices, isPreApproved(context, noun, body)));
  const line = { words: command.map((text) => ({ text })) };
  const { text: left } = UNWRITABLE;
  const isWhole = !createCommandWriter(context.world)(line).includes(left);
  showText(
    context,
    isWhole
      ? "As a command:"
      : `As a command; replace ${left}, an answer that cannot be quoted in this shell:`,
  );
  context.notes.note(line);
}

async function describeRequest(
  noun: RequestNoun,
  body: Body,
  zone: string | undefined,
): Promise<readonly string[]> {
  const { explainRequest, formatExplanation, explainSeries } =
    await import("../../domain/tasking/explain-request.ts");
  if (noun === "repeat") return explainSeries(body);
  const given = zone === undefined ? undefined : { zone, zoneSource: "--time-zone" };
  const explanation = explainRequest(body, given);
  // The answers already show what is not limited, and the last question what it costs.
  const defaults = explanation.defaults.filter((name) => !CONSTRAINTS.some((one) => one === name));
  return formatExplanation({ ...explanation, defaults }, { isBrief: true });
}

/** Returns whether the request costs money as soon as it is sent. */
function isPreApproved({ dialect }: Context, noun: RequestNoun, body: Body): boolean {
  const { endpoint, call } = REQUEST_KINDS[noun].creation(body, dialect);
  return determineEffect(endpoint, call.body) === "spend";
}

/** Returns the price of the last request of the same kind, or that none is known. */
function describeKnownPrice(noun: RequestNoun, body: Body, prices: KnownPrices, isSpending: boolean): string {
  const { geometry, properties } = toJsonObject(body);
  const { collectionType, collectionTier } = toJsonObject(properties);
  const type = formatCell(collectionType);
  const tier = formatCell(collectionTier);
  const known = toJsonObject(geometry)["type"] === "Point" ? prices(type, tier) : undefined;
  if (known === undefined)
    return isSpending
      ? "Price: not known, and pre-approved whatever it is."
      : "Price: not known before the service has estimated it (swath approvals shows it then).";
  const which =
    noun === "task" ? `the last ${tier} ${type} of a point` : `an image of the last ${tier} ${type} series`;
  const own = isSpending
    ? "this one is pre-approved whatever it costs"
    : "the estimate of this one comes in review";
  return `Price: ${which} was ${known.text} (${known.date}); ${own}.`;
}

/** Returns `send`, `stop` or the title of a question to ask again. */
async function askWhatNext(
  context: Context,
  noun: RequestNoun,
  answers: ReadonlyMap<Question, Answer>,
  made: Body | undefined,
): Promise<string> {
  const { world } = context;
  const rest = [
    ...(answers.size === 0 ? [] : [{ value: "change", name: "change an answer" }]),
    { value: "stop", name: "stop, and send nothing" },
  ];
  const next =
    made === undefined
      ? await askChoice(world, "That cannot be sent", rest, "change")
      : await askChoice(
          world,
          "Send it?",
          [{ value: "send", name: describeSending(context, noun, made) }, ...rest],
          "send",
        );
  if (next !== "change") return next;
  const choices = [...answers].map(([{ title }, { shown }]) => ({
    value: title,
    name: shown === "" ? title : `${title}: ${shown}`,
  }));
  return askChoice(world, "Which answer?", choices, choices[0]?.value);
}

const describeSending = (context: Context, noun: RequestNoun, body: Body): string =>
  isPreApproved(context, noun, body)
    ? "send it: it is pre-approved and costs money"
    : "send it: it costs nothing until it is approved";
