/** Whether the service still has the bytes that are here, before they are fetched again. */
import type { Context } from "../../cli/context.ts";
import { TransportError } from "../../contract/send.ts";
import { discardBody } from "../../transfer/discard-body.ts";
import { linkFault, sendableUrl } from "../../transfer/link-safety.ts";
import { VERSION } from "../../version.ts";
import { notingVersions, type AgingLinks } from "./aging-links.ts";

/**
 * Asks for one byte of the file, unless it is still the one with this ETag (RFC 9110, 13.1.2). Whatever else is answered, or
 * nothing at all, counts as changed: the download that follows meets it again, and knows what to do about it.
 */
export async function isUnchanged(
  { service, settings, signal }: Context,
  href: string,
  etag: string,
  aging: AgingLinks,
): Promise<boolean> {
  const { send, baseUrl } = await service.connection();
  if (aging.isExpired(href) || linkFault(href, baseUrl.startsWith("http:")) !== undefined) return false;
  try {
    const reply = await notingVersions(
      send,
      aging,
    )({
      method: "GET",
      url: sendableUrl(href),
      headers: {
        "accept-encoding": "identity",
        "user-agent": `swath/${VERSION}`,
        "if-none-match": etag,
        range: "bytes=0-0",
      },
      signal,
      headersTimeoutMs: settings.timeout.value,
      idleTimeoutMs: settings.timeout.value,
    });
    await discardBody(reply, signal);
    const isWhole = reply.status === 200 || reply.status === 206;
    return reply.status === 304 || (isWhole && reply.headers["etag"]?.trim() === etag);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TransportError) return false;
    throw error;
  }
}
