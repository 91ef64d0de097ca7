/** The age of signed URLs of export files, and the version of each file in responses. */
import type { PresignedFile } from "../../contract/read-exports.ts";
import { TransportError, type HttpResponse, type Send } from "../../contract/send.ts";
import { parseHttpDate } from "../../time/http-date.ts";
import { discardBody } from "../../transfer/discard-body.ts";
import { findLinkFault, toSendableUrl } from "../../transfer/link-safety.ts";
import { toLinks, type Links, type TransferSource } from "../../transfer/transfer-source.ts";
import { VERSION } from "../../version.ts";
import type { AppContext } from "../context.ts";
import { keepStrongEtag } from "./folder-records.ts";

/** Five minutes less than the hour of validity, so that a download that starts now still begins in time. */
const OLD_MS = 55 * 60_000;

/** A file's version in its last successful response. */
interface FileVersion {
  etag: string | undefined;
  modifiedMs: number | undefined;
}

export class ExportLinks {
  readonly #issued = new Map<string, { name: string; issuedMs: number }>();
  readonly #versions = new Map<string, FileVersion>();

  constructor(
    /** The clock for the age of links. */
    readonly now: () => number,
  ) {}

  /** Stores the time of the request for these links, and returns them in the engine's form. */
  take(type: string, files: readonly PresignedFile[], issuedMs: number): Links {
    for (const { downloadHref, exportFile: name } of files)
      this.#issued.set(toSendable(downloadHref), { name, issuedMs });
    return toLinks(toExportSources(type, files));
  }

  /** Returns whether the engine must renew a link before use, although the service would still accept it. */
  isExpired(href: string): boolean {
    const link = this.#issued.get(toSendable(href));
    return link !== undefined && this.now() - link.issuedMs >= OLD_MS;
  }

  getVersion(name: string): FileVersion | undefined {
    return this.#versions.get(name);
  }

  /** Wraps `send` and stores the file versions in responses. */
  watchVersions(send: Send): Send {
    return async (request) => {
      const response = await send(request);
      this.#note(request.url, response);
      return response;
    };
  }

  #note(href: string, { status, headers }: Pick<HttpResponse, "status" | "headers">): void {
    const link = this.#issued.get(href);
    if (link === undefined || ![200, 206, 304].includes(status)) return;
    this.#versions.set(link.name, {
      etag: keepStrongEtag(headers["etag"]?.trim()),
      modifiedMs: parseHttpDate(headers["last-modified"] ?? "", this.now()),
    });
  }
}

/** Returns the URL as sent; an invalid URL stays unchanged, and is refused later. */
const toSendable = (href: string): string => (URL.canParse(href) ? toSendableUrl(href) : href);

/**
 * Converts an export type to an item and its files to assets. The requested type is used, whatever type the response
 * has.
 */
export const toExportSources = (
  type: string,
  files: readonly Pick<PresignedFile, "exportFile" | "downloadHref">[],
): TransferSource[] =>
  files.map(({ exportFile, downloadHref }) => ({
    item: type,
    assetKey: exportFile,
    href: downloadHref,
    exportName: exportFile,
  }));

/**
 * Returns whether the service still has the version of a file with this ETag. The conditional request asks for one
 * byte, unless the version is the same (RFC 9110, 13.1.2). Any other response, or none, counts as changed: the following
 * download handles the error.
 */
export async function isUnchanged(
  { service, settings, signal }: AppContext,
  href: string,
  etag: string,
  exportLinks: ExportLinks,
): Promise<boolean> {
  const { send, baseUrl } = await service.connection();
  if (exportLinks.isExpired(href) || findLinkFault(href, baseUrl.startsWith("http:")) !== undefined)
    return false;
  const request = {
    method: "GET",
    url: toSendableUrl(href),
    headers: {
      "accept-encoding": "identity",
      "user-agent": `swath/${VERSION}`,
      "if-none-match": etag,
      range: "bytes=0-0",
    },
    signal,
    headersTimeoutMs: settings.timeout.value,
    idleTimeoutMs: settings.timeout.value,
  } as const;
  try {
    const reply = await exportLinks.watchVersions(send)(request);
    await discardBody(reply, signal);
    const isBody = reply.status === 200 || reply.status === 206;
    return reply.status === 304 || (isBody && reply.headers["etag"]?.trim() === etag);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TransportError) return false;
    throw error;
  }
}
