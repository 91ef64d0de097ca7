/** One line on the terminal that is redrawn while something lasts; nothing at all where that makes no sense. */
import { isCi } from "../input/prompt.ts";
import type { World } from "../world.ts";

export interface StatusLine {
  update(text: string): void;
  /** Takes the line away, so that other output may follow. */
  stop(): void;
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/** Flags that say not to redraw. */
interface RedrawOptions {
  readonly quiet?: boolean;
  readonly progress?: string;
}

/** Whether stderr is a place where lines may be redrawn. */
export function canRedraw({ env, stderr }: World, options: RedrawOptions): boolean {
  if (options.quiet === true || options.progress === "none" || options.progress === "json") return false;
  if (isCi(env["CI"]) || env["TERM"] === "dumb") return false;
  // A terminal in a container or under a recorder may not know its width, and so nobody knows how many lines to take away.
  if (stderr.columns === 0) return false;
  return stderr.isTTY && !isSet(env["ACCESSIBLE"]) && !isSet(env["SWATH_SPINNER_DISABLED"]);
}

/** A status line where there can be one; undefined elsewhere. */
export async function openStatusLine(world: World, options: RedrawOptions): Promise<StatusLine | undefined> {
  const stream = world.promptStreams?.().output;
  if (stream === undefined || !canRedraw(world, options)) return undefined;
  const { default: ora } = await import("ora");
  const spinner = ora({ stream, discardStdin: false, text: "", color: false });
  const stop = (): void => {
    spinner.stop();
  };
  // A cursor that stays hidden after Ctrl-C is a broken terminal.
  world.interrupts.signal.addEventListener("abort", stop, { once: true });
  return {
    update: (text) => {
      spinner.text = text;
      if (!spinner.isSpinning && !world.interrupts.signal.aborted) spinner.start();
    },
    stop,
  };
}
