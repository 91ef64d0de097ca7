/**
 * A shell on its own terminal (util-linux `script`), with typed keys, and its screens over time. Pauses are shortened for
 * the reader, who need not wait as long as the program.
 */
import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import xterm from "@xterm/headless";

/** Between two keys, in ms. */
const KEY_PAUSE = 35;
/** Output within this many ms of the last is one frame. */
const FRAME = 80;

/** The attributes of one run of equal cells, or undefined for the plain ones. */
const styleOf = (cell) => {
  const color = cell.isFgRGB()
    ? `#${cell.getFgColor().toString(16).padStart(6, "0")}`
    : cell.isFgPalette()
      ? cell.getFgColor()
      : undefined;
  const ground = cell.isBgRGB()
    ? `#${cell.getBgColor().toString(16).padStart(6, "0")}`
    : cell.isBgPalette()
      ? cell.getBgColor()
      : undefined;
  return {
    color,
    ground,
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    inverse: cell.isInverse() !== 0,
    underline: cell.isUnderline() !== 0,
  };
};

/** Returns the rows of the screen: lists of runs `{ text, at, width, style }`; `at` and `width` in cells. */
function screenOf(terminal) {
  const buffer = terminal.buffer.active;
  const rows = Array.from({ length: terminal.rows }, (_, row) => {
    const line = buffer.getLine(buffer.viewportY + row);
    const runs = [];
    for (let at = 0; at < terminal.cols; at++) {
      const cell = line.getCell(at);
      if (cell.getWidth() === 0) continue;
      const style = styleOf(cell);
      const key = JSON.stringify(style);
      const before = runs.at(-1);
      const text = cell.getChars() || " ";
      if (before !== undefined && before.key === key && before.at + before.width === at) {
        before.text += text;
        before.width += cell.getWidth();
      } else runs.push({ text, at, width: cell.getWidth(), style, key });
    }
    // Spaces at the end of a line are not shown, unless they have a background colour.
    const isBare = ({ style }) => style.ground === undefined && !style.inverse;
    while (runs.length > 0 && isBare(runs.at(-1)) && runs.at(-1).text.trim() === "") runs.pop();
    const last = runs.at(-1);
    if (last !== undefined && isBare(last)) {
      last.width -= last.text.length - last.text.trimEnd().length;
      last.text = last.text.trimEnd();
    }
    return runs;
  });
  return { rows, cursor: { column: buffer.cursorX, row: buffer.cursorY } };
}

/**
 * Opens the shell. `type` writes keys at a person's pace; `until` waits for a pattern on the screen; `rest` lets the reader
 * read for some ms; `end` closes the shell and resolves with `[{ ms, screen }]`, `ms` being how long each is shown.
 */
export async function openSession({ columns, rows, env, folder, longestPause = 1200 }) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const shell = spawn(
    "script",
    ["-qfc", `stty cols ${columns} rows ${rows}; exec bash --norc --noprofile -i`, "/dev/null"],
    {
      cwd: folder,
      env: {
        ...env,
        TERM: "xterm-256color",
        COLORTERM: "truecolor",
        PS1: "\\[\\e[1;32m\\]$\\[\\e[0m\\] ",
        COLUMNS: String(columns),
        LINES: String(rows),
      },
      stdio: ["pipe", "pipe", "inherit"],
    },
  );
  const frames = [];
  let changedAt = performance.now();
  let shown = "";
  const keep = (ms) => {
    if (frames.length > 0) frames.at(-1).ms += ms;
  };
  const snapshot = () => {
    const screen = screenOf(terminal);
    const text = JSON.stringify(screen);
    if (text === shown) return;
    const now = performance.now();
    keep(Math.min(now - changedAt, longestPause));
    changedAt = now;
    shown = text;
    frames.push({ ms: 0, screen });
  };
  // Answers of the terminal (about its colours or its cursor) are sent to the program, as on a real one.
  terminal.onData((data) => shell.stdin.write(data));
  let timer;
  shell.stdout.on("data", (chunk) => {
    terminal.write(chunk, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        snapshot();
      }, FRAME);
    });
  });
  const screenText = () =>
    screenOf(terminal)
      .rows.map((runs) => runs.map(({ text }) => text).join(""))
      .join("\n");
  return {
    async type(keys) {
      for (const key of keys) {
        shell.stdin.write(key);
        await pause(KEY_PAUSE);
      }
    },
    async until(pattern, timeout = 60_000) {
      for (const end = performance.now() + timeout; !pattern.test(screenText());) {
        if (performance.now() > end) throw new Error(`the screen never showed ${pattern}:\n${screenText()}`);
        await pause(40);
      }
      await pause(FRAME * 2);
    },
    /** Waits until the last line that is not empty is the prompt of the shell. */
    async prompt() {
      await this.until(/\$ ?\n*$/);
    },
    async rest(ms) {
      await pause(FRAME * 2);
      snapshot();
      keep(ms);
      changedAt = performance.now();
    },
    screenText,
    async end() {
      snapshot();
      shell.stdin.end();
      shell.kill();
      return frames;
    },
  };
}
