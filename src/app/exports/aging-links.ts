/** Links of export files with their age, and what the service says of the files: their version, and when it made them. */
import type { PresignedFile } from "../../contract/read-exports.ts";
import type { HttpResponse, Send } from "../../contract/send.ts";
import { parseHttpDate } from "../../time/http-date.ts";
import { linksOf, type Links, type TransferSource } from "../../transfer/transfer-source.ts";
import { sendableUrl } from "../../transfer/link-safety.ts";
import { strongEtag } from "./export-state.ts";

/** Five minutes less than the hour that they are valid: a file begun now still gets going. */
const OLD_MS = 55 * 60_000;

/** What the last good reply said of a file. */
export interface FileVersion {
  etag: string | undefined;
  modifiedMs: number | undefined;
}

export class AgingLinks {
  readonly #issued = new Map<string, { name: string; issuedMs: number }>();
  readonly #versions = new Map<string, FileVersion>();

  /** `now`: the clock that tells how old a link is. */
  constructor(readonly now: () => number) {}

  /** Remembers when these were asked for, and hands them on as the engine takes them. */
  take(type: string, files: readonly PresignedFile[], issuedMs: number): Links {
    for (const { downloadHref, exportFile: name } of files)
      this.#issued.set(sendable(downloadHref), { name, issuedMs });
    return linksOf(sourcesOf(type, files));
  }

  /** True when the engine must renew a link before it is used, although the service would still take it for a while. */
  isExpired(href: string): boolean {
    const link = this.#issued.get(sendable(href));
    return link !== undefined && this.now() - link.issuedMs >= OLD_MS;
  }

  /** Takes the version of a file from a reply to one of its links. */
  note(href: string, { status, headers }: Pick<HttpResponse, "status" | "headers">): void {
    const link = this.#issued.get(href);
    if (link === undefined || ![200, 206, 304].includes(status)) return;
    this.#versions.set(link.name, {
      etag: strongEtag(headers["etag"]?.trim()),
      modifiedMs: parseHttpDate(headers["last-modified"] ?? "", this.now()),
    });
  }

  versionOf(name: string): FileVersion | undefined {
    return this.#versions.get(name);
  }
}

/** As it is sent; what cannot be sent at all stays as it is, and is refused later. */
const sendable = (href: string): string => (URL.canParse(href) ? sendableUrl(href) : href);

/** Passes every request on, and remembers what the replies say of the files. */
export const notingVersions =
  (send: Send, links: AgingLinks): Send =>
  async (request) => {
    const response = await send(request);
    links.note(request.url, response);
    return response;
  };

/** An export type is the item, its files are the assets: the type that was asked for, whatever the answer calls it. */
export const sourcesOf = (
  type: string,
  files: readonly Pick<PresignedFile, "exportFile" | "downloadHref">[],
): TransferSource[] =>
  files.map(({ exportFile, downloadHref }) => ({
    item: type,
    assetKey: exportFile,
    href: downloadHref,
    exportName: exportFile,
  }));
