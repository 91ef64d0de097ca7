import { redirectTarget } from "../contract/redirect-target.ts";
import type { ResponseHead } from "../contract/send.ts";
import { AppError } from "../errors.ts";
import type { BufferedResponse, Exchange } from "./buffered-body.ts";

const FOLLOWED = new Set([301, 302, 303, 307, 308]);
const MAX_HOPS = 5;

/** A redirect that is followed. */
export interface Hop extends ResponseHead {
  /** The absolute URL of the next request. */
  url: string;
  /** Without query. */
  path: string;
}

/**
 * Follows the redirects of a GET on the service's own scheme, host and port: the credential goes nowhere else. Another
 * redirect is returned like any other response. `exchange` retries and limits each request on its own.
 * Errors: REDIRECT_REFUSED for a loop, or for too many redirects.
 */
export function followingRedirects(exchange: Exchange, onHop: (hop: Hop) => void): Exchange {
  return async (request) => {
    const visited = new Set([request.url]);
    let response: BufferedResponse = await exchange(request);
    for (let hops = 1; FOLLOWED.has(response.status); hops += 1) {
      const target = redirectTarget(response.headers["location"], request.url);
      if (target.kind !== "own") return response;
      if (visited.has(target.url)) throw refused(request.url, `the redirects lead back to ${target.path}`);
      if (hops > MAX_HOPS) throw refused(request.url, `there are more than ${MAX_HOPS} redirects`);
      visited.add(target.url);
      const { status, headers } = response;
      onHop({ status, headers, url: target.url, path: target.path });
      response = await exchange({ ...request, url: target.url });
    }
    return response;
  };
}

function refused(url: string, why: string): AppError {
  const { pathname } = new URL(url);
  return new AppError("network", "REDIRECT_REFUSED", `GET ${pathname}: ${why}`, {
    request: { method: "GET", path: pathname },
    next: { do: "checkConnection" },
  });
}
