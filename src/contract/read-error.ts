/** Reads an error body in every known form, JSON or not. */
import { moreText } from "../counted.ts";
import { isJsonObject, jsonIn } from "./json-object.ts";

export interface ErrorBody {
  /** One line, at most 500 characters, without control characters; empty when the body has no message. */
  message: string;
  /** The service's own code, unchanged. */
  code?: string;
  /** Messages about single fields; `path` is in the service's notation. */
  detail: { path?: string; message: string }[];
}

const MAX_LENGTH = 500;
/** Maximum number of entries: more than a person reads, while a response may contain a hundred thousand. */
const MAX_ENTRIES = 50;
/** Number of characters of a page that are read. */
const MAX_HTML = 8_000;

// Spec silent: the error body. We read `{error: {code, message, detail}}`, `{error}`, `{message}`, `{Message}`,
// `{detail}`, `{errors}`, `{title}`, HTML and plain text.
export function readErrorBody(status: number, contentType: string | undefined, text: string): ErrorBody {
  const trimmed = text.trim();
  const json = jsonIn(trimmed);
  if (json !== undefined) return fromJson(json);
  if (/html/i.test(contentType ?? "") || /^<(!doctype|html|head|body)/i.test(trimmed)) {
    return { message: oneLine(fromHtml(trimmed, status)), detail: [] };
  }
  return { message: oneLine(trimmed), detail: [] };
}

function fromJson(json: unknown): ErrorBody {
  if (typeof json === "string") return { message: oneLine(json), detail: [] };
  if (Array.isArray(json)) {
    const detail = readDetail(json);
    return { message: summaryOf(detail), detail: bounded(detail) };
  }
  if (!isJsonObject(json)) return { message: "", detail: [] };
  const error = isJsonObject(json["error"]) ? json["error"] : {};
  const detail = [error["detail"], error["details"], json["detail"], json["details"], json["errors"]].flatMap(
    readDetail,
  );
  const message = firstText(
    error["message"],
    error["Message"],
    json["error"],
    json["message"],
    json["Message"],
    error["detail"],
    json["detail"],
    json["error_description"],
    error["title"],
    json["title"],
  );
  const code = firstText(error["code"], json["code"], json["errorCode"], json["Code"]);
  return {
    message: message === undefined ? summaryOf(detail) : oneLine(message),
    code: code && oneLine(code),
    detail: bounded(detail),
  };
}

function bounded(detail: ErrorBody["detail"]): ErrorBody["detail"] {
  if (detail.length <= MAX_ENTRIES) return detail;
  const rest = { message: moreText(detail.length - MAX_ENTRIES) };
  return [...detail.slice(0, MAX_ENTRIES), rest];
}

/**
 * Reads entries about fields: `{path, message}`, `{loc, msg}`, `{field, error}`, plain texts, or messages by field
 * name.
 */
function readDetail(value: unknown): ErrorBody["detail"] {
  if (Array.isArray(value)) {
    return value.flatMap((entry): ErrorBody["detail"] => {
      if (typeof entry === "string") return [{ message: oneLine(entry) }];
      if (!isJsonObject(entry)) return [];
      const message = firstText(
        entry["message"],
        entry["msg"],
        entry["error"],
        entry["detail"],
        entry["title"],
      );
      if (message === undefined) return [];
      const path = pathOf(
        entry["path"] ?? entry["loc"] ?? entry["field"] ?? entry["instancePath"] ?? entry["pointer"],
      );
      return [{ ...(path === undefined ? {} : { path }), message: oneLine(message) }];
    });
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([path, said]) => {
    const message = firstText(Array.isArray(said) ? said[0] : said);
    return message === undefined ? [] : [{ path: oneLine(path), message: oneLine(message) }];
  });
}

function pathOf(path: unknown): string | undefined {
  if (typeof path === "string") return oneLine(path) || undefined;
  if (!Array.isArray(path)) return undefined;
  // Frameworks start with the part of the request: ["body", "properties", 0].
  const keys = path.filter((key) => typeof key === "string" || typeof key === "number");
  const inBody = keys[0] === "body" ? keys.slice(1) : keys;
  const text = inBody.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
  return oneLine(text.replace(/^\./, "")) || undefined;
}

function summaryOf(detail: ErrorBody["detail"]): string {
  return oneLine(
    detail.map(({ path, message }) => (path === undefined ? message : `${path}: ${message}`)).join("; "),
  );
}

function firstText(...values: readonly unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value === "string" && value.trim() !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return undefined;
}

/** Returns a page's title or first heading, which describes the error; its text is the last resort. */
function fromHtml(html: string, status: number): string {
  for (const tag of ["title", "h1"]) {
    const found = new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, "i").exec(html.slice(0, MAX_HTML))?.[1]?.trim();
    if (found) return decode(found);
  }
  const words = html
    .slice(0, MAX_HTML)
    .replace(/<(script|style)[^>]*>[^]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ");
  return decode(words).trim() || `an HTML page with status ${status}`;
}

function decode(text: string): string {
  const entities: Record<string, string> = {
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
    "&nbsp;": " ",
    "&amp;": "&",
  };
  return text.replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (entity) => entities[entity] ?? entity);
}

/** Converts text from outside to one short line that cannot move the cursor or change the reading direction. */
function oneLine(text: string): string {
  const line = text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Zs}\u2800]+/gu, " ")
    .trim();
  if (line.length <= MAX_LENGTH) return line;
  // Does not split a surrogate pair.
  return `${line.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
