/** A sandbox in memory behind the front door: one archive for a whole test file. */
import { text } from "node:stream/consumers";
import type { Send } from "../../src/contract/send.ts";
import type { Account } from "../../src/sandbox/accounts.ts";
import { createSandboxSend, openSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { sandboxClock, stoppedClock, type StoppedClock } from "./stopped-clock.ts";
import { BASE_URL, runWords, type Run, type Surroundings } from "./world.ts";

export interface Bench {
  sandbox: Sandbox;
  clock: StoppedClock;
  send: Send;
  member: Account;
  manager: Account;
  outsider: Account;
  /** A run against the sandbox, as its member unless the environment has another key. */
  readonly swath: (argv: string | readonly string[], options?: Surroundings) => Promise<Run>;
  /** One request to the sandbox's control plane. */
  readonly control: (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<unknown>;
}

export async function openBench({ archiveSize = 2000, clock = stoppedClock() } = {}): Promise<Bench> {
  const sandbox = await openSandbox({ dir: ":memory:", archiveSize, clock: sandboxClock(clock) });
  const [member, manager, outsider] = sandbox.users as [Account, Account, Account];
  const toSandbox = createSandboxSend(sandbox, BASE_URL);
  const send: Send = (request) => clock.during(toSandbox(request));
  return {
    sandbox,
    clock,
    send,
    member,
    manager,
    outsider,
    swath: (argv, { env, ...options } = {}) =>
      runWords(argv, {
        send,
        clock,
        env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: member.apiKey, ...env },
        ...options,
      }),
    control: async (method, path, body) => {
      const reply = await send({
        method,
        url: `${BASE_URL}/_sandbox${path}`,
        headers: body === undefined ? {} : { "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const said = await text(reply.body);
      if (reply.status > 299) throw new Error(`${path}: ${reply.status} ${said}`);
      return JSON.parse(said) as unknown;
    },
  };
}
