import type { Effect } from "../contract/endpoint.ts";
import type { EndpointName } from "../contract/endpoints.ts";
import { headersOf, type BuiltRequest, type RequestSettings } from "./build-request.ts";

/** A request as a dry run shows it: exactly what would be sent, with the credential masked. */
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

/** Headers that never hold a secret; a header that is not among them is masked, whatever it is called. */
const SHOWN_HEADERS = new Set(["accept", "accept-encoding", "content-type", "user-agent"]);

/** Takes the very request that sending takes. */
export function describeRequest(built: BuiltRequest, settings: RequestSettings): RequestDescription {
  const { name, method, url, path, effect, body } = built;
  return {
    ...(name !== undefined && { endpoint: name }),
    method,
    url,
    path,
    query: Object.fromEntries(new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "")),
    headers: maskHeaders(headersOf(built, settings)),
    effect,
    ...(body !== undefined && { body }),
  };
}

/** Keeps the scheme word (`ApiKey ***`), which is what people look for when authentication fails. */
function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const mask = (name: string, value: string): string => {
    if (SHOWN_HEADERS.has(name)) return value;
    return name === "authorization" ? value.replace(/^([A-Za-z]+ )?.*$/s, "$1***") : "***";
  };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(name, value)]));
}
