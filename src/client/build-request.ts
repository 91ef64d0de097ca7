import { type BaseUrl, joinUrl } from "../contract/base-url.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { Effect } from "../contract/endpoint.ts";
import { determineEffect, type EndpointName, getEndpoint } from "../contract/endpoints.ts";
import { canApprove } from "../contract/pre-approval.ts";
import type { BodyOf, ParamsOf, QueryOf } from "../contract/schemas.ts";
import type { SpendIntent } from "../contract/spend.ts";
import { AppError } from "../errors.ts";
import { findPath, fillPath, findEndpoint, toKnownPath } from "./endpoint-path.ts";

export interface RequestSettings {
  base: BaseUrl;
  dialect: Dialect;
  /** `swath/1.2.3`. */
  userAgent: string;
  /** Called at the moment of sending, because a token may have expired meanwhile. */
  credentialHeaders: () => Record<string, string>;
}

/** A request ready to be sent, without the credential, which only `addCredential` adds. */
export interface BuiltRequest {
  /** Undefined for a raw request to a path outside the interface. */
  name?: EndpointName;
  effect: Effect;
  method: string;
  url: string;
  /** Path as sent, without query, for errors. */
  path: string;
  /** Path for the journal, in the interface's spelling: `/orders/` is `/orders`. Undefined outside the interface. */
  knownPath?: string;
  headers: Record<string, string>;
  /** The JSON value; `text` is its sent form. */
  body?: unknown;
  text?: string;
}

export interface RawCall {
  method: string;
  /** Path below the base URL, or an absolute URL of the same origin. */
  path: string;
  query?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** A JSON value, or text that is sent unchanged. */
  body?: unknown;
  effect?: Effect;
}

/**
 * Builds the request of a call to an endpoint; a dry run shows exactly its result. `spelling` is the template of its path, that of
 * this profile by default.
 */
export function buildRequest(
  name: EndpointName,
  call: AnyCall,
  settings: RequestSettings,
  spelling?: string,
): BuiltRequest {
  const { method, login, defaultBody, path: ownPath } = getEndpoint(name);
  const body = call.body === undefined ? defaultBody?.(settings.dialect) : call.body;
  const path = fillPath(spelling ?? findPath(name, settings.dialect, body), call.params);
  const built = assemble(method, joinUrl(settings.base, path, toSearchParams(call.query)), body, settings);
  return {
    name,
    knownPath: `${settings.base.prefix}${fillPath(ownPath, call.params)}`,
    effect: resolveEffect(determineEffect(name, body), call.effect, name),
    ...built,
    ...(login === true && {
      headers: { ...built.headers, "content-type": "application/x-www-form-urlencoded" },
      text: "",
    }),
  };
}

/** Builds the request of a method and path that a user typed, or of a link of the service. */
export function buildRawRequest(call: RawCall, settings: RequestSettings): BuiltRequest {
  const method = call.method.toUpperCase();
  const query = toSearchParams(call.query).toString();
  const target = requireOwnUrl(call.path, settings.base);
  const url = query === "" ? target : `${target}${target.includes("?") ? "&" : "?"}${query}`;
  const built = assemble(method, url, call.body, settings);
  const { name, isExact } = findEndpoint(method, built.path, settings);
  const own = Object.entries(call.headers ?? {}).map(
    ([header, value]) => [header.toLowerCase(), value] as const,
  );
  const known =
    name === undefined ? guessEffect(method) : readRawEffect(name, { ...built, isExact, headers: own });
  return {
    ...built,
    ...(name !== undefined && { name, knownPath: toKnownPath(name, built.path, settings) }),
    effect: name === undefined ? (call.effect ?? known) : resolveEffect(known, call.effect, name),
    headers: { ...built.headers, ...Object.fromEntries(own) },
  };
}

/** Returns all headers as sent, including the credential. */
export function addCredential(built: BuiltRequest, settings: RequestSettings): Record<string, string> {
  return { ...built.headers, ...settings.credentialHeaders() };
}

function assemble(
  method: string,
  url: string,
  body: unknown,
  { base, userAgent }: RequestSettings,
): Omit<BuiltRequest, "name" | "effect"> {
  const text = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  return {
    method,
    url,
    path: url.slice(base.origin.length).replace(/[?#].*$/s, ""),
    headers: {
      accept: "application/json",
      "user-agent": userAgent,
      ...(text !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: parseIfJson(body) }),
    ...(text !== undefined && { text }),
  };
}

/**
 * Returns the effect of a call. A caller may raise it to "spend". It may lower only the effect of a copy,
 * when the original request is not pre-approved.
 */
function resolveEffect(known: Effect, asked: Effect | undefined, name: EndpointName): Effect {
  if (asked === "spend") return "spend";
  const { method, path, journal } = getEndpoint(name);
  if (asked === "read" && known !== "read") {
    throw new AppError("usage", "USAGE", `${method} ${path} changes something and cannot be sent as a read`);
  }
  return asked === "write" && journal?.copies !== undefined ? "write" : known;
}

/** A typed request. `isExact` is true if the path is spelled exactly as the endpoint's path. */
interface Typed extends Pick<BuiltRequest, "body" | "url"> {
  isExact: boolean;
  headers: readonly (readonly [name: string, value: string])[];
}

/**
 * Returns the effect of a typed request. In another spelling of its path the service may read another request, so that it is "spend".
 * A header that is named like an approval may do what a query parameter does.
 */
function readRawEffect(name: EndpointName, { body, url, isExact, headers }: Typed): Effect {
  if (!isExact) return "spend";
  const approving = headers.map(([header]) => header).filter((header) => canApprove({ [header]: true }));
  return determineEffect(name, body, [...new URLSearchParams(/\?(.*)/s.exec(url)?.[1]).keys(), ...approving]);
}

const guessEffect = (method: string): Effect => (method === "GET" || method === "HEAD" ? "read" : "write");

/** Parses a body that is JSON text. Other text stays unchanged: the service may accept it. */
function parseIfJson(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

function toSearchParams(query: unknown): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, string | number | undefined>)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return params;
}

/** Returns the URL of a path, and refuses another origin: a credential is sent only to the configured one. */
function requireOwnUrl(path: string, base: BaseUrl): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(path)) return joinUrl(base, path);
  const [, root = "", rest = ""] = /^(https?:\/\/[^/?#\\\s]+)([^#]*)/i.exec(path) ?? [];
  const target = URL.canParse(root) ? new URL(root) : undefined;
  if (target?.origin === base.origin && target.username === "" && target.password === "") {
    return `${base.origin}${rest.startsWith("/") ? rest : `/${rest}`}`;
  }
  throw new AppError(
    "usage",
    "USAGE",
    `${target?.host ?? "the address"} is not the service at ${base.origin}: a path below it is needed, such as /collectiontypes`,
  );
}

/** A request as a dry run shows it: exactly as it would be sent, with the credential masked. */
export interface RequestDescription {
  endpoint?: EndpointName;
  method: string;
  url: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  effect: Effect;
  body?: unknown;
}

/** Headers that never contain a secret; all other headers are masked. */
const SHOWN_HEADERS = new Set(["accept", "accept-encoding", "content-type", "user-agent"]);

/** Returns a request as the journal records it; undefined outside the interface. */
export function toIntent(
  { name, method, path, knownPath: known = path, body, effect }: BuiltRequest,
  { base }: RequestSettings,
): SpendIntent | undefined {
  if (name === undefined) return undefined;
  return {
    kind: name,
    origin: base.origin,
    method,
    path: known,
    body,
    effect: effect === "spend" ? "spend" : "write",
  };
}

/** Describes a request for a dry run, exactly as it is sent. */
export function describeRequest(built: BuiltRequest, settings: RequestSettings): RequestDescription {
  const { name, method, url, path, effect, body } = built;
  return {
    ...(name !== undefined && { endpoint: name }),
    method,
    url,
    path,
    query: Object.fromEntries(new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "")),
    headers: maskHeaders(addCredential(built, settings), settings.dialect),
    effect,
    ...(body !== undefined && { body }),
  };
}

/**
 * Masks the values of headers. The scheme word before a key stays (`ApiKey ***`), also in a header of a deployment: it helps when
 * authentication fails.
 */
function maskHeaders(
  headers: Readonly<Record<string, string>>,
  dialect: Pick<Dialect, "auth.header" | "auth.scheme">,
): Record<string, string> {
  const ownHeader = dialect["auth.header"].toLowerCase();
  const scheme = dialect["auth.scheme"];
  const mask = (name: string, value: string): string => {
    if (name === ownHeader && scheme !== "" && value.startsWith(`${scheme} `)) return `${scheme} ***`;
    if (SHOWN_HEADERS.has(name) && name !== ownHeader) return value;
    return name === "authorization" ? value.replace(/^([A-Za-z]+ )?.*$/s, "$1***") : "***";
  };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(name, value)]));
}

/** Options of every call, in addition to the endpoint's parameters. */
export interface CallOptions {
  /**
   * Overrides the table: "write" for a retask whose original was read and is not pre-approved, or "spend" for any
   * call. No other effect can be lowered.
   */
  effect?: Effect;
  /** Sends a request that may be retried only once. */
  isSentOnce?: boolean;
  /** Aborts the call; a spending request uses the client's `spendSignal` instead. */
  signal?: AbortSignal;
  /** Returns the body in other forms of this deployment, after a refusal of these fields; undefined if none is left. */
  respell?: (refused: ReadonlySet<string>) => RespelledBody | undefined;
  /** Receives status and headers of the response, for example `Date` for the clock skew. */
  onResponse?: (response: ResponseInfo) => void;
}

export interface RespelledBody {
  body: unknown;
  /** The forms in which it differs from the settings of the run. */
  forms: Partial<Dialect>;
}

export interface ResponseInfo {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
}

type Params<N extends EndpointName> = keyof ParamsOf<N> extends never ? object : { params: ParamsOf<N> };
type Body<N extends EndpointName> = unknown extends BodyOf<N> ? { body?: unknown } : { body: BodyOf<N> };
type Query<N extends EndpointName> = [QueryOf<N>] extends [undefined] ? object : { query?: QueryOf<N> };

/** The arguments of one endpoint's method: path parameters, query and body by name. */
export type CallOf<N extends EndpointName> = Params<N> & Body<N> & Query<N> & CallOptions;

/** `CallOf` without its types, for code that handles all endpoints alike. */
export interface AnyCall extends CallOptions {
  params?: Readonly<Record<string, string>>;
  query?: unknown;
  body?: unknown;
}
