/** Chooses how to show a picture on this terminal: by a flag, else by the terminal's answer, else coloured blocks. */
import type { ImageProtocol } from "../../render/draw-picture.ts";
import type { Environment } from "../../settings/environment.ts";
import { isCi } from "../input/prompt.ts";
import type { World } from "../world.ts";

export const IMAGE_WORDS = ["kitty", "iterm", "blocks", "none"] as const;
export type ImageWord = (typeof IMAGE_WORDS)[number];

export interface ImageDisplay {
  protocol: ImageProtocol;
  depth: "truecolor" | "256";
}

interface Wishes {
  wanted: ImageWord | undefined;
  /** Whether stdout is coloured at all. */
  colour: boolean;
  /** False with --no-input: nothing is read from stdin. */
  mayAsk: boolean;
}

/** Returns undefined when pictures are impossible or not wanted. */
export async function findImageDisplay(
  world: World,
  { wanted, colour, mayAsk }: Wishes,
): Promise<ImageDisplay | undefined> {
  if (wanted === "none") return undefined;
  const depth = findColourDepth(world.env, world.platform);
  if (wanted !== undefined) return { protocol: wanted, depth: depth ?? "256" };
  if (!world.stdout.isTTY || !colour || depth === undefined) return undefined;
  const asks = mayAsk && !isCi(world.env["CI"]) && understandsQuestions(world.env);
  return { protocol: asks ? readProtocol(await askTerminal(world)) : "blocks", depth };
}

const TRUE_COLOUR_TERMS = /kitty|ghostty|alacritty|foot|wezterm|direct/;
const TRUE_COLOUR_PROGRAMS = new Set(["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio"]);

/** Returns undefined for a terminal with 16 colours or fewer, on which blocks are unrecognisable. */
function findColourDepth(env: Environment, platform: string): ImageDisplay["depth"] | undefined {
  const { TERM = "", COLORTERM = "", TERM_PROGRAM = "", FORCE_COLOR = "" } = env;
  if (FORCE_COLOR === "3" || /truecolor|24bit/i.test(COLORTERM)) return "truecolor";
  if (TRUE_COLOUR_TERMS.test(TERM) || TRUE_COLOUR_PROGRAMS.has(TERM_PROGRAM)) return "truecolor";
  if (platform === "win32") return "truecolor";
  return TERM.includes("256color") || FORCE_COLOR === "2" ? "256" : undefined;
}

/**
 * Returns false inside tmux and screen, which do not pass pictures on, and for terminals that print unknown
 * questions.
 */
function understandsQuestions({ TERM = "", TMUX = "", STY = "", TERM_PROGRAM = "" }: Environment): boolean {
  return (
    TMUX === "" && STY === "" && !/^(?:tmux|screen|linux)/.test(TERM) && TERM_PROGRAM !== "Apple_Terminal"
  );
}

const ESC = "\u001b";
/** An invisible pixel: terminals with kitty's protocol answer `OK`. */
const KITTY = `${ESC}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA${ESC}\\`;
/** The terminal's name and version. */
const NAME = `${ESC}[>0q`;
/** The fence: every terminal answers with its features. */
const ATTRIBUTES = `${ESC}[c`;
const ATTRIBUTES_REPLY = new RegExp(`${ESC}\\[\\?[\\d;]*c`);

/** A device that never responds is not a terminal. */
const PATIENCE_MS = 1500;
const CLEAR_LINE = `\r${ESC}[K`;
const CTRL_C = "\u0003";

/**
 * Asks the terminal itself, by escape sequences. Its answer arrives on stdin, as if it had been typed. Returns the answer up
 * to the fence, so that no part of it stays on stdin, or up to the timeout; empty when stdin is not a terminal.
 */
async function askTerminal({ stdin, stdout, promptStreams, clock, interrupts }: World): Promise<string> {
  const input = stdin.isTTY ? promptStreams?.().input : undefined;
  if (input === undefined) return "";
  const wasRaw = input.isRaw;
  const over = new AbortController();
  let reply = "";
  const answered = new Promise<void>((resolve) => {
    input.on("data", take);
    over.signal.addEventListener("abort", () => input.off("data", take));
    function take(chunk: Buffer | string): void {
      reply += typeof chunk === "string" ? chunk : chunk.toString("latin1");
      if (ATTRIBUTES_REPLY.test(reply) || reply.includes(CTRL_C)) resolve();
    }
  });
  try {
    // Otherwise the terminal would show the answer, and deliver it only after a line break.
    input.setRawMode(true);
    input.resume();
    await stdout.write(KITTY + NAME + ATTRIBUTES);
    await Promise.race([answered, clock.sleep(PATIENCE_MS, over.signal).catch(() => {})]);
    // A terminal may have printed unknown parts of the question.
    await stdout.write(CLEAR_LINE);
  } finally {
    over.abort();
    input.setRawMode(wasRaw);
    input.pause();
  }
  if (reply.includes(CTRL_C)) interrupts.press("SIGINT");
  interrupts.signal.throwIfAborted();
  return reply;
}

function readProtocol(reply: string): ImageProtocol {
  if (reply.includes(`${ESC}_Gi=31;OK`)) return "kitty";
  return /iTerm2|WezTerm|mintty|\brio\b/i.test(reply) ? "iterm" : "blocks";
}
