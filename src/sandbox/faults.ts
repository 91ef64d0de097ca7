import type { Clock } from "../time/clock.ts";
import { Refusal, type Reply, type SandboxResponse, type ServiceCode } from "./http/reply.ts";
import type { Database } from "./store/database.ts";

/** A failure that the sandbox simulates, to show how a client handles it. */
export interface FaultRule {
  /** An endpoint's name (`placeOrder`), `asset`, or `*` for every route except the control plane. */
  route: string;
  /** `after`: the request is executed first; only its response is lost or replaced. Default `before`. */
  when?: "before" | "after";
  /** Status of the response. */
  status?: number;
  /** Seconds or an HTTP date, sent as `Retry-After` with the status. */
  retryAfter?: number | string;
  /** HTML text of the response, instead of the error body. */
  html?: string;
  /** Real milliseconds to wait: before the request is executed, or with `after` before its response. */
  latencyMs?: number;
  /** Closes the connection before the first byte of the response. */
  reset?: boolean;
  /** Closes the connection after this many bytes of the response's body. */
  truncate?: number;
  /** Treats a signed URL as expired. */
  expired?: boolean;
}

export interface PlantedFault extends FaultRule {
  id: string;
  /** Number of further requests to which the fault applies; null for a fault without a limit. */
  remaining: number | null;
}

/** Maximum latency: longer than any client waits, and within the range of Node's timers. */
const MAX_LATENCY_MS = 600_000;

const isWhole =
  (least: number, most = Infinity) =>
  (value: unknown): boolean =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const isText = (value: unknown): boolean => typeof value === "string";
const isFlag = (value: unknown): boolean => typeof value === "boolean";

/** Rules of the optional members. */
const MEMBER_RULES: Readonly<Record<string, readonly [isValid: (value: unknown) => boolean, rule: string]>> =
  {
    when: [(value) => value === "before" || value === "after", "before or after"],
    status: [isWhole(400, 599), "400 to 599"],
    retryAfter: [(value) => isWhole(0)(value) || isText(value), "seconds or an HTTP date"],
    html: [isText, "text"],
    latencyMs: [isWhole(0, MAX_LATENCY_MS), `a whole number of milliseconds, up to ${MAX_LATENCY_MS}`],
    truncate: [isWhole(0), "a whole number of bytes"],
    count: [isWhole(1), "a whole number, 1 or more; without it the fault stays"],
    reset: [isFlag, "true or false"],
    expired: [isFlag, "true or false"],
  };

/** Members of a fault rule, with its count. */
export const FAULT_MEMBERS: readonly string[] = ["route", ...Object.keys(MEMBER_RULES)];

const ACTS = ["status", "html", "latencyMs", "reset", "truncate", "expired"];

/** Returns why a fault rule is invalid, as a message; undefined when it is valid. */
export function findRuleFault(
  rule: Readonly<Record<string, unknown>>,
  routes: readonly string[],
): string | undefined {
  if (!routes.some((route) => route === rule["route"])) return `route is one of ${routes.join(", ")}`;
  for (const [name, [isValid, words]] of Object.entries(MEMBER_RULES)) {
    if (rule[name] !== undefined && !isValid(rule[name])) return `${name} is ${words}`;
  }
  const acts = ACTS.some((name) => rule[name] !== undefined && rule[name] !== false);
  return acts ? undefined : `a fault needs one of ${ACTS.join(", ")}`;
}

/** The faults, shared by all processes that open the store. */
export class FaultsTable {
  constructor(private readonly database: Database) {}

  list(): PlantedFault[] {
    return this.database
      .all<{ id: string; remaining: number | null; rule: string }>(
        "SELECT id, remaining, rule FROM faults ORDER BY position",
      )
      .map(({ rule, ...planted }) => ({ ...planted, ...(JSON.parse(rule) as FaultRule) }));
  }

  plant(id: string, rule: FaultRule, count: number | undefined): void {
    this.database.run(
      `INSERT INTO faults (id, position, remaining, rule)
       SELECT ?, COALESCE(MAX(position), 0) + 1, ?, ? FROM faults`,
      id,
      count ?? null,
      JSON.stringify(rule),
    );
  }

  clear(): void {
    this.database.run("DELETE FROM faults");
  }

  /** Returns the first fault for a route and reduces its count by one; undefined when none applies. */
  take(route: string): PlantedFault | undefined {
    if (this.database.count("faults") === 0) return undefined;
    return this.database.transaction(() => {
      const fault = this.list().find((planted) => planted.route === route || planted.route === "*");
      if (fault === undefined || fault.remaining === null) return fault;
      if (fault.remaining <= 1) this.database.run("DELETE FROM faults WHERE id = ?", fault.id);
      else this.database.run("UPDATE faults SET remaining = remaining - 1 WHERE id = ?", fault.id);
      return fault;
    });
  }
}

/** Runs `go` after a fault's latency, or before it with `when: "after"`; the fault's status or page replaces the response. */
export async function withFault(fault: PlantedFault, clock: Clock, go: () => Promise<Reply>): Promise<Reply> {
  const replaces = fault.status !== undefined || fault.html !== undefined;
  const executed = fault.when === "after" ? await go() : undefined;
  if (fault.latencyMs !== undefined) await clock.sleep(fault.latencyMs);
  if (replaces) return answer(fault);
  if (executed !== undefined) return executed;
  return fault.reset === true ? {} : go();
}

function answer({ status = 502, retryAfter, html }: PlantedFault): Reply {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  if (html !== undefined) {
    return { status, headers: { ...headers, "content-type": "text/html" }, body: Buffer.from(html) };
  }
  throw new Refusal(status, chooseCode(status), `injected fault: status ${status}`, [], headers);
}

function chooseCode(status: number): ServiceCode {
  if (status === 429) return "RATE_LIMITED";
  return status >= 500 ? "SERVICE_ERROR" : "SERVICE_REJECTED";
}

/** Cuts the connection as a fault demands: before the response, or inside its body. */
export function cutResponse(response: SandboxResponse, fault: PlantedFault): SandboxResponse {
  if (fault.reset === true) return { ...response, isDropped: true };
  return fault.truncate === undefined
    ? response
    : { ...response, body: cutBody(response.body, fault.truncate) };
}

async function* cutBody(body: SandboxResponse["body"], size: number): AsyncIterable<Uint8Array> {
  let left = size;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    if (chunk.byteLength > left) {
      if (left > 0) yield chunk.subarray(0, left);
      throw new Error("injected fault: the response was cut");
    }
    left -= chunk.byteLength;
    yield chunk;
  }
  throw new Error("injected fault: the response was cut");
}
