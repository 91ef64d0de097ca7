/** What time it is at the service: refreshes follow its clock, and a machine's own may be wrong, or ahead of a sandbox. */
import type { ResponseInfo } from "../../client/call.ts";
import type { World } from "../../cli/world.ts";
import { parseHttpDate } from "../../time/http-date.ts";

export class ServiceTime {
  readonly #world: Pick<World, "clock">;
  #replyMs: number | undefined;

  constructor(world: Pick<World, "clock">) {
    this.#world = world;
  }

  /** Takes the time from a reply. */
  readonly onResponse = ({ headers }: ResponseInfo): void => {
    this.#replyMs = parseHttpDate(headers["date"] ?? "", this.#world.clock.now());
  };

  /** At the last reply, to the second; by this machine's clock when none said. */
  get nowMs(): number {
    return this.#replyMs ?? this.#world.clock.now();
  }
}
