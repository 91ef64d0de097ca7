/** Asks the terminal itself a question, by escape sequences. Its answer arrives on stdin, as if it had been typed. */
import type { World } from "../world.ts";

type Terminal = Pick<World, "stdin" | "stdout" | "promptStreams" | "clock" | "interrupts">;

export interface TerminalQuestion {
  /** Ends with a request that every terminal answers (the fence), so that no part of the answer stays on stdin. */
  question: string;
  /** True once the answer to the fence has arrived. */
  isAnswered: (reply: string) => boolean;
  /** A device that never responds is not a terminal. */
  patienceMs: number;
}

const CLEAR_LINE = "\r\u001b[K";
const CTRL_C = "\u0003";

/** Returns the answer up to the fence or the timeout; empty when stdin or stdout is not a terminal. */
export async function askTerminal(
  { stdin, stdout, promptStreams, clock, interrupts }: Terminal,
  { question, isAnswered, patienceMs }: TerminalQuestion,
): Promise<string> {
  if (!stdin.isTTY || !stdout.isTTY) return "";
  const input = promptStreams?.().input;
  if (input === undefined) return "";
  const wasRaw = input.isRaw;
  const over = new AbortController();
  let reply = "";
  const answered = new Promise<void>((resolve) => {
    input.on("data", take);
    over.signal.addEventListener("abort", () => input.off("data", take));
    function take(chunk: Buffer | string): void {
      reply += typeof chunk === "string" ? chunk : chunk.toString("latin1");
      if (isAnswered(reply) || reply.includes(CTRL_C)) resolve();
    }
  });
  try {
    // Otherwise the terminal would show the answer, and deliver it only after a line break.
    input.setRawMode(true);
    input.resume();
    await stdout.write(question);
    await Promise.race([answered, clock.sleep(patienceMs, over.signal).catch(() => {})]);
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
