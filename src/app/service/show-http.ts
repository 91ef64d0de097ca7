/** `--debug`: shows each exchange of a run, without secrets: `> ` before what is sent, `< ` before the response. */
import { Secrets } from "../../client/redact.ts";
import type { Send } from "../../contract/send.ts";
import { replaceUrls, type UrlInText } from "../../contract/urls-in-text.ts";

/** Maximum number of bytes of a body that are shown. */
const MAX_SHOWN_BYTES = 4096;

/** Wraps `send`: each exchange is shown by `show`, one line at a time. The body of a response follows once it has been read. */
export function showHttp(send: Send, show: (line: string) => void): Send {
  const secrets = new Secrets();
  const clean = (text: string): string => scrubBody(text, secrets);
  const showHeaders = (mark: string, headers: Readonly<Record<string, string>>): void => {
    for (const { name, value } of scrubHeaders(headers, secrets)) show(`${mark} ${name}: ${value}`);
  };
  return async (request) => {
    secrets.know(findSecrets(request.headers));
    show(`> ${request.method} ${clean(scrubUrl(request.url))}`);
    showHeaders(">", request.headers);
    if (typeof request.body === "string") show(`> ${clean(request.body)}`);
    // Without `receive` the body of a refusal passes through here.
    const { status, headers, body } = await send({ ...request, receive: undefined });
    show(`< ${status}`);
    showHeaders("<", headers);
    const isText = /json|text|html|xml/i.test(headers["content-type"] ?? "");
    return { status, headers, body: isText ? watchText(body, (text) => show(`< ${clean(text)}`)) : body };
  };
}

/** Passes a body on; calls `onEnd` once, with the beginning of its text, when the body has ended or its reader has stopped. */
function watchText(
  body: AsyncIterable<Uint8Array>,
  onEnd: (text: string) => void,
): AsyncIterableIterator<Uint8Array> {
  const source = body[Symbol.asyncIterator]();
  const kept: Uint8Array[] = [];
  let size = 0;
  let isEnded = false;
  const finish = (end: string): void => {
    if (isEnded) return;
    isEnded = true;
    const text = Buffer.concat(kept).subarray(0, MAX_SHOWN_BYTES).toString("utf8");
    onEnd(`${text}${size > MAX_SHOWN_BYTES ? ` ... (${size} bytes)` : ""}${end}`);
  };
  // Not a generator: one that was never read would not end its source.
  return {
    next: async () => {
      const step = await source.next().catch((error: unknown) => {
        finish(" ... (broken off)");
        throw error;
      });
      if (step.done === true) finish("");
      else {
        if (size < MAX_SHOWN_BYTES) kept.push(step.value);
        size += step.value.length;
      }
      return step;
    },
    return: async () => {
      finish(" ... (not read to its end)");
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Headers without secrets; all others are masked. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set(
  "accept accept-encoding accept-ranges age cache-control connection content-encoding content-length content-range content-type date etag expires host if-range last-modified range retry-after server transfer-encoding user-agent vary via x-request-id".split(
    " ",
  ),
);

/** Query parameters of the interface that describe the request and never the user. */
const SHOWN_QUERY: ReadonlySet<string> = new Set(
  "limit page pageSize page_size bbox bbox-crs collections ids datetime merge type exportFormat fileNames sortby".split(
    " ",
  ),
);

const SECRET_NAME = /sig|token|key|credential|secret|passw|auth/i;

/**
 * Keeps the path and harmless parameters; every other value becomes `***`, including the signature of a signed URL.
 */
export function scrubUrl(url: string): string {
  const [address = "", query] = url.replace(/#.*$/s, "").split(/\?(.*)/s);
  const plain = address.replace(/\/\/[^/@]*@/, "//***@");
  if (query === undefined) return plain;
  const parameters = query.split(/[&;]/).map((parameter) => {
    const [name = "", value] = parameter.split(/=(.*)/s);
    // A lone value may end in equals signs, as in base64.
    if (value === undefined || /^=*$/.test(value)) return "***";
    return SHOWN_QUERY.has(name) ? parameter : `${name}=***`;
  });
  return `${plain}?${parameters.join("&")}`;
}

export function scrubHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: Secrets,
): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === "location") return { name, value: secrets.clean(scrubUrl(value)) };
    return { name, value: SHOWN_HEADERS.has(lower) ? secrets.clean(value) : "***" };
  });
}

/**
 * Scrubs a body: URLs lose their queries, fragments and passwords, and properties with secret names lose their values, even in a truncated
 * text.
 */
export function scrubBody(text: string, secrets: Secrets): string {
  return replaceUrls(secrets.clean(text), maskUrl)
    .replace(/((?:[?&;]|&amp;|\\u0026)[\w.-]*=)[^&"'\s<>\\]*/g, "$1***")
    .replace(/<([\w:.-]+)>[^<]+/g, (whole, name: string) => (SECRET_NAME.test(name) ? `<${name}>***` : whole))
    .replace(
      /("([^"\\]*)"\s*:\s*")((?:[^"\\]|\\.)*)("|$)/g,
      (whole, start: string, name: string, _value, end: string) =>
        SECRET_NAME.test(name) && name !== "assetKey" ? `${start}***${end}` : whole,
    );
}

const maskUrl = ({ start, userInfo, address, query }: UrlInText): string =>
  `${start}${userInfo === undefined ? "" : "***@"}${address}${query === undefined ? "" : "?***"}`;

/** Returns the credentials of a request: its masked headers, complete and without their scheme words. */
function findSecrets(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => !SHOWN_HEADERS.has(name.toLowerCase()))
    .flatMap(([, value]) => {
      const [scheme = "", token = ""] = value.split(/ (.*)/s);
      const decoded = /^basic$/i.test(scheme) ? Buffer.from(token, "base64").toString() : "";
      return [value, token, decoded, decoded.replace(/^[^:]*:/, "")];
    })
    .filter(({ length }) => length >= 4);
}
