/**
 * A prompt for one or several lines of a long list, searched by typing. With one choice, Enter takes the line at the
 * pointer. With several, Space and Tab tick, also during a search, and Enter takes the ticked lines, at least one.
 * Each key is handled immediately: the search of @inquirer/prompts loses an Enter that follows a letter fast.
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
}

export const TICK_ONE = "tick at least one: Space";

const POINTER = "> ";
const TICKED = "[x]";
const UNTICKED = "[ ]";

export const searchList = createPrompt<readonly string[], SearchList>((config, done) => {
  const theme = makeTheme({});
  const [typed, setTyped] = useState("");
  const [moved, setMoved] = useState<number>();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [isTickMissing, setTickMissing] = useState(false);
  const [isDone, setDone] = useState(false);
  const prefix = usePrefix({ status: isDone ? "done" : "idle", theme });
  const choices = useMemo(() => config.find(typed), [typed]);
  const first = Math.max(
    0,
    choices.findIndex(({ isAlone }) => isAlone !== true),
  );
  const active = Math.max(0, Math.min(moved ?? first, choices.length - 1));
  const pointed = choices[active];

  useKeypress((key, line) => {
    /** Restores the typed text after keys that are not text. */
    const keepTyped = (): void => {
      line.clearLine(0);
      line.write(typed);
    };
    const isTick = isTabKey(key) || (isSpaceKey(key) && config.sum !== undefined);
    setTickMissing(false);
    if (isEnterKey(key)) {
      const takesOne = config.sum === undefined || pointed?.isAlone === true;
      const taken = takesOne && pointed !== undefined ? [pointed.value] : ticked;
      if (taken.length === 0) {
        setTickMissing(config.sum !== undefined);
        return keepTyped();
      }
      setTicked(taken);
      setDone(true);
      done(taken);
    } else if (isTick) {
      keepTyped();
      if (pointed === undefined || pointed.isAlone === true || config.sum === undefined) return;
      const { value } = pointed;
      setTicked(ticked.includes(value) ? ticked.filter((one) => one !== value) : [...ticked, value]);
    } else if (isUpKey(key) || isDownKey(key)) {
      keepTyped();
      if (choices.length > 0) setMoved((active + (isUpKey(key) ? -1 : 1) + choices.length) % choices.length);
    } else if (line.line !== typed) {
      setTyped(line.line);
      setMoved(undefined);
    }
  });

  const message = theme.style.message(config.message, isDone ? "done" : "idle");
  const page = usePagination({
    items: choices,
    active,
    pageSize: config.pageSize,
    loop: false,
    renderItem: ({ item, isActive }) => {
      const isTicked = ticked.includes(item.value);
      // A colour within another one would end both.
      const mark = isTicked ? (isActive ? TICKED : theme.style.answer(TICKED)) : UNTICKED;
      const line = config.sum === undefined || item.isAlone === true ? "" : `${mark} `;
      const text = `${isActive ? POINTER : " ".repeat(POINTER.length)}${line}${item.name ?? item.value}`;
      return isActive ? theme.style.highlight(text) : text;
    },
  });
  const chosen = pointed?.short ?? pointed?.name ?? pointed?.value ?? "";
  if (isDone) {
    const sum = pointed?.isAlone === true ? undefined : config.sum?.(ticked);
    return `${prefix} ${message} ${theme.style.answer(sum ?? chosen)}`;
  }
  const marks = " ".repeat(POINTER.length + (config.sum === undefined ? 0 : UNTICKED.length + 1));
  const heads = config.head === undefined ? [] : [theme.style.help(marks + config.head)];
  const list = choices.length === 0 ? theme.style.error("No matches") : [...heads, page].join("\n");
  const below =
    config.sum === undefined
      ? [theme.style.help("type to search, up and down, Enter confirms")]
      : [
          isTickMissing ? theme.style.error(TICK_ONE) : config.sum(ticked),
          theme.style.help("type to search, up and down, Space ticks, Enter confirms"),
        ];
  return [`${prefix} ${message} ${typed}`, [list, ...below].join("\n")];
});
