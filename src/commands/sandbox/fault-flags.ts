import { usageError } from "../../cli/input/usage.ts";
import { ENDPOINTS, type EndpointName } from "../../contract/endpoints.ts";
import { closest } from "../../domain/closest.ts";
import type { FaultRequest } from "../../app/sandbox/control.ts";
import { advice, swath } from "../../hint.ts";

export interface FaultFlags {
  add?: string;
  clear?: true;
  status?: number;
  retryAfter?: string;
  html?: string;
  /** Milliseconds. */
  latency?: number;
  reset?: true;
  truncate?: number;
  expired?: true;
  after?: true;
  count?: number;
}

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];
const spell = (name: EndpointName): string => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`;
const WORDS = ["*", "asset", ...NAMES];

/** Flags that describe a fault; they require --add. */
const DETAILS = {
  status: "--status",
  retryAfter: "--retry-after",
  html: "--html",
  latency: "--latency",
  reset: "--reset",
  truncate: "--truncate",
  expired: "--expired",
  after: "--after",
  count: "--count",
} as const satisfies Partial<Record<keyof FaultFlags, string>>;

export function parseFaultFlags(flags: FaultFlags): { clear: boolean; add?: FaultRequest } {
  const { add, clear, status, retryAfter, html, latency, reset, truncate, expired, after, count } = flags;
  if (add === undefined) {
    const stray = Object.entries(DETAILS).find(([name]) => flags[name as keyof FaultFlags] !== undefined);
    if (stray === undefined) return { clear: clear === true };
    throw usageError(
      `${stray[1]} describes a fault, and needs --add`,
      advice`For example: ${swath`sandbox faults --add ${"POST /orders"} --status 503`}`,
    );
  }
  const wish: FaultRequest = {
    route: routeOf(add),
    ...(after === true && { when: "after" as const }),
    ...(status !== undefined && { status }),
    ...(retryAfter !== undefined && {
      retryAfter: /^\d+$/.test(retryAfter) ? Number(retryAfter) : retryAfter,
    }),
    ...(html !== undefined && { html }),
    ...(latency !== undefined && { latencyMs: latency }),
    ...(reset === true && { reset }),
    ...(truncate !== undefined && { truncate }),
    ...(expired === true && { expired }),
    ...(count !== undefined && { count }),
  };
  const acts = [status, html, latency, reset, truncate, expired];
  if (acts.every((act) => act === undefined)) {
    throw usageError(
      `--add ${add}: the kind of failure is missing`,
      "Add one of --status, --html, --latency, --reset, --truncate, --expired",
    );
  }
  if (retryAfter !== undefined && status === undefined && html === undefined) {
    throw usageError("--retry-after needs a --status to go with, such as 429 or 503");
  }
  return { clear: clear === true, add: wish };
}

/** Returns an endpoint's name from the name itself or from its method and path, with any parameter names. */
function routeOf(typed: string): string {
  if (WORDS.includes(typed)) return typed;
  const fold = (text: string): string =>
    text
      .replaceAll(/\{[^}]*\}/g, "{}")
      .replaceAll(/\s+/g, " ")
      .toLowerCase();
  const found = NAMES.find((name) => fold(spell(name)) === fold(typed.trim()));
  if (found !== undefined) return found;
  const meant = closest(typed, [...WORDS, ...NAMES.map(spell)]);
  throw usageError(
    `--add ${JSON.stringify(typed)}: no route is called that`,
    meant === undefined
      ? `Routes: *, asset, ${NAMES.map((name) => `'${spell(name)}'`).join(", ")}`
      : `Did you mean '${meant}'?`,
  );
}
