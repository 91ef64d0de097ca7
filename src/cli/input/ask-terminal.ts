/** A question to the terminal itself, by escape sequences. Its answer comes on stdin, as if it had been typed. */
import type { World } from "../world.ts";

type Terminal = Pick<World, "stdin" | "stdout" | "promptStreams" | "clock" | "interrupts">;

export interface TerminalQuestion {
  /** Ends with a request that every terminal answers (the fence), so that nothing of the answer stays on stdin. */
  question: string;
  /** True once the answer to the fence is in. */
  isAnswered: (reply: string) => boolean;
  /** A device that never replies is not a terminal. */
  patienceMs: number;
}

const CLEAR_LINE = "\r\u001b[K";
const CTRL_C = "\u0003";

/** The answer so far when the fence, or the patience, has ended it; empty where stdin or stdout is no terminal. */
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
    // Otherwise the terminal would show the answer, and hand it over only after a line break.
    input.setRawMode(true);
    input.resume();
    await stdout.write(question);
    await Promise.race([answered, clock.sleep(patienceMs, over.signal).catch(() => {})]);
    // A terminal that does not know a part of the question may have printed it.
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
