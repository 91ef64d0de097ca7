import { sendExport } from "./exports/send-export.ts";
import type { Reply, SandboxRequest } from "./http/exchange.ts";
import { Refusal } from "./http/refusal.ts";
import { ASSET_PREFIX, checkSignature, EXPORT_PREFIX } from "./http/signed-paths.ts";
import type { ProductFile } from "./imagery/product-file.ts";
import type { Slices } from "./imagery/segments.ts";
import type { SandboxParts } from "./sandbox-parts.ts";
import { readProductSize } from "./settings.ts";

/** Answers GET and HEAD of one signed file, whole or in part. Needs no credentials and looks at none. Errors: 403, 404, 405, 416. */
export async function sendAsset(
  sandbox: SandboxParts,
  { method, headers }: SandboxRequest,
  pathname: string,
  query: string,
  isExpired: boolean,
): Promise<Reply> {
  if (method !== "GET" && method !== "HEAD") {
    throw new Refusal(405, "METHOD_NOT_ALLOWED", `files answer GET, HEAD, not ${method}`, [], {
      allow: "GET, HEAD",
    });
  }
  const nowMs = sandbox.clock.now();
  // The signature comes first: without one, nothing is said about which files exist.
  const verdict = checkSignature(sandbox.store.meta.need("secret"), pathname, query, nowMs);
  if (verdict === "invalid") {
    throw new Refusal(
      403,
      "SIGNATURE_INVALID",
      "the URL is not signed, or it was altered; take it from the download result",
    );
  }
  if (verdict === "expired" || isExpired) {
    throw new Refusal(
      403,
      "SIGNED_URL_EXPIRED",
      "the signed URL has expired; fetch the download result again",
    );
  }
  if (pathname.startsWith(EXPORT_PREFIX)) return sendExport(sandbox, method, pathname, headers);
  const [granuleId = "", fileName = ""] = pathname
    .slice(ASSET_PREFIX.length)
    .split("/")
    .slice(1)
    .map(decodeURIComponent);
  const holdings = await sandbox.holdings();
  const granule = holdings.findGranule(granuleId, nowMs);
  const size = readProductSize(sandbox.settings.read().productSize) ?? "tiny";
  const file = granule && holdings.filesOf(granule, size).find((one) => one.fileName === fileName);
  if (file === undefined) throw new Refusal(404, "NOT_FOUND", `no file ${fileName} of item ${granuleId}`);
  return sendFile(file, method, headers);
}

async function sendFile(
  file: ProductFile,
  method: string,
  requested: Readonly<Record<string, string>>,
): Promise<Reply> {
  const [{ sendPart }, { readProduct }] = await Promise.all([
    import("./http/send-part.ts"),
    import("./imagery/product-file.ts"),
  ]);
  return sendPart(file, method, requested, (start, end) => asAsync(readProduct(file, start, end)));
}

/** Slices are drawn one at a time, when the reader has taken the one before. */
async function* asAsync(slices: Slices): AsyncGenerator<Uint8Array, void, Uint8Array | undefined> {
  yield* slices;
}
