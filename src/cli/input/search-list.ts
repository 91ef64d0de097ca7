/**
 * A prompt for one or several lines of a long list, searched by typing. With one choice, Enter takes the line at the
 * pointer. With several, Space and Tab tick, also during a search, Ctrl-A ticks all shown lines, and Enter takes the ticked
 * lines, or the line at the pointer if none is ticked. Esc leaves. The checkbox of @inquirer/prompts ticks all with the
 * letter a, which is text here. Each key is handled immediately: the search of @inquirer/prompts loses an Enter that
 * follows a letter fast.
 */
import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isSpaceKey,
  isTabKey,
  isUpKey,
  makeTheme,
  useKeypress,
  useMemo,
  usePagination,
  usePrefix,
  useState,
  type Theme,
} from "@inquirer/core";
import type { Choice } from "../world.ts";

interface SearchList {
  message: string;
  find: (typed: string) => readonly Choice[];
  /** The heading above the choices. */
  head?: string;
  /**
   * Returns the total of the ticked choices, such as `2 ticked, $700.00`; without it one line is chosen, and none is
   * ticked.
   */
  sum?: (values: readonly string[]) => string;
  pageSize: number;
  /** Columns of the terminal. */
  width: number;
}

type Style = Theme["style"];

const POINTER = "> ";
const TICKED = "[x]";
const UNTICKED = "[ ]";

/** Resolves with the taken values; with none after Esc. */
export const searchList = createPrompt<readonly string[], SearchList>((config, done) => {
  const theme = makeTheme({});
  const [typed, setTyped] = useState("");
  const [moved, setMoved] = useState<number>();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [isDone, setDone] = useState(false);
  const prefix = usePrefix({ status: isDone ? "done" : "idle", theme });
  const choices = useMemo(() => config.find(typed), [typed]);
  const active = Math.max(0, Math.min(moved ?? findFirst(choices), choices.length - 1));
  const pointed = choices[active];

  useKeypress((key, line) => {
    /** Restores the typed text after keys that are not text. */
    const keepTyped = (): void => {
      line.clearLine(0);
      line.write(typed);
    };
    const leave = (taken: readonly string[]): void => {
      setTicked(taken);
      setDone(true);
      done(taken);
    };
    if (key.name === "escape") leave([]);
    else if (isEnterKey(key)) {
      const taken = takeChoices(config, pointed, ticked);
      if (taken.length === 0) return keepTyped();
      leave(taken);
    } else if (key.ctrl && key.name === "a") {
      keepTyped();
      setTicked(toggleAll(config, choices, ticked));
    } else if (isTabKey(key) || (isSpaceKey(key) && config.sum !== undefined)) {
      keepTyped();
      if (pointed !== undefined && canTick(config, pointed)) setTicked(toggle(ticked, pointed.value));
    } else if (isUpKey(key) || isDownKey(key)) {
      keepTyped();
      if (choices.length > 0) setMoved((active + (isUpKey(key) ? -1 : 1) + choices.length) % choices.length);
    } else if (line.line !== typed) {
      setTyped(line.line);
      setMoved(undefined);
    }
  });

  const { style } = theme;
  const page = usePagination({
    items: choices,
    active,
    pageSize: config.pageSize,
    loop: false,
    renderItem: ({ item, isActive }) =>
      drawChoice(config, style, item, { isActive, isTicked: ticked.includes(item.value) }),
  });
  const question = `${prefix} ${style.message(config.message, isDone ? "done" : "idle")}`;
  if (isDone) return `${question} ${style.answer(describeAnswer(config, ticked, choices))}`;
  const list =
    choices.length === 0 ? style.error("No matches") : [...drawHead(config, style), page].join("\n");
  const below = drawHelp(config, style, ticked);
  return [`${question} ${typed}`, [list, ...below].join("\n")];
});

/** Returns the index of the first line that is not an alternative to the others. */
const findFirst = (choices: readonly Choice[]): number =>
  Math.max(
    0,
    choices.findIndex(({ isAlone }) => isAlone !== true),
  );

const canTick = ({ sum }: SearchList, { isAlone }: Choice): boolean => sum !== undefined && isAlone !== true;

/** Returns the values that Enter takes: the ticked lines, or the line at the pointer if none is ticked or it stands alone. */
function takeChoices(
  config: SearchList,
  pointed: Choice | undefined,
  ticked: readonly string[],
): readonly string[] {
  if (pointed === undefined) return ticked;
  return ticked.length > 0 && canTick(config, pointed) ? ticked : [pointed.value];
}

const toggle = (ticked: readonly string[], value: string): readonly string[] =>
  ticked.includes(value) ? ticked.filter((one) => one !== value) : [...ticked, value];

/** Ticks all shown lines; unticks them if they are all ticked. */
function toggleAll(
  config: SearchList,
  shown: readonly Choice[],
  ticked: readonly string[],
): readonly string[] {
  const values = shown.filter((choice) => canTick(config, choice)).map(({ value }) => value);
  const others = ticked.filter((value) => !values.includes(value));
  return values.every((value) => ticked.includes(value)) ? others : [...new Set([...ticked, ...values])];
}

function drawChoice(
  config: SearchList,
  style: Style,
  choice: Choice,
  { isActive, isTicked }: { isActive: boolean; isTicked: boolean },
): string {
  // A colour within another one would end both.
  const mark = isTicked ? (isActive ? TICKED : style.answer(TICKED)) : UNTICKED;
  const box = canTick(config, choice) ? `${mark} ` : "";
  const text = `${isActive ? POINTER : " ".repeat(POINTER.length)}${box}${choice.name ?? choice.value}`;
  return isActive ? style.highlight(text) : text;
}

/** Returns the text that stays on the terminal after the question; nothing after Esc. */
function describeAnswer({ sum }: SearchList, taken: readonly string[], choices: readonly Choice[]): string {
  const [value, ...others] = taken;
  if (value === undefined) return "";
  const only = others.length === 0 ? choices.find((choice) => choice.value === value) : undefined;
  return only?.short ?? only?.name ?? sum?.(taken) ?? value;
}

function drawHead({ head, sum }: SearchList, style: Style): string[] {
  const indent = POINTER.length + (sum === undefined ? 0 : UNTICKED.length + 1);
  return head === undefined ? [] : [style.help(" ".repeat(indent) + head)];
}

function drawHelp({ sum, width }: SearchList, style: Style, ticked: readonly string[]): string[] {
  const search = "type to search, ";
  if (sum === undefined) return [style.help(`${search}up and down, Enter confirms, Esc leaves`)];
  const keys = "Space ticks, Ctrl-A ticks all, Enter confirms, Esc leaves";
  return [
    ticked.length === 0 ? `${sum(ticked)}: Enter takes the line at the pointer` : sum(ticked),
    style.help(search.length + keys.length < width ? search + keys : keys),
  ];
}
