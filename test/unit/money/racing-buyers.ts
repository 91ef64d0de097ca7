/** Processes that buy in rounds, driven by a test: each waits for its next round, and can be stopped and continued. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";
import { bundleProgram } from "../../bundle-program.ts";
import type { Round } from "./racing-process.ts";

const PRELOAD = join(import.meta.dirname, "stop-at.cjs");

/** Starts a program with process ids of its own, and ends with it. */
export const APART = ["unshare", "--pid", "--fork", "--kill-child"] as const;

let program: Promise<string> | undefined;

/** A buying process between its rounds. */
export class Buyer implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #lines: string[] = [];
  #wanted: (() => void) | undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#closed = once(child, "close").then(() => this.#take("GONE"));
    createInterface({ input: child.stdout! }).on("line", (line) => this.#take(line));
  }

  /** Starts a process, in its own namespace of process ids if `isApart`. */
  static async start(isApart = false): Promise<Buyer> {
    const node = [
      process.execPath,
      "--require",
      PRELOAD,
      await (program ??= bundleProgram(join(import.meta.dirname, "racing-process.ts"))),
    ];
    const [command = "", ...args] = isApart ? [...APART, ...node] : node;
    return new Buyer(spawn(command, args, { stdio: ["pipe", "pipe", "inherit", "pipe"] }));
  }

  #take(line: string): void {
    this.#lines.push(line);
    this.#wanted?.();
  }

  begin(round: Round): void {
    this.#child.stdin!.write(`${JSON.stringify(round)}\n`);
  }

  /** Returns the lines up to the one that begins with one of these words. */
  async until(...words: string[]): Promise<string[]> {
    for (;;) {
      const at = this.#lines.findIndex((line) => [...words, "GONE"].some((word) => line.startsWith(word)));
      if (at >= 0) return this.#lines.splice(0, at + 1);
      await new Promise<void>((resolve) => {
        this.#wanted = resolve;
      });
    }
  }

  /** Runs a whole round. */
  run(round: Round): Promise<string[]> {
    this.begin(round);
    return this.until("END");
  }

  /** Continues a stopped process, and returns its lines up to the end of the round. */
  wake(): Promise<string[]> {
    (this.#child.stdio[3] as Writable).write("!");
    return this.until("END");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    this.#child.stdin!.destroy();
    await this.#closed;
  }
}

export const outcomeOf = (lines: readonly string[]): string => (lines.at(-1) ?? "").replace(/^END /, "");
export const isSent = (lines: readonly string[]): boolean => lines.some((line) => line.startsWith("SENT"));
