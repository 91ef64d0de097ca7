/**
 * Questions for screen readers and slow terminals: plain lines, numbered choices, nothing redrawn. The terminal
 * itself echoes and edits the answer.
 */
import { moreText } from "../../counted.ts";
import type { Clock } from "../../time/clock.ts";
import { onAbort } from "../../time/on-abort.ts";
import type { Answer, Choice, Question } from "../world.ts";
import { dropTypedAhead, hasEnded } from "./typed-ahead.ts";
import { makeCtrlC, makeUnanswered } from "./unanswered.ts";

interface Terminal {
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  signal: AbortSignal;
  clock: Clock;
}

/** Maximum number of choices to read aloud. */
const MAX_LISTED = 15;

export async function askInLines(terminal: Terminal, question: Question): Promise<Answer> {
  const { message, choices = [] } = question;
  const preset = typeof question.default === "string" ? question.default : undefined;
  switch (question.kind) {
    case "confirm":
      await dropTypedAhead(terminal);
      return askYesOrNo(terminal, message, question.default === true);
    case "input":
      if (question.isDecision === true) await dropTypedAhead(terminal);
      return (await ask(terminal, preset ? `${message} [${preset}]` : message)) || (preset ?? "");
    case "password":
      return readHidden(terminal, `${message}: `);
    case "select":
      return askNumber(terminal, message, choices, preset);
    case "search":
      return (await search(terminal, question))[0]!;
    case "search-many":
      return search(terminal, question);
  }
}

const say = ({ output }: Terminal, line: string): void => void output.write(`${line}\n`);

const ask = async (terminal: Terminal, question: string): Promise<string> =>
  (await readLine(terminal, `${question}: `)).trim();

async function askYesOrNo(terminal: Terminal, message: string, preset: boolean): Promise<boolean> {
  for (;;) {
    const answer = (await readLine(terminal, `${message} (${preset ? "Y/n" : "y/N"}) `)).trim().toLowerCase();
    if (answer === "") return preset;
    if (["y", "yes"].includes(answer)) return true;
    if (["n", "no"].includes(answer)) return false;
    say(terminal, "Type y or n, and Enter");
  }
}

function list(terminal: Terminal, choices: readonly Choice[], preset?: string): void {
  choices.forEach(({ value, name = value }, index) =>
    say(terminal, `  ${index + 1}. ${name}${value === preset ? " (default)" : ""}`),
  );
}

/** Returns the choice with this number; undefined for a number outside the list. */
const findNumbered = (choices: readonly Choice[], text: string): Choice | undefined =>
  /^\d+$/.test(text) ? choices[Number(text) - 1] : undefined;

async function askNumber(
  terminal: Terminal,
  message: string,
  choices: readonly Choice[],
  preset: string | undefined,
): Promise<string> {
  say(terminal, message);
  list(terminal, choices, preset);
  const at = choices.findIndex(({ value }) => value === preset);
  for (;;) {
    const text = await ask(terminal, at === -1 ? "Number" : `Number [${at + 1}]`);
    if (text === "" && preset !== undefined && at !== -1) return preset;
    const chosen = findNumbered(choices, text) ?? choices.find(({ value, name = value }) => text === name);
    if (chosen !== undefined) return chosen.value;
    say(terminal, `Type a number from 1 to ${choices.length}, and Enter`);
  }
}

function offer(terminal: Terminal, choices: readonly Choice[]): void {
  list(terminal, choices.slice(0, MAX_LISTED));
  if (choices.length > MAX_LISTED)
    say(
      terminal,
      `  ${moreText(choices.length - MAX_LISTED)}: type a part of a line to see only those that have it`,
    );
}

/** Returns the chosen values: with `search-many` as many as are ticked before an empty line, else one. */
async function search(
  terminal: Terminal,
  { kind, message, find = () => [], sum }: Question,
): Promise<readonly string[]> {
  const isMany = kind === "search-many";
  const request = isMany
    ? "Numbers, a text to search for, or Enter when done"
    : "A number, or a text to search for";
  let choices = find("");
  let chosen: readonly string[] = [];
  say(terminal, message);
  offer(terminal, choices);
  for (;;) {
    const text = await ask(terminal, request);
    if (text === "") {
      if (chosen.length > 0) return chosen;
      // Without a choice, the list was read aloud already.
      if (isMany) say(terminal, "Tick at least one: type its number, and Enter");
      continue;
    }
    const words = isMany ? text.split(/[\s,]+/).filter(Boolean) : [text];
    const picked = words.map((word) => findNumbered(choices.slice(0, MAX_LISTED), word));
    if (picked.every((choice) => choice !== undefined)) {
      const alone = isMany ? picked.find(({ isAlone }) => isAlone === true) : picked[0];
      if (alone !== undefined) return [alone.value];
      for (const { value } of picked)
        chosen = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
      say(terminal, sum?.(chosen) ?? `${chosen.length} ticked`);
      continue;
    }
    const found = find(text);
    if (found.length > 0) offer(terminal, (choices = found));
    else say(terminal, `No match for ${JSON.stringify(text)}`);
  }
}

/** Reads one line; further lines wait for the next question. */
function readLine(terminal: Terminal, question: string): Promise<string> {
  terminal.output.write(question);
  return readKeys(terminal, (read) => {
    const end = read.search(/\r\n?|\n/);
    return end === -1
      ? undefined
      : { answer: read.slice(0, end), rest: read.slice(end).replace(/^\r\n|^[\r\n]/, "") };
  });
}

/** Reads a line without an echo. The terminal then passes on Ctrl-C, Ctrl-D and the deleting keys as characters. */
async function readHidden(terminal: Terminal, question: string): Promise<string> {
  const { input, output } = terminal;
  output.write(question);
  const setRawMode = (isRaw: boolean): void => void (input.isTTY && input.setRawMode(isRaw));
  setRawMode(true);
  try {
    return await readKeys(terminal, (read) => {
      if (read.includes("\u0003")) throw makeCtrlC();
      if (read.includes("\u0004")) throw makeUnanswered();
      const end = read.search(/[\r\n]/);
      if (end === -1) return undefined;
      let answer = read.slice(0, end);
      const deleted = /[^\b\u007f]?[\b\u007f]/;
      while (deleted.test(answer)) answer = answer.replace(deleted, "");
      return { answer, rest: "" };
    });
  } finally {
    setRawMode(false);
    output.write("\n");
  }
}

/** Reads until `take` finds an answer in the typed text. */
function readKeys(
  { input, signal }: Terminal,
  take: (read: string) => { answer: string; rest: string } | undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let read = "";
    const stop = (): void => {
      input.off("data", onData).off("end", onEnd).off("close", onEnd);
      release();
      input.pause();
    };
    const fail = (error: unknown): void => {
      stop();
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason of a signal is an error
      reject(error);
    };
    const onEnd = (): void => fail(makeUnanswered());
    const onData = (chunk: Buffer | string): void => {
      read += chunk.toString();
      try {
        const taken = take(read);
        if (taken === undefined) return;
        stop();
        if (taken.rest !== "") input.unshift(Buffer.from(taken.rest));
        resolve(taken.answer);
      } catch (error) {
        fail(error);
      }
    };
    const release = onAbort(signal, () => fail(signal.reason));
    if (signal.aborted) return fail(signal.reason);
    if (hasEnded(input)) return onEnd();
    input.on("data", onData).on("end", onEnd).on("close", onEnd);
    input.resume();
  });
}
