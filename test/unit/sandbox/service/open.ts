import { buffer } from "node:stream/consumers";
import type { Account } from "../../../../src/sandbox/accounts.ts";
import type { SandboxResponse } from "../../../../src/sandbox/http/reply.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "../../../../src/sandbox/sandbox.ts";
import type { SandboxSettings } from "../../../../src/sandbox/settings.ts";
import { skippingClock, type SkippingClock } from "../../../skipping-clock.ts";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  json: any; // eslint-disable-line typescript/no-explicit-any
}

export interface Bench {
  sandbox: Sandbox;
  clock: SkippingClock;
  member: Account;
  manager: Account;
  outsider: Account;
  /** One raw request; `body` may be a value (sent as JSON) or bytes, sent unchanged. */
  ask: (method: string, path: string, options?: AskOptions) => Promise<Answer>;
}

export interface AskOptions {
  body?: unknown;
  as?: Account | "nobody";
  headers?: Record<string, string | undefined>;
}

export interface BenchOptions extends Partial<SandboxOptions> {
  settings?: Partial<SandboxSettings>;
}

/** A sandbox in memory with a small archive under a stopped clock. */
export async function openBench({ settings = {}, ...options }: BenchOptions = {}): Promise<Bench> {
  const clock = skippingClock();
  const sandbox = await openSandbox({ dir: ":memory:", archiveSize: 2000, clock, ...options });
  const [member, manager, outsider] = sandbox.users as [Account, Account, Account];
  const { status, text } = await ask(sandbox, member, "POST", "/_sandbox/settings", { body: settings });
  if (status !== 200) throw new Error(text);
  return {
    sandbox,
    clock,
    member,
    manager,
    outsider,
    ask: (method, path, request = {}) => ask(sandbox, member, method, path, request),
  };
}

async function ask(
  sandbox: Sandbox,
  member: Account,
  method: string,
  path: string,
  { body, as = member, headers = {} }: AskOptions,
): Promise<Answer> {
  const isRaw = body instanceof Uint8Array || body === undefined;
  const response = await sandbox.handle({
    method,
    path,
    headers: definedOf({
      ...(as === "nobody" ? {} : { authorization: `ApiKey ${as.apiKey}` }),
      ...(isRaw ? {} : { "content-type": "application/json" }),
      ...headers,
    }),
    body: isRaw ? body : Buffer.from(JSON.stringify(body)),
  });
  const bytes = await bodyOf(response);
  const text = bytes.toString("utf8");
  return { status: response.status, headers: response.headers, bytes, text, json: parse(text) };
}

/** Returns the body of a response. */
export const bodyOf = async ({ body }: SandboxResponse): Promise<Buffer> =>
  body instanceof Uint8Array ? Buffer.from(body) : buffer(body);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function definedOf(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
