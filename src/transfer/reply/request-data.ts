import type { HttpRequest, HttpResponse, ResponseHead } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { discardBody } from "../discard-body.ts";
import { findLinkFault, toSendableUrl } from "../link-safety.ts";
import type { TransferSettings } from "../options.ts";

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface Wanted {
  href: string;
  /** First byte to request. */
  from: number;
  /** Last byte to request. */
  to?: number;
  /** Required version of the object (a strong ETag). */
  etag?: string;
}

/**
 * Sends one GET of a signed URL. Redirects are followed here, each as a fresh request with these few headers: no key, cookie or referer is sent.
 * Throws REDIRECT_REFUSED, or TransportError from `send`. `receive` is that of the request.
 */
export async function requestData(
  wanted: Wanted,
  settings: Pick<TransferSettings, "send" | "userAgent" | "allowHttp" | "headersTimeoutMs" | "idleTimeoutMs">,
  signal: AbortSignal,
  receive: NonNullable<HttpRequest["receive"]> = () => undefined,
): Promise<HttpResponse> {
  const headers: Record<string, string> = { "accept-encoding": "identity" };
  if (settings.userAgent !== undefined) headers["user-agent"] = settings.userAgent;
  if (wanted.from > 0 || wanted.to !== undefined) {
    headers["range"] = `bytes=${wanted.from}-${wanted.to === undefined ? "" : wanted.to - 1}`;
    if (wanted.etag !== undefined) headers["if-range"] = wanted.etag;
  }

  let href = wanted.href;
  for (let hops = 0; ; hops++) {
    refuseUnsafe(href, settings.allowHttp, hops);
    const { headersTimeoutMs, idleTimeoutMs } = settings;
    const url = toSendableUrl(href);
    const response = await settings.send({
      method: "GET",
      url,
      headers,
      signal,
      headersTimeoutMs,
      idleTimeoutMs,
      receive: (head) => (redirectOf(head) === undefined ? receive(head) : undefined),
    });
    const location = redirectOf(response);
    if (location === undefined) return response;
    await discardBody(response, signal);
    if (hops === MAX_REDIRECTS) throw makeLinkRefusal(`it redirects more than ${MAX_REDIRECTS} times`);
    const next = resolveLocation(location, url);
    if (url.startsWith("https:") && /^http:/iu.test(next))
      throw makeLinkRefusal("it redirects from https to http");
    href = next;
  }
}

const redirectOf = ({ status, headers }: ResponseHead): string | undefined =>
  REDIRECTS.has(status) ? headers["location"] : undefined;

/** Returns the URL of a redirect. Absolute locations keep their raw bytes: a signature may depend on them. */
function resolveLocation(location: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(location)) return location;
  if (!URL.canParse(location, base)) throw makeLinkRefusal("it redirects to an invalid URL");
  const isRooted = location.startsWith("/") && !/^\/[/\\]/u.test(location);
  return isRooted ? new URL(base).origin + location : new URL(location, base).href;
}

function refuseUnsafe(href: string, allowHttp: boolean, hops: number): void {
  const fault = findLinkFault(href, allowHttp);
  if (fault === undefined) return;
  throw makeLinkRefusal(hops === 0 ? fault : `it redirects to an unsafe link: ${fault}`);
}

function makeLinkRefusal(reason: string): AppError {
  return new AppError("network", "REDIRECT_REFUSED", `the link was refused: ${reason}`, {
    next: "Ask the data provider: such a link is never followed",
  });
}
