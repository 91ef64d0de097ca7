import type { HttpResponse } from "../../contract/send.ts";
import { AppError, type ErrorCode, type ErrorKind } from "../../errors.ts";
import { readHeaderDigests, parseContentRange } from "./headers.ts";
import { SAME_AGAIN } from "../rerun-hint.ts";
import type { Digest } from "../hashing/digest.ts";
import { GZIP, readCoding } from "./codings.ts";
import {
  hasProvenFormat,
  findIntruderByType,
  findPage,
  describeIntruder,
  isGzipType,
  type Promised,
} from "./content.ts";
import { toIncomplete, type Expired, type Refused, type Retry } from "./request-outcome.ts";

/** The version of the object that bytes belong to. */
export interface ObjectIdentity {
  /** Size of the whole object, once known. */
  size?: number;
  /**
   * The validator of an uncoded response: a strong ETag, or Last-Modified where a digest of the item proves the bytes.
   * Without a validator nothing can be resumed.
   */
  etag?: string;
  /** Digests of the whole object from the response headers. */
  digests: readonly Digest[];
  /**
   * A Content-Encoding with an unknown word, or gzip for bytes that are stored as they are. The size, a digest or the format
   * must show that the bytes are the file.
   */
  coding?: string;
}

/**
 * The whole object from zero. `length` counts coded bytes. `isFramed` is true if HTTP itself detects a truncated body. `ranges` is true if
 * the server serves ranges of the object with a validator, and "perhaps" if the response does not show it.
 */
export interface Whole {
  kind: "whole";
  identity: ObjectIdentity;
  isGzip: boolean;
  length?: number;
  isFramed: boolean;
  ranges: boolean | "perhaps";
}

/** Exactly the requested bytes, of the version in progress. */
export interface Rest {
  kind: "rest";
  length: number;
  total: number;
}

/** There are no bytes after the received ones. */
export interface End {
  kind: "end";
  total: number;
}

/** The outcome of a response without bytes of the file. */
export type Without = Retry | Expired | Refused;

/** The meaning of a response to the GET of a segment. */
export type ReplyVerdict = Whole | Rest | End | Without;

export interface Asked {
  from: number;
  /** Last byte to request. */
  to?: number;
  etag?: string;
  /** Size of the whole object, if known. */
  size?: number;
  /** Size, digests and type according to the item. */
  promised: Promised;
  /** True if the bytes are stored without checks. */
  isUnchecked?: boolean;
}

const EXPIRED = new Set([400, 401, 403, 410]);
const UNAVAILABLE = new Set([408, 425, 429, 500, 502, 503, 504, 507, 509]);

/** Returns the meaning of a response, for which only status and headers count. */
export function judgeReply({ status, headers }: Omit<HttpResponse, "body">, asked: Asked): ReplyVerdict {
  if (status === 200) return judgeWhole(headers, asked);
  if (status === 206) return judgeRest(headers, asked);
  if (status === 416 && isRange(asked)) return judgeEnd(headers, asked);
  if (EXPIRED.has(status)) return { kind: "expired", status, code: "SIGNED_URL_EXPIRED" };
  if (!UNAVAILABLE.has(status)) return { kind: "refused", error: toRefusal(status) };
  const code = status === 429 ? "RATE_LIMITED" : "SERVICE_ERROR";
  const retryAfter = headers["retry-after"];
  return { kind: "retry", code, reason: `the server answered ${status}`, status, retryAfter };
}

/** Adds what the page in place of the file reports; the page itself is never shown. */
export function withPage(outcome: Without, page: string): Without {
  if (outcome.kind === "expired") return { ...outcome, code: findLinkFaultCode(outcome.status, page) };
  if (outcome.kind === "refused" || outcome.isPage !== true) return outcome;
  const sent = findPage(Buffer.from(page));
  return sent === undefined ? outcome : { ...outcome, reason: describeIntruder(sent) };
}

/** Returns the code of a refused link. Object stores report in the error page whether a signature is old or wrong. */
function findLinkFaultCode(
  status: number | undefined,
  page: string,
): "SIGNED_URL_EXPIRED" | "SIGNATURE_INVALID" {
  if (status === 410 || /expir|time ?frame/iu.test(page)) return "SIGNED_URL_EXPIRED";
  return status === 400 || /signature/iu.test(page) ? "SIGNATURE_INVALID" : "SIGNED_URL_EXPIRED";
}

function judgeWhole(
  headers: Readonly<Record<string, string>>,
  { promised, isUnchecked = false }: Pick<Asked, "promised" | "isUnchecked">,
): ReplyVerdict {
  const { kind, unknown } = readCoding(headers);
  const isChunked = (headers["transfer-encoding"] ?? "").toLowerCase().includes("chunked");
  const length = isChunked ? undefined : count(headers["content-length"]);
  const isLabelled = kind === "gzip" && isFileAsSent(promised, length);
  const isGzip = kind === "gzip" && !isLabelled;
  const isPlain = kind === "plain" || isLabelled;
  const sent = findIntruderByType(headers, promised, isPlain ? length : undefined);
  if (sent !== undefined) return { ...toIncomplete(describeIntruder(sent)), status: 200, isPage: true };
  const needsProof = unknown !== undefined && !isUnchecked;
  if (kind === "other" || (needsProof && !isProvable(promised)))
    return { kind: "refused", error: judgeCoding(headers) };
  const digests = readHeaderDigests(headers);
  // Coded bytes are never resumed: their validators identify the coded form. Ranges with a coding are not read.
  const etag = kind === "gzip" ? undefined : findValidator(headers, promised);
  const coding = isLabelled ? GZIP : needsProof ? unknown : undefined;
  return {
    kind: "whole",
    identity: isGzip ? { digests } : { size: length, etag, digests, ...(coding !== undefined && { coding }) },
    isGzip,
    length,
    isFramed: isChunked || length !== undefined,
    ranges: etag !== undefined && readRanges(headers["accept-ranges"]),
  };
}

/**
 * Reports whether the bytes of a response with the coding gzip are the file as they are. Stores label gzip files in this way,
 * and also files that were never compressed. The item's size decides, or without one its type.
 */
const isFileAsSent = ({ file }: Promised, length: number | undefined): boolean =>
  file.size === undefined ? isGzipType(file.mediaType) : length === file.size;

/** Reports whether the bytes can show that they are the file: by its size, a digest of the item, or its format. */
const isProvable = ({ file, digests }: Promised): boolean =>
  file.size !== undefined || digests.length > 0 || hasProvenFormat(file);

function judgeCoding(headers: Readonly<Record<string, string>>): AppError {
  const coding = headers["content-encoding"]?.trim().toLowerCase();
  const message = `the server sent the file in the coding "${coding}", which was not requested`;
  return new AppError("service", "RESPONSE_UNRECOGNISED", message, { status: 200, next: SAME_AGAIN });
}

const readRanges = (acceptRanges: string | undefined): boolean | "perhaps" =>
  acceptRanges === "none" ? false : acceptRanges === "bytes" || "perhaps";

function judgeRest(headers: Readonly<Record<string, string>>, asked: Asked): ReplyVerdict {
  // The response does not match the received bytes: the file starts from zero, without a range.
  const unusable = (reason: string): ReplyVerdict => toIncomplete(reason, true);
  if (!isRange(asked)) {
    const total = findWholeRange(headers);
    if (total === undefined) return unusable("a partial response to a request for the whole file");
    return judgeWhole({ ...headers, "content-length": String(total) }, asked);
  }
  const type = headers["content-type"] ?? "";
  if (/^multipart\//iu.test(type)) return unusable("a multipart response");
  if (readCoding(headers).kind !== "plain") return unusable("a coded range");
  const range = parseContentRange(headers["content-range"]);
  if (range?.start === undefined || range.end === undefined || range.total === undefined) {
    return unusable("a partial response without a usable Content-Range");
  }
  if (range.start !== asked.from || range.end >= (asked.to ?? Infinity)) {
    return unusable("another range than requested");
  }
  if (asked.size !== undefined && range.total !== asked.size) return unusable("the size changed");
  if (asked.etag === undefined || findValidator(headers, asked.promised) !== asked.etag)
    return unusable("the version changed");
  const length = range.end - range.start + 1;
  const announced = count(headers["content-length"]);
  if (announced !== undefined && announced !== length)
    return unusable("Content-Length and Content-Range disagree");
  return { kind: "rest", length, total: range.total };
}

/** Returns the size of an object that a server sends as one unrequested range, from the first byte to the last. */
function findWholeRange(headers: Readonly<Record<string, string>>): number | undefined {
  const { start, end, total } = parseContentRange(headers["content-range"]) ?? {};
  const announced = count(headers["content-length"]) ?? total;
  const isWhole = start === 0 && total !== undefined && end === total - 1 && announced === total;
  return isWhole && readCoding(headers).kind === "plain" ? total : undefined;
}

const isRange = ({ from, to }: Asked): boolean => from > 0 || to !== undefined;

function judgeEnd(headers: Readonly<Record<string, string>>, asked: Asked): ReplyVerdict {
  const total = parseContentRange(headers["content-range"])?.total;
  const etag = headers["etag"]?.trim();
  const isSame = etag === undefined || asked.etag === undefined || etag === asked.etag;
  const isSameSize = asked.size === undefined || asked.size === total;
  if (total === asked.from && isSame && isSameSize) return { kind: "end", total };
  return toIncomplete("the object is shorter than the partial download", true);
}

function findValidator(headers: Readonly<Record<string, string>>, { digests }: Promised): string | undefined {
  return (
    findStrongEtag(headers["etag"]) ?? (digests.length > 0 ? headers["last-modified"]?.trim() : undefined)
  );
}

function findStrongEtag(etag: string | undefined): string | undefined {
  return /^"[\x21\x23-\x7e\x80-\xff]*"$/u.test(etag?.trim() ?? "") ? etag?.trim() : undefined;
}

function count(text: string | undefined): number | undefined {
  return /^\d{1,15}$/u.test(text?.trim() ?? "") ? Number(text) : undefined;
}

function toRefusal(status: number): AppError {
  const refuse = (kind: ErrorKind, code: ErrorCode, message: string, next: string = SAME_AGAIN): AppError =>
    new AppError(kind, code, message, { status, next });
  const answered = `the server answered ${status}`;
  if (status === 404) return refuse("service", "NOT_FOUND", "the server has no such file (404)");
  if (status >= 500) return refuse("network", "SERVICE_ERROR", answered, "Run the same command again later");
  if (status >= 300 && status < 400)
    return refuse("network", "REDIRECT_REFUSED", `the server redirects without a location (${status})`);
  const code = status < 300 ? "RESPONSE_UNRECOGNISED" : "SERVICE_REJECTED";
  return refuse("service", code, `${answered} instead of the file`);
}
