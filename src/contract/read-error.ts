/** Reads an error body in every known form, JSON or not, and finds an error in a response with a success status. */
import { moreText } from "../counted.ts";
import { isJsonObject, type JsonObject, toJsonObject, tryParseJson } from "./json-object.ts";
import { readField } from "./read-record.ts";

export interface ErrorBody {
  /** One line, at most 500 characters, without control characters; empty when the body has no message. */
  message: string;
  /** The service's own code, unchanged. */
  code?: string;
  /** Messages about single fields. None of them is the message itself. */
  detail: Detail[];
}

/** A message about one field. */
export interface Detail {
  /** In the service's notation. */
  path?: string;
  message: string;
  /** The refused value, if the service repeats it and it is short. */
  value?: string | number | boolean;
}

const MAX_LENGTH = 500;
/** Maximum number of entries: more than a person reads, while a response may contain a hundred thousand. */
const MAX_ENTRIES = 50;
/** A longer value is left out. */
const MAX_VALUE = 80;
/** Deeper details are not read. */
const DEEPEST = 8;
/** Number of characters of a page that are read. */
const MAX_HTML = 8_000;

// Spec silent: the error body. We read `{error: {code, message, detail}}`, `{error}`, `{message}`, `{Message}`, `{detail}`,
// `{details}`, `{errors}`, `{title}`, a detail that is a list, an object or messages by field, HTML, XML and plain text.
export function readErrorBody(status: number, contentType: string | undefined, text: string): ErrorBody {
  const trimmed = text.trim();
  const json = tryParseJson(trimmed);
  if (json !== undefined) return readJsonError(json);
  if (isMarkup(contentType, trimmed))
    return { message: toOneLine(readMarkupError(trimmed, status)), detail: [] };
  return { message: toOneLine(trimmed), detail: [] };
}

/** Returns whether a response is a page of a gateway or a proxy: the service itself answers with JSON. */
export const isMarkup = (contentType: string | undefined, text: string): boolean =>
  tryParseJson(text) === undefined &&
  (/html|xml/i.test(contentType ?? "") || /^\s*<(?:[!?][a-z]|html|head|body|error)/i.test(text));

function readJsonError(json: unknown): ErrorBody {
  if (typeof json === "string") return { message: toOneLine(json), detail: [] };
  if (Array.isArray(json)) return summarizeDetail(undefined, readDetail(json));
  if (!isJsonObject(json)) return { message: "", detail: [] };
  const error = isJsonObject(json["error"]) ? json["error"] : {};
  const detail = [
    ...[error, json].flatMap((level) => [
      level["message"],
      level["Message"],
      ...LISTS.map((name) => level[name]),
    ]),
    Array.isArray(json["error"]) ? json["error"] : undefined,
    json["error_description"],
  ].flatMap((value) => readDetail(value));
  const message = findText(
    error["message"],
    error["Message"],
    json["error"],
    json["message"],
    json["Message"],
    error["detail"],
    json["detail"],
    json["error_description"],
    json["error_msg"],
    json["errorMessage"],
    toJsonObject(json["fault"])["faultstring"],
    error["title"],
    json["title"],
  );
  const code = findText(error["code"], json["code"], json["errorCode"], json["error_code"], json["Code"]);
  return { ...summarizeDetail(message, detail), code: code && toOneLine(code) };
}

/** Members with details. */
const LISTS = ["detail", "details", "errors", "violations", "invalid-params", "invalidParams"];

/** Returns the message, or a summary of the details without one, and the details that it does not contain, each once. */
function summarizeDetail(
  message: string | undefined,
  found: readonly Detail[],
): Pick<ErrorBody, "message" | "detail"> {
  const said = message === undefined ? undefined : toOneLine(message);
  const byText = new Map(found.map((entry) => [formatErrorDetail(entry), entry] as const));
  // A detail that repeats the message tells nothing new.
  const detail = [...byText].filter(([text]) => text !== said).map(([, entry]) => entry);
  const [only, ...others] = detail;
  const summary =
    only === undefined ? "" : others.length === 0 ? formatErrorDetail(only) : `${detail.length} problems`;
  return { message: said ?? toOneLine(summary), detail: limitDetail(detail) };
}

/** Returns a detail as a sentence: `windowOpen: is in the past (got "2020-01-01")`. */
export function formatErrorDetail({ path, message, value }: Detail): string {
  const subject = path === undefined || message.includes(path) ? "" : `${path}: `;
  const shown = value === undefined ? "" : JSON.stringify(value);
  const got = shown === "" || message.includes(String(value)) ? "" : ` (got ${shown})`;
  return `${subject}${message}${got}`;
}

function limitDetail(detail: readonly Detail[]): Detail[] {
  if (detail.length <= MAX_ENTRIES) return [...detail];
  const rest = { message: moreText(detail.length - MAX_ENTRIES) };
  return [...detail.slice(0, MAX_ENTRIES), rest];
}

const OWN_MESSAGES = ["message", "msg"];
const MESSAGES = [...OWN_MESSAGES, "error", "detail", "title", "reason", "description"];
const PATHS = ["path", "loc", "field", "instancePath", "pointer", "param"];
const NAMES = ["name", "property"];
const VALUES = ["value", "received", "input", "rejectedValue", "actual"];

const findFirst = (entry: JsonObject, names: readonly string[]): unknown =>
  names.map((name) => entry[name]).find((value) => value !== undefined && value !== null);

/** Reads an entry about a field; `isListed`: it is an element of a list, whose members are not names of fields. */
function readDetailEntry(entry: JsonObject, isListed: boolean): Detail | undefined {
  const path = readDetailPath(
    findFirst(entry, isListed ? [...PATHS, ...NAMES] : PATHS) ?? toJsonObject(entry["source"])["pointer"],
  );
  const isEntry = isListed || path !== undefined;
  const message = findText(...(isEntry ? MESSAGES : OWN_MESSAGES).map((name) => entry[name]));
  if (message === undefined) return undefined;
  const value = findFirst(entry, VALUES);
  return {
    ...(path === undefined ? {} : { path }),
    message: toOneLine(message),
    ...(isShort(value) && { value }),
  };
}

const isShort = (value: unknown): value is string | number | boolean =>
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length <= MAX_VALUE);

/** The place of a detail in the error. */
interface Place {
  /** The path of its object in the error. */
  at: string;
  isListed: boolean;
  depth: number;
}

/**
 * Reads texts and entries about fields, alone, in a list or by field name: `{path, message}`, `{loc, msg}`, `{field, error}`,
 * `{windowOpen: ["is required"]}`.
 */
function readDetail(value: unknown, place: Place = { at: "", isListed: false, depth: 0 }): Detail[] {
  const { at } = place;
  const depth = place.depth + 1;
  if (depth > DEEPEST) return [];
  if (typeof value === "string")
    return value.trim() === "" ? [] : [{ ...(at !== "" && { path: at }), message: toOneLine(value) }];
  if (Array.isArray(value))
    return value.flatMap((entry: unknown) => readDetail(entry, { at, isListed: true, depth }));
  if (!isJsonObject(value)) return [];
  const entry = readDetailEntry(value, place.isListed);
  if (entry !== undefined) {
    const inner = LISTS.map((name) => value[name]).filter((list) => typeof list === "object");
    const further = inner.flatMap((list) => readDetail(list, { at, isListed: false, depth }));
    return [at === "" ? entry : { path: at, ...entry }, ...further];
  }
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = name === "_errors" ? at : at === "" ? name : `${at}.${name}`;
    return readDetail(inner, { at: toOneLine(path), isListed: false, depth });
  });
}

function readDetailPath(path: unknown): string | undefined {
  if (typeof path === "string") return toOneLine(path) || undefined;
  if (!Array.isArray(path)) return undefined;
  // Frameworks start with the part of the request: ["body", "properties", 0].
  const keys = path.filter((key) => typeof key === "string" || typeof key === "number");
  const inBody = keys[0] === "body" ? keys.slice(1) : keys;
  const text = inBody.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
  return toOneLine(text.replace(/^\./, "")) || undefined;
}

function findText(...values: readonly unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value === "string" && value.trim() !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return undefined;
}

/** Returns the message of an XML error, or a page's title or first heading; the text of a page is the last resort. */
function readMarkupError(page: string, status: number): string {
  const start = page.slice(0, MAX_HTML);
  for (const tag of ["message", "title", "h1"]) {
    const found = new RegExp(`<${tag}(?:\\s[^>]*)?>([^<]*)</${tag}>`, "i").exec(start)?.[1]?.trim();
    if (found) return decode(found);
  }
  const words = start.replace(/<(script|style)[^>]*>[^]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " ");
  return decode(words).trim() || `a page with status ${status}`;
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
function toOneLine(text: string): string {
  const line = text
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Zs}\u2800]+/gu, " ")
    .trim();
  if (line.length <= MAX_LENGTH) return line;
  // Does not split a surrogate pair.
  return `${line.slice(0, MAX_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Texts in the place of an error that report none. */
const NO_ERROR: ReadonlySet<string> = new Set(["", "0", "false", "no", "none", "null", "ok", "success"]);

// Spec silent: a success status with an error in its response. We read `error`, `errors`, and `success` or `ok` that is false, at
// the root, in the one element of a list, and in `order`, `data` and `result`: the outcome of such a request is unknown.
/** Reports whether a response reports that its request failed, also beside an id. */
export function reportsError(reply: unknown): boolean {
  const only: unknown = Array.isArray(reply) && reply.length === 1 ? reply[0] : reply;
  if (!isJsonObject(only)) return false;
  return [only, only["order"], only["data"], only["result"]].some(
    (level) =>
      isJsonObject(level) &&
      (isError(readField(level, "error")) ||
        isError(readField(level, "errors")) ||
        ["success", "Success", "isSuccess", "succeeded", "ok"].some((name) => isFalse(level[name]))),
  );
}

const isFalse = (value: unknown): boolean =>
  value === false || (typeof value === "string" && value.trim().toLowerCase() === "false");

function isError(value: unknown): boolean {
  if (typeof value === "string") return !NO_ERROR.has(value.trim().toLowerCase());
  if (typeof value === "object" && value !== null) return Object.values(value).some(isError);
  return Boolean(value);
}
