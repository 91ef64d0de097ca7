/** Standard input, which only one flag may read. */
import { AppError } from "../../errors.ts";
import type { World } from "../world.ts";

/** Enough for a body of 200,000 vertices; larger input is not a valid request. */
export const MAX_INPUT_BYTES = 256 * 1024 * 1024;

export class StdinClaim {
  readonly #world: Pick<World, "stdin">;
  #claimedBy: string | undefined;
  #bytes: Promise<Buffer> | undefined;

  constructor(world: Pick<World, "stdin">) {
    this.#world = world;
  }

  /** Returns all of stdin for `flag`, any number of times; a second flag that asks for it is an error. */
  async read(flag: string): Promise<Buffer> {
    if (this.#claimedBy === flag && this.#bytes !== undefined) return this.#bytes;
    if (this.#claimedBy !== undefined) {
      throw new AppError("usage", "INPUT_AMBIGUOUS", `${this.#claimedBy} and ${flag} both read stdin`, {
        next: "Give one of them a file: @path",
      });
    }
    this.#claimedBy = flag;
    const input = this.#world.stdin;
    if (input.isTTY) {
      throw new AppError("usage", "INPUT_STDIN_TTY", `${flag} reads stdin, but stdin is a terminal`, {
        next: "Pipe the input in",
      });
    }
    this.#bytes = input.read(MAX_INPUT_BYTES);
    return this.#bytes;
  }
}
