/** Checks a body before it is sent (and, in the sandbox, when it has arrived), and a reply when it has come. */
import { AppError, type Fault } from "../errors.ts";
import { endpointOf, type EndpointName } from "./endpoints.ts";
import { isJsonObject } from "./json-object.ts";
import { schemasOf, type BodyOf, type ReplyOf } from "./schemas.ts";

export type BodyCheck<N extends EndpointName> =
  | { ok: true; value: BodyOf<N> }
  | { ok: false; faults: Fault[] };

export interface CheckOptions {
  /** The request's query parameters: a `bbox-crs` there decides how a box is read. */
  query?: Readonly<Record<string, string | undefined>>;
}

/** All faults of a body at once. The value is the very one that was given: unknown members stay. */
export async function checkBody<N extends EndpointName>(
  name: N,
  value: unknown,
  options: CheckOptions = {},
): Promise<BodyCheck<N>> {
  const { body } = await schemasOf(name);
  if (body === undefined) return { ok: true, value: value as BodyOf<N> };
  const { faultsOf } = await import("./faults.ts");
  const faults = faultsOf(body, inContext(name, value, options));
  return faults.length === 0 ? { ok: true, value: value as BodyOf<N> } : { ok: false, faults };
}

/** The reply as a record, or RESPONSE_UNRECOGNISED when what a command needs to go on is not in it. */
export async function parseReply<N extends EndpointName>(name: N, wire: unknown): Promise<ReplyOf<N>> {
  const { method, path, reply } = endpointOf(name);
  const { parse, expected } = await reply();
  const record = parse(wire);
  if (record !== undefined) return record as ReplyOf<N>;
  const { unlike } = await import("./faults.ts");
  const fault = unlike(expected, wire);
  throw new AppError(
    "service",
    "RESPONSE_UNRECOGNISED",
    `${method} ${path} was answered with something unknown: ${fault.message}`,
    {
      issues: [fault],
      request: { method, path },
    },
  );
}

/** A body that may be left out counts as an empty one; a box's reference system may stand in the query. */
function inContext(name: EndpointName, value: unknown, { query = {} }: CheckOptions): unknown {
  const { bodyMode, bodyParameters = [] } = endpointOf(name);
  if (value === undefined && bodyMode === "optional") return {};
  const given = bodyParameters.filter((parameter) => query[parameter] !== undefined);
  if (given.length === 0 || !isJsonObject(value)) return value;
  return { ...value, ...Object.fromEntries(given.map((parameter) => [parameter, query[parameter]])) };
}
