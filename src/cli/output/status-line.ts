/** One line on the terminal that is redrawn while an operation lasts; no line where redrawing is not possible. */
import { isCi } from "../input/prompt.ts";
import type { World } from "../world.ts";

export interface StatusLine {
  update(text: string): void;
  /** Clears the line, so that other output may follow. */
  stop(): void;
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/** Flags that disable redrawing. */
interface RedrawOptions {
  readonly quiet?: boolean;
  readonly progress?: string;
}

/** Whether lines on stderr can be redrawn. */
export function canRedraw({ env, stderr }: World, options: RedrawOptions): boolean {
  if (options.quiet === true || options.progress === "none" || options.progress === "json") return false;
  if (isCi(env["CI"]) || env["TERM"] === "dumb") return false;
  // A terminal in a container or under a recorder may not report its width; the number of lines to clear is then
  // unknown.
  if (stderr.columns === 0) return false;
  return stderr.isTTY && !isSet(env["ACCESSIBLE"]) && !isSet(env["SWATH_SPINNER_DISABLED"]);
}

/** A status line, or undefined where stderr cannot be redrawn. */
export async function openStatusLine(world: World, options: RedrawOptions): Promise<StatusLine | undefined> {
  const stream = world.promptStreams?.().output;
  if (stream === undefined || !canRedraw(world, options)) return undefined;
  const { default: ora } = await import("ora");
  const spinner = ora({ stream, discardStdin: false, text: "", color: false });
  const stop = (): void => {
    spinner.stop();
  };
  // Ctrl-C must not leave the terminal without a cursor.
  world.interrupts.signal.addEventListener("abort", stop, { once: true });
  return {
    update: (text) => {
      spinner.text = text;
      if (!spinner.isSpinning && !world.interrupts.signal.aborted) spinner.start();
    },
    stop,
  };
}
