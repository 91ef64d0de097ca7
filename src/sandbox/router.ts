import { getEndpoint, ENDPOINT_NAMES, type EndpointName } from "../contract/endpoints.ts";
import { removeNulls } from "../contract/json-object.ts";
import { checkBody } from "../contract/parse.ts";
import { DEEPEST, findTooDeep } from "../geo/read-json.ts";
import type { Account } from "./accounts.ts";
import { CONTROL_PREFIX, runControl } from "./control.ts";
import { cutResponse, withFault } from "./faults.ts";
import { authenticate, refuseTasking } from "./handlers/authenticate.ts";
import type { Call, Handler, SandboxParts } from "./handlers/call.ts";
import { BODY_FORMS, HANDLERS } from "./handlers/handlers.ts";
import { readUser } from "./handlers/read-orders.ts";
import { listCatalog } from "./handlers/search-catalog.ts";
import { sendAsset } from "./handlers/send-asset.ts";
import { readSpelling } from "./handlers/spelling.ts";
import { answerStac, isStacPath } from "./handlers/stac-api.ts";
import {
  makeGatewayReply,
  renderRefusal,
  Refusal,
  refuseBody,
  UnknownPath,
  type Reply,
  type SandboxRequest,
  type SandboxResponse,
} from "./http/reply.ts";
import { findRoute, findMatches, makeRoute, type Route } from "./http/routes.ts";
import { ASSET_PREFIX } from "./http/signed-paths.ts";
import { DEFAULT_SETTINGS, type SandboxSettings } from "./settings.ts";
import { advance } from "./tasking/advance.ts";

/** Handles one request. Never throws: a refusal is a response, and a bug is a 500 in the same form. */
export async function handle(sandbox: SandboxParts, request: SandboxRequest): Promise<SandboxResponse> {
  const respond = (replying: Promise<Reply>): Promise<SandboxResponse> =>
    replying.then(
      (reply) => toResponse(sandbox, reply),
      (error: unknown) => refuse(sandbox, error),
    );
  try {
    const [pathname = "/", ...rest] = request.path.split("?");
    if (pathname.startsWith(`${CONTROL_PREFIX}/`))
      return await respond(runControlRequest(sandbox, request, pathname));
    const { route, answer } = findService(sandbox, request, pathname, rest.join("?"));
    const fault = sandbox.faults.take(route);
    if (fault === undefined) return await respond(answer(false));
    const go = (): Promise<Reply> => answer(fault.expired === true);
    return cutResponse(await respond(withFault(fault, sandbox.realClock, go)), fault);
  } catch (error) {
    return refuse(sandbox, error);
  }
}

/** A path outside the control plane, and its response. */
interface Served {
  /** Name of the route in fault rules. */
  route: string;
  answer: (isExpired: boolean) => Promise<Reply>;
}

function findService(
  sandbox: SandboxParts,
  request: SandboxRequest,
  pathname: string,
  query: string,
): Served {
  const parameters = new URLSearchParams(query);
  if (isStacPath(pathname))
    return { route: "searchCatalog", answer: () => runStacRequest(sandbox, request, pathname, parameters) };
  if (pathname.startsWith(ASSET_PREFIX)) {
    return {
      route: "asset",
      answer: (isExpired) => sendAsset(sandbox, request, pathname, query, isExpired),
    };
  }
  const settings = sandbox.settings.read();
  const [extra] = request.method === "GET" ? findMatches(listExtraRoutes(settings), pathname) : [];
  if (extra !== undefined) {
    const { target, params } = extra;
    return { route: "extra", answer: () => answerExtra(sandbox, request, target, params, parameters) };
  }
  const { target: name, params } = matchRoute(request.method, pathname, settings);
  if (
    name === "listCollectionTypes" &&
    settings.collectionTypesPath === "redirect" &&
    !pathname.endsWith("/")
  )
    return { route: name, answer: async () => redirect(request, `${pathname}/`, query) };
  return { route: name, answer: () => dispatch(sandbox, request, name, params, parameters) };
}

/** Returns the redirect of a web framework to the same path with a final slash. */
function redirect({ baseUrl = "" }: SandboxRequest, pathname: string, query: string): Reply {
  const location = `${baseUrl}${pathname}${query === "" ? "" : `?${query}`}`;
  return { status: 307, headers: { location }, body: new Uint8Array() };
}

/** Serves the control plane. A web page in a browser can reach loopback, so its requests are refused. */
async function runControlRequest(
  sandbox: SandboxParts,
  request: SandboxRequest,
  pathname: string,
): Promise<Reply> {
  if (request.headers["origin"] !== undefined || request.headers["sec-fetch-site"] === "cross-site") {
    throw new Refusal(403, "NOT_AUTHORIZED", "the control plane does not answer web pages");
  }
  return runControl(sandbox, request.method, pathname, async () => {
    const bytes = await readBody(request.body, request.headers);
    return bytes.byteLength === 0 ? {} : parseJsonBody(bytes, request.headers);
  });
}

/** Serves the STAC API. Without credentials, only public items are visible. */
async function runStacRequest(
  sandbox: SandboxParts,
  request: SandboxRequest,
  pathname: string,
  query: URLSearchParams,
): Promise<Reply> {
  const { method, headers } = request;
  const isKnown = headers["authorization"] !== undefined || headers["x-api-key"] !== undefined;
  const viewer = isKnown ? authenticate(sandbox, request.headers) : undefined;
  await advance(sandbox);
  return answerStac({
    ...makeCall(sandbox, request, {}, query),
    viewerOrganizationId: viewer?.organizationId,
    method,
    pathname,
    readJson: async () => removeNulls(parseJsonBody(await readBody(request.body, headers), headers)),
  });
}

function toResponse(sandbox: SandboxParts, reply: Reply): SandboxResponse {
  const headers: Record<string, string> = {
    date: new Date(sandbox.clock.now()).toUTCString(),
    ...reply.headers,
  };
  if (reply.json === undefined)
    return { status: reply.status ?? 200, headers, body: reply.body ?? new Uint8Array() };
  const body = Buffer.from(`${JSON.stringify(reply.json)}\n`);
  headers["content-type"] ??= "application/json";
  headers["content-length"] = String(body.byteLength);
  return { status: reply.status ?? 200, headers, body };
}

function refuse(sandbox: SandboxParts, error: unknown): SandboxResponse {
  const refusal =
    error instanceof Refusal ? error : new Refusal(500, "INTERNAL", `the sandbox failed: ${String(error)}`);
  try {
    const { errorStyle, unknownPath } = sandbox.settings.read();
    const isGateways = refusal instanceof UnknownPath && unknownPath === "gateway";
    return toResponse(sandbox, isGateways ? makeGatewayReply() : renderRefusal(refusal, errorStyle));
  } catch {
    // The store may be unreadable: this response needs nothing from it.
    const body = Buffer.from(
      JSON.stringify({ error: { code: "INTERNAL", message: refusal.message, detail: [] } }),
    );
    return { status: 500, headers: { "content-type": "application/json" }, body };
  }
}

/** Runs one request of the interface: authentication, body validation, handler. */
async function dispatch(
  sandbox: SandboxParts,
  request: SandboxRequest,
  name: EndpointName,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Promise<Reply> {
  const settings = sandbox.settings.read();
  const caller =
    getEndpoint(name).login === true
      ? undefined
      : authenticate(sandbox, request.headers, settings.dialect["auth.header"]);
  if (caller !== undefined) refuseTasking(caller, name);
  const bytes = await readBody(request.body, request.headers);
  const { answerFirst, ruledBody } = BODY_FORMS[name] ?? {};
  const given = readSpelling(name, readGivenBody(name, bytes, request), settings);
  const callWith = (body: unknown): Call => ({
    ...makeCall(sandbox, request, params, query),
    caller: caller as Account,
    body,
  });
  if (answerFirst !== undefined) {
    await advance(sandbox);
    const reply = answerFirst(callWith(given));
    if (reply !== undefined) return reply;
  }
  if (getEndpoint(name).body !== undefined) {
    const ruled = ruledBody?.(given, settings) ?? given;
    const check = await checkBody(name, ruled, { query: Object.fromEntries(query) });
    if (!check.ok) throw refuseBody(check.faults);
  }
  await advance(sandbox);
  return HANDLERS[name](callWith(given));
}

const makeCall = (
  sandbox: SandboxParts,
  { headers, baseUrl = "http://127.0.0.1" }: SandboxRequest,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Omit<Call, "caller" | "body"> => ({
  sandbox,
  params,
  query,
  headers,
  baseUrl,
  settings: sandbox.settings.read(),
  nowMs: sandbox.clock.now(),
});

async function answerExtra(
  sandbox: SandboxParts,
  request: SandboxRequest,
  answer: Handler,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): Promise<Reply> {
  const caller = authenticate(sandbox, request.headers, sandbox.settings.read().dialect["auth.header"]);
  await advance(sandbox);
  return answer({ ...makeCall(sandbox, request, params, query), caller, body: undefined });
}

/** Returns the body in the interface's own form; undefined without a body, and if the interface defines none. */
function readGivenBody(name: EndpointName, bytes: Uint8Array, request: SandboxRequest): unknown {
  const { body, isBodyOptional } = getEndpoint(name);
  if (body === undefined || (bytes.byteLength === 0 && isBodyOptional === true)) return undefined;
  const plain = removeNulls(parseJsonBody(bytes, request.headers));
  return BODY_FORMS[name]?.plainBody?.(plain) ?? plain;
}

const makeRoutes = (pathsOf: (name: EndpointName) => readonly string[]): Route<EndpointName>[] =>
  ENDPOINT_NAMES.flatMap((name) =>
    pathsOf(name).map((path) => makeRoute(getEndpoint(name).method, path, name)),
  );

// Spec silent: which of two spellings of a path is valid. The sandbox serves both, without a redirect.
const listPaths = (name: EndpointName): string[] => [
  getEndpoint(name).path,
  ...(getEndpoint(name).otherPaths ?? []),
];

const EVERY_ROUTE = makeRoutes(listPaths);

/** Returns the routes of a deployment: a path that its dialect sets is the only one of its endpoint. */
function listRoutes({ dialect, collectionTypesPath }: SandboxSettings): readonly Route<EndpointName>[] {
  const hasOwnPaths = Object.keys(dialect).some((key) => key.startsWith("paths."));
  if (!hasOwnPaths && collectionTypesPath === "plain") return EVERY_ROUTE;
  return makeRoutes((name) => {
    const { pathSetting, path } = getEndpoint(name);
    const own = pathSetting === undefined ? undefined : dialect[pathSetting];
    if (typeof own === "string") return [own];
    return name === "listCollectionTypes" && collectionTypesPath === "redirect"
      ? [path, `${path}/`]
      : listPaths(name);
  });
}

/** Finds the endpoint of a request. Errors: 404 for an unknown path, 405 with `Allow` for a wrong method. */
export const matchRoute = (method: string, pathname: string, settings = DEFAULT_SETTINGS) =>
  findRoute(listRoutes(settings), method, pathname, "endpoint");

const USER_ROUTE = makeRoute<Handler>("GET", "/user", readUser);
const CATALOG_ROUTE = makeRoute<Handler>("GET", "/catalog/search", listCatalog);

/** Returns the requests that a recorded deployment answers and the interface does not define. */
function listExtraRoutes({ orderForm, catalogPaging }: SandboxSettings): Route<Handler>[] {
  const routes: Route<Handler>[] = [];
  if (orderForm === "recorded") routes.push(USER_ROUTE);
  if (catalogPaging === "gateway") routes.push(CATALOG_ROUTE);
  return routes;
}

/** Maximum bytes of a request body; larger bodies are refused with 413. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** Reads the whole body, up to the limit. */
async function readBody(
  body: Uint8Array | AsyncIterable<Uint8Array> | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Uint8Array> {
  if (Number(headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw makeTooLarge();
  if (body === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw makeTooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

// Spec silent: request size limits. The sandbox accepts bodies up to 5 MiB.
const makeTooLarge = (): Refusal =>
  new Refusal(413, "SERVICE_REJECTED", `the body is larger than ${MAX_BODY_BYTES} bytes`);

/** Parses a JSON body. Errors: 415 for another type or coding, 400 MALFORMED_JSON. */
function parseJsonBody(bytes: Uint8Array, headers: Readonly<Record<string, string>>): unknown {
  const [type = "", ...parameters] = (headers["content-type"] ?? "application/json").toLowerCase().split(";");
  if (!/^application\/(?:[\w.-]+\+)?json$/u.test(type.trim())) {
    throw new Refusal(
      415,
      "SERVICE_REJECTED",
      `the body is ${type.trim()}; this endpoint takes application/json`,
    );
  }
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  const coding = headers["content-encoding"] ?? "identity";
  if (coding !== "identity" || !/^(?:charset="?utf-8"?)?$/u.test(charset ?? "")) {
    throw new Refusal(415, "SERVICE_REJECTED", "the body must be UTF-8 without content coding");
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (findTooDeep(text) !== undefined) throw new SyntaxError(`nesting deeper than ${DEEPEST} levels`);
    return JSON.parse(text, /__proto__|\\u/iu.test(text) ? dropPrototype : undefined) as unknown;
  } catch (error) {
    const why = bytes.byteLength === 0 ? "it is empty" : (error as Error).message;
    throw new Refusal(400, "MALFORMED_JSON", `the body is not JSON: ${why}`);
  }
}

/** Drops a `__proto__` property, which would become the prototype of the first object it is copied into. */
function dropPrototype(this: unknown, key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}
