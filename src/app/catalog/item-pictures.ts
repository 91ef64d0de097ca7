/**
 * Finds the pictures of catalog items (thumbnails, previews) among the assets, fetches them without a key, and
 * decodes them.
 */
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import pLimit, { type LimitFunction } from "p-limit";
import { createDurably } from "../../disk/durable-files.ts";
import { onDisk } from "../../disk/disk-error.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { waitUntilAbortedAfterTurn } from "../../time/deadline.ts";
import type { PathTemplate } from "../../domain/orders/path-template.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { decodePicture, type Picture, type PictureKind } from "../../render/decode-picture.ts";
import { toLinks, type TransferSource } from "../../transfer/transfer-source.ts";
import { planTransfers, type PlannedFile } from "../../transfer/plan.ts";
import { streamFile } from "../../transfer/stream-file.ts";
import type { AppContext } from "../context.ts";
import { PICTURE_RETRIES, type PictureLimits } from "./picture-limits.ts";
import { makeTransferOptions } from "../transfers/transfer-settings.ts";
import { advice, swath, type Hint } from "../../hint.ts";
import { CHECK_CONNECTION, SHOW_EXCHANGE } from "../../contract/send.ts";
import { suggestLater } from "../../contract/refusal-hints.ts";
import { sizeText } from "../../counted.ts";

export interface ItemPicture {
  item: string;
  /** Key of the asset. */
  asset: string;
  kind: PictureKind;
  /** Unchanged; its pixels were decoded without a fault. */
  bytes: Buffer;
  picture: Picture;
}

/** Maximum size of a picture. */
const MAX_BYTES = 32_000_000;

/**
 * Pictures up to this length are fetched in parallel; longer ones one at a time. Otherwise a server could make eight
 * transfers of a page hold 112 MB, and 256 transfers 3.6 GB.
 */
const SHORT_BYTES = 2_000_000;

/** STAC roles of pictures, the smaller one first. */
const PICTURE_ROLES = ["thumbnail", "overview"] as const;

/** Returns whether a link leads to the operator's own storage: some services sign their links only in an order. */
export const isInStore = (href: string): boolean => /^s3:/i.test(href);

/** Returns the asset that shows the item: the one with that key, else its thumbnail, else its overview. */
export function findPictureAsset(item: StacItem, wanted?: string): TransferSource | undefined {
  const assets = Object.entries(item.assets ?? {}).filter(([, { href }]) => typeof href === "string");
  const hasRole = ({ roles }: Record<string, unknown>, role: string): boolean =>
    Array.isArray(roles) && roles.includes(role);
  const pictures = PICTURE_ROLES.flatMap((role) =>
    assets.filter(([key, asset]) => key === role || hasRole(asset, role)),
  );
  const found =
    wanted === undefined
      ? (pictures.find(([, { href }]) => !isInStore(href as string)) ?? pictures[0])
      : assets.find(([key]) => key === wanted);
  if (found === undefined) return undefined;
  const [assetKey, asset] = found;
  return {
    item: item.id ?? "item",
    ...(item.collection !== undefined && { collection: item.collection }),
    assetKey,
    href: asset["href"] as string,
    ...(typeof asset["type"] === "string" && { mediaType: asset["type"] }),
  };
}

interface PictureOptions {
  /** The key of an asset. */
  wanted?: string | undefined;
  mostBytes?: number;
  /** Shared by all concurrent fetches: one at a time keeps a long picture in memory, whatever a server sends. */
  turns?: LimitFunction;
  /** Limits for decorative pictures, which are abandoned early. */
  limits?: PictureLimits;
}

/**
 * Fetches and decodes the picture of one item; concurrent calls decode one at a time. Errors: PICTURE_UNAVAILABLE
 * when the picture is not public, RESPONSE_UNRECOGNISED for a file that is not a picture or is too large, and those
 * of the network.
 */
export async function fetchPicture(
  context: AppContext,
  item: StacItem,
  { wanted, mostBytes = MAX_BYTES, turns = pLimit(1), limits }: PictureOptions = {},
): Promise<ItemPicture> {
  const source = findPictureAsset(item, wanted);
  if (source === undefined) throw makeUnavailableError(item, describeMissingAsset(item, wanted));
  const over = Promise.withResolvers<void>();
  let turn: Promise<void> | undefined;
  const takeTurn = (): Promise<void> =>
    (turn ??= new Promise((begin) => {
      void turns(() => {
        begin();
        return over.promise;
      });
    }));
  try {
    const bytes = await fetchBytes(context, source, item, { mostBytes, takeTurn, limits });
    await takeTurn();
    return { item: source.item, asset: source.assetKey, bytes, ...(await decodeAsset(bytes, source)) };
  } finally {
    // A turn that is still awaited ends when it comes.
    over.resolve();
  }
}

async function decodeAsset(
  bytes: Buffer,
  { item, assetKey }: TransferSource,
): Promise<{ kind: PictureKind; picture: Picture }> {
  const decoded = await decodePicture(bytes);
  if ("fault" in decoded) {
    throw new AppError(
      "service",
      "RESPONSE_UNRECOGNISED",
      `the asset ${assetKey} of ${item} is refused as a picture: ${decoded.fault}`,
      { next: SHOW_EXCHANGE },
    );
  }
  return decoded;
}

function describeMissingAsset(item: StacItem, wanted: string | undefined): string {
  const keys = Object.keys(item.assets ?? {});
  const known = keys.length === 0 ? "it has no assets" : `its assets are ${keys.join(", ")}`;
  return wanted === undefined ? `it has no thumbnail (${known})` : `it has no asset ${wanted} (${known})`;
}

/** Statuses for a picture that is refused to this account, or missing. */
const CLOSED = new Set([401, 403, 404, 410]);

/** Returns the file of a picture. Errors: PICTURE_UNAVAILABLE if its link cannot be fetched. */
function requireFile(source: TransferSource, item: StacItem): PlannedFile {
  const [file] = planTransfers([source]).files;
  if (isInStore(source.href))
    throw makeUnavailableError(
      item,
      `${source.assetKey} is in the operator's own storage (s3) until it is ordered`,
    );
  if (file === undefined)
    throw makeUnavailableError(item, `${source.assetKey} has no link that can be fetched`);
  return file;
}

async function fetchBytes(
  context: AppContext,
  source: TransferSource,
  item: StacItem,
  {
    mostBytes,
    takeTurn,
    limits,
  }: { mostBytes: number; takeTurn: () => Promise<void>; limits: PictureLimits | undefined },
): Promise<Buffer> {
  const file = requireFile(source, item);
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isOurTurn = false;
  let refusal: AppError | undefined;
  const settings = await makeTransferOptions(context);
  const timer = limits?.startOne(context.signal);
  const options = {
    ...settings,
    ...chooseLimits(context),
    ...(timer && { signal: timer.signal, retries: PICTURE_RETRIES }),
    ...(limits && { send: limits.watch(settings.send) }),
    links: toLinks([source]),
    // Hashed, so that a broken connection can be resumed, and changed bytes are detected.
    checksum: "full" as const,
  };
  try {
    const streaming = streamFile(
      file,
      async (chunk) => {
        length += chunk.length;
        if (length > mostBytes) throw (refusal = makeTooLongError(source, mostBytes));
        if (length > SHORT_BYTES && !isOurTurn) {
          isOurTurn = true;
          // Waiting for other pictures does not count against this one.
          timer?.pause();
          await takeTurn();
          timer?.start();
        }
        chunks.push(chunk);
      },
      options,
    );
    await (timer ? waitUntilAbortedAfterTurn(streaming, timer.signal) : streaming);
  } catch (error) {
    limits?.giveUpUnreachable(source.href);
    if (error instanceof AppError && CLOSED.has(error.status ?? 0)) {
      throw makeUnavailableError(item, `its link answers ${error.status} without a key`);
    }
    throw error instanceof AppError && error !== refusal ? addPictureToError(error, source, item) : error;
  } finally {
    timer?.pause();
  }
  return Buffer.concat(chunks);
}

/** Returns shorter default retries and timeouts than for ordered files, because a person waits for the picture. */
const chooseLimits = ({ settings: { retries, timeout } }: AppContext) => ({
  ...(retries.origin === "default" && { retries: PICTURE_RETRIES }),
  ...(timeout.origin === "default" && {
    headersTimeoutMs: PATIENCE_MS,
    idleTimeoutMs: PATIENCE_MS,
    rateWindowMs: PATIENCE_MS,
  }),
  maxRetryAfterMs: PATIENCE_MS,
});

const PATIENCE_MS = 10_000;

/** Adds the picture to the error's message. A network fault may be temporary; any other is permanent. */
function addPictureToError(
  error: AppError,
  { assetKey, item: id }: TransferSource,
  item: StacItem,
): AppError {
  // The part file of a picture is always removed.
  const fault =
    error.data?.["bytesOut"] !== undefined && error.cause instanceof AppError ? error.cause : error;
  const { kind, code, message } = fault;
  return fault.restated(
    `the asset ${assetKey} of ${id} could not be fetched: ${message}`,
    code === "REDIRECT_REFUSED"
      ? {}
      : { next: kind === "service" ? suggestReview(item) : suggestAfterFailure(code) },
  );
}

function suggestAfterFailure(code: ErrorCode): Hint | undefined {
  if (code === "NETWORK") return CHECK_CONNECTION;
  if (code === "TIMEOUT") return "Raise --timeout";
  return code === "RATE_LIMITED" || code === "SERVICE_ERROR" ? suggestLater() : undefined;
}

const makeTooLongError = ({ assetKey, item }: TransferSource, mostBytes: number): AppError =>
  new AppError(
    "service",
    "RESPONSE_UNRECOGNISED",
    `the asset ${assetKey} of ${item} is refused as a picture: it has more than ${sizeText(mostBytes)}`,
    { next: SHOW_EXCHANGE },
  );

/** Returns the file name of a picture, from item and asset, valid on every file system. */
function makeFileName({ item, asset, kind }: ItemPicture): string {
  const source = { item, assetKey: asset, href: `https://picture/picture.${kind === "png" ? "png" : "jpg"}` };
  return planTransfers([source], { layout: LAYOUT }).files[0]!.path;
}

const LAYOUT: PathTemplate = {
  components: [[{ value: "item" }, "_", { value: "asset" }, { value: "ext" }]],
};

/**
 * Saves a picture in a folder and returns its path, relative as the folder was given. Errors: FILE_EXISTS when
 * another file has the name.
 */
export async function savePicture(
  { folder, machine }: AppContext,
  picture: ItemPicture,
  dir: string,
): Promise<string> {
  const name = makeFileName(picture);
  const shown = join(dir, name);
  const [target, path] = [resolve(folder, dir), resolve(folder, dir, name)];
  await onDisk(path, async () => {
    await makeFolder(target);
    if (await createDurably(target, name, picture.bytes, machine.uuid())) return;
    const { size } = await stat(path);
    const isSame = size === picture.bytes.length && (await readFile(path)).equals(picture.bytes);
    if (isSame) return;
    throw new AppError("local", "FILE_EXISTS", `${shown} is there already, with other contents`, {
      next: "Write it elsewhere with --out-dir",
    });
  });
  return shown;
}

// Spec silent: whether every account may see the pictures of catalog items. We try their links without a key, and
// report a refusal with the way to get the picture.
function makeUnavailableError(item: StacItem, why: string): AppError {
  const id = item.id ?? "item";
  return new AppError("service", "PICTURE_UNAVAILABLE", `${id} has no public picture: ${why}`, {
    next: suggestReview(item),
    data: { item: id },
  });
}

/** The files of an order come with a picture. */
const suggestReview = ({ id, collection }: StacItem): Hint | undefined =>
  id === undefined || collection === undefined
    ? undefined
    : advice`See the price and earlier orders: ${swath`order review --item ${`${collection}/${id}`}`}`;
