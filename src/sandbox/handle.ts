import { CONTROL_PREFIX, runControl } from "./control/routes.ts";
import { dispatch } from "./dispatch.ts";
import { cutResponse, withFault, type Fault } from "./faults.ts";
import type { Reply, SandboxRequest, SandboxResponse } from "./http/exchange.ts";
import { parseJsonBody, readBody } from "./http/read-body.ts";
import { renderRefusal, Refusal } from "./http/refusal.ts";
import { ASSET_PREFIX } from "./http/signed-paths.ts";
import { matchRoute } from "./routes.ts";
import type { SandboxParts } from "./sandbox-parts.ts";
import { sendAsset } from "./send-asset.ts";

/** Answers one request. Never throws: a refusal is a reply, and a bug is a 500 in the same shape. */
export async function handle(sandbox: SandboxParts, request: SandboxRequest): Promise<SandboxResponse> {
  let fault: Fault | undefined;
  const response = await carryOut(sandbox, request, (taken) => (fault = taken)).then(
    (reply) => toResponse(sandbox, reply),
    (error: unknown) => refuse(sandbox, error),
  );
  return fault === undefined ? response : cutResponse(response, fault);
}

async function carryOut(
  sandbox: SandboxParts,
  request: SandboxRequest,
  onFault: (fault: Fault | undefined) => void,
): Promise<Reply> {
  const [pathname = "/", ...rest] = request.path.split("?");
  const query = rest.join("?");
  if (pathname.startsWith(`${CONTROL_PREFIX}/`)) return control(sandbox, request, pathname);
  const match = pathname.startsWith(ASSET_PREFIX) ? undefined : matchRoute(request.method, pathname);
  const fault = sandbox.faults.take(match?.name ?? "asset");
  onFault(fault);
  const go = (): Promise<Reply> =>
    match === undefined
      ? sendAsset(sandbox, request, pathname, query, fault?.expired === true)
      : dispatch(sandbox, request, match, new URLSearchParams(query));
  return fault === undefined ? go() : withFault(fault, sandbox.realClock, go);
}

/** A page in a browser can reach loopback: it may not steer the sandbox, whatever it sends. */
async function control(sandbox: SandboxParts, request: SandboxRequest, pathname: string): Promise<Reply> {
  if (request.headers["origin"] !== undefined || request.headers["sec-fetch-site"] === "cross-site") {
    throw new Refusal(403, "NOT_AUTHORIZED", "the control plane does not answer web pages");
  }
  return runControl(sandbox, request.method, pathname, async () => {
    const bytes = await readBody(request.body, request.headers);
    return bytes.byteLength === 0 ? {} : parseJsonBody(bytes, request.headers);
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
    return toResponse(sandbox, renderRefusal(refusal, sandbox.settings.read().errorStyle));
  } catch {
    // Even the store is out of reach: the one reply that needs nothing from it.
    const body = Buffer.from(
      JSON.stringify({ error: { code: "INTERNAL", message: refusal.message, detail: [] } }),
    );
    return { status: 500, headers: { "content-type": "application/json" }, body };
  }
}
