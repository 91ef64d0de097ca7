/** Validates a body before it is sent (in the sandbox: after it is received), and a received response. */
import { AppError, type Fault } from "../errors.ts";
import { getEndpoint, type EndpointName } from "./endpoints.ts";
import { isJsonObject } from "./json-object.ts";
import type { BodyOf, ReplyOf } from "./schemas.ts";
import { swath } from "../hint.ts";
import { SHOW_EXCHANGE } from "./send.ts";

export type BodyCheck<N extends EndpointName> =
  | { ok: true; value: BodyOf<N> }
  | { ok: false; faults: Fault[] };

export interface CheckOptions {
  /** The request's query parameters: `bbox-crs` changes the meaning of a box. */
  query?: Readonly<Record<string, string | undefined>>;
}

/** Returns all faults of a body at once. The value stays unchanged, with its unknown fields. */
export async function checkBody<N extends EndpointName>(
  name: N,
  value: unknown,
  options: CheckOptions = {},
): Promise<BodyCheck<N>> {
  const body = await getEndpoint(name).body?.();
  if (body === undefined) return { ok: true, value: value as BodyOf<N> };
  const { findFaults } = await import("./faults.ts");
  const faults = findFaults(body, completeValue(name, value, options));
  return faults.length === 0 ? { ok: true, value: value as BodyOf<N> } : { ok: false, faults };
}

/** Returns the response as a record. Errors: RESPONSE_UNRECOGNISED when a required field is missing. */
export async function parseReply<N extends EndpointName>(name: N, wire: unknown): Promise<ReplyOf<N>> {
  const { method, path, reply, login } = getEndpoint(name);
  const { parse, expected } = (await import("./replies.ts"))[reply];
  const record = parse(wire);
  if (record !== undefined) return record as ReplyOf<N>;
  const { makeSecretFault, shapeFault } = await import("./faults.ts");
  const fault = login === true ? makeSecretFault(expected) : shapeFault(expected, wire);
  throw new AppError(
    "service",
    "RESPONSE_UNRECOGNISED",
    `the response to ${method} ${path} was not recognised: ${fault.message}`,
    {
      issues: [fault],
      request: { method, path },
      next: login === true ? swath`auth login` : SHOW_EXCHANGE,
    },
  );
}

/**
 * Returns the value to validate: an absent optional body counts as empty, and a box's reference system may come from
 * the query.
 */
function completeValue(name: EndpointName, value: unknown, { query = {} }: CheckOptions): unknown {
  const { isBodyOptional, bodyParameters = [] } = getEndpoint(name);
  if (value === undefined && isBodyOptional === true) return {};
  const given = bodyParameters.filter((parameter) => query[parameter] !== undefined);
  if (given.length === 0 || !isJsonObject(value)) return value;
  return { ...value, ...Object.fromEntries(given.map((parameter) => [parameter, query[parameter]])) };
}
