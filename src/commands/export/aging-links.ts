/** Links of export files with their age: one that is about to expire is renewed before it is used. */
import type { PresignedFile } from "../../contract/read-exports.ts";
import type { Send } from "../../contract/send.ts";
import { linksOf, type Links, type TransferSource } from "../../transfer/plan/transfer-source.ts";

/** Five minutes less than the hour that they are valid: a file begun now still gets going. */
const OLD_MS = 55 * 60_000;

export class AgingLinks {
  readonly #issued = new Map<string, number>();

  /** Remembers when these were asked for, and hands them on as the engine takes them. */
  take(type: string, files: readonly PresignedFile[], issuedMs: number): Links {
    for (const { downloadHref } of files) this.#issued.set(downloadHref, issuedMs);
    return linksOf(sourcesOf(type, files));
  }

  isOld(href: string, nowMs: number): boolean {
    const issuedMs = this.#issued.get(href);
    return issuedMs !== undefined && nowMs - issuedMs >= OLD_MS;
  }
}

/**
 * Answers for an old link what the service would answer a little later: the engine then renews it, once for all files.
 * Every other request passes.
 */
export const refusingOld =
  (send: Send, links: AgingLinks, now: () => number): Send =>
  async (request) =>
    links.isOld(request.url, now()) ? { status: 403, headers: {}, body: nothing() } : send(request);

async function* nothing(): AsyncGenerator<Uint8Array> {
  yield* [];
}

/** An export type is the item, its files are the assets. */
export const sourcesOf = (type: string, files: readonly PresignedFile[]): TransferSource[] =>
  files.map(({ exportType = type, exportFile, downloadHref }) => ({
    item: exportType,
    assetKey: exportFile,
    href: downloadHref,
    exportName: exportFile,
  }));
