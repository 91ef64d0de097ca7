import { endpointOf, type EndpointName } from "../contract/endpoints.ts";
import { checkBody } from "../contract/parse.ts";
import type { Account } from "./accounts.ts";
import { authenticate } from "./auth/authenticate.ts";
import { HANDLERS } from "./handlers/handlers.ts";
import type { Reply, SandboxRequest } from "./http/exchange.ts";
import { parseJsonBody, readBody } from "./http/read-body.ts";
import { refuseBody } from "./http/refusal.ts";
import type { Match } from "./routes.ts";
import type { SandboxParts } from "./sandbox-parts.ts";
import { advance } from "./tasking/advance.ts";
import { withFlatLocalTime } from "./tasking/flat-local-time.ts";

/** Endpoints that nothing which happened meanwhile can change: they do not wait for it to be carried out. */
const TIMELESS: ReadonlySet<EndpointName> = new Set([
  "createToken",
  "createTask",
  "createRepeat",
  "listCollectionTypes",
]);

/** Carries one request of the interface through authentication, body checks and its handler. */
export async function dispatch(
  sandbox: SandboxParts,
  request: SandboxRequest,
  { name, params }: Match,
  query: URLSearchParams,
): Promise<Reply> {
  const caller = endpointOf(name).login === true ? undefined : identify(sandbox, request);
  const bytes = await readBody(request.body, request.headers);
  const body = await checkedBody(name, bytes, request, query);
  if (!TIMELESS.has(name)) await advance(sandbox);
  return HANDLERS[name]({
    sandbox,
    caller: caller as Account,
    params,
    query,
    body,
    headers: request.headers,
    baseUrl: request.baseUrl ?? "http://127.0.0.1",
    settings: sandbox.settings.read(),
    nowMs: sandbox.clock.now(),
  });
}

function identify({ accounts, store, clock }: SandboxParts, { headers }: SandboxRequest): Account {
  return authenticate(headers, { accounts, secret: store.meta.need("secret"), nowMs: clock.now() });
}

async function checkedBody(
  name: EndpointName,
  bytes: Uint8Array,
  { method, headers }: SandboxRequest,
  query: URLSearchParams,
): Promise<unknown> {
  const { bodyMode } = endpointOf(name);
  // Where the interface names no body, or one that is not JSON, what comes is read and left alone.
  if (method === "GET" || bodyMode === "free" || bodyMode === "form") return undefined;
  const isLeftOut = bytes.byteLength === 0 && bodyMode === "optional";
  const value = isLeftOut ? undefined : withFlatLocalTime(parseJsonBody(bytes, headers));
  const check = await checkBody(name, value, { query: Object.fromEntries(query) });
  if (!check.ok) throw refuseBody(check.faults);
  return check.value;
}
