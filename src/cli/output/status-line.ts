/**
 * One or a few lines on the terminal that are redrawn during an operation, if redrawing is possible. Each line takes
 * one row of the screen, so that the rows to erase are known even after the window's width has changed.
 */
import { isAccessible } from "../../settings/settings-table.ts";
import { isSet, type Environment } from "../../settings/environment.ts";
import { measureWidth, truncate } from "../../render/width.ts";
import { isCi } from "../input/prompt.ts";
import type { World } from "../world.ts";

export interface StatusLine {
  update(text: string): void;
  /** Clears the line before other output. */
  stop(): void;
}

/** Flags that disable redrawing. */
interface RedrawOptions {
  readonly quiet?: boolean;
  readonly progress?: string;
}

/** Returns whether lines on stderr can be redrawn. */
function canRedraw({ env, stderr }: World, options: RedrawOptions): boolean {
  if (options.quiet === true || options.progress === "none" || options.progress === "json") return false;
  if (isCi(env["CI"]) || env["TERM"] === "dumb") return false;
  // A terminal in a container or under a recorder may not report its width; the number of lines to clear is then
  // unknown.
  if (stderr.columns() === 0) return false;
  return stderr.isTTY && !isAccessible(env["ACCESSIBLE"]) && !isSet(env["SWATH_SPINNER_DISABLED"]);
}

/** Returns a status line, or undefined when stderr cannot be redrawn. */
export async function openStatusLine(world: World, options: RedrawOptions): Promise<StatusLine | undefined> {
  const stream = world.promptStreams?.().output;
  if (stream === undefined || !canRedraw(world, options)) return undefined;
  const { default: ora } = await import("ora");
  const { signal } = world.interrupts;
  const isReflowed = canReflow(world.env);
  const columns = (): number => stream.columns || DEFAULT_COLUMNS;
  /** The text to show, and the text on the screen. */
  let [text, drawn] = ["", ""];
  // The suffix is computed whenever the text is drawn.
  const suffixText = (): string => {
    drawn = spinner.text;
    return "";
  };
  const spinner = ora({ stream, discardStdin: false, color: false, isEnabled: true, suffixText });
  const onResize = (): void => {
    const extraRows = isReflowed ? countAddedRows(drawn, columns()) : 0;
    spinner.clear();
    if (extraRows > 0) stream.write(`${ERASE_ROW_ABOVE.repeat(extraRows)}\r`);
    spinner.text = cutLines(text, columns());
    spinner.render();
  };
  const stop = (): void => {
    stream.off("resize", onResize);
    spinner.stop();
  };
  // Ctrl-C must not leave the terminal without a cursor.
  signal.addEventListener("abort", stop, { once: true });
  return {
    update: (given) => {
      const next = world.secrets.clean(given);
      const isNew = next !== text;
      text = next;
      spinner.text = cutLines(text, columns());
      if (spinner.isSpinning) {
        if (isNew) spinner.render();
        return;
      }
      if (signal.aborted) return;
      stream.on("resize", onResize);
      spinner.start();
    },
    stop,
  };
}

const DEFAULT_COLUMNS = 80;
/** Width of the spinner and a blank, before the first line. */
export const SPINNER_WIDTH = 2;
const ERASE_ROW_ABOVE = "\u001B[1A\u001B[2K";

/** Cuts every line to the width of the screen. */
function cutLines(text: string, columns: number): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => truncate(line, columns - 1 - (index === 0 ? SPINNER_WIDTH : 0)))
    .join("\n");
}

/** Returns the rows that drawn lines have gained in a narrower window. */
function countAddedRows(text: string, columns: number): number {
  let added = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const width = measureWidth(line) + (index === 0 ? SPINNER_WIDTH : 0);
    added += Math.max(0, Math.ceil(width / columns) - 1);
  }
  return added;
}

/** Returns true if lines that exceed a narrower window continue on the next row; elsewhere they are cut off. */
function canReflow(env: Environment): boolean {
  if (isSet(env["TMUX"])) return true;
  return env["TERM"] !== "linux" && !isSet(env["XTERM_VERSION"]) && !isSet(env["STY"]);
}
