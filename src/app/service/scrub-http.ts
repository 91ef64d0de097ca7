/** Removes secrets from exchanges that are shown. */
import { redact } from "../../client/redact.ts";
import { replaceUrls, type UrlInText } from "../../contract/urls-in-text.ts";

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
  secrets: readonly string[],
): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => {
    const lower = name.toLowerCase();
    if (lower === "location") return { name, value: redact(scrubUrl(value), secrets) };
    return { name, value: SHOWN_HEADERS.has(lower) ? redact(value, secrets) : "***" };
  });
}

/**
 * Scrubs a body: URLs lose their queries, fragments and passwords, and properties with secret names lose their values, even in a truncated
 * text.
 */
export function scrubBody(text: string, secrets: readonly string[]): string {
  return replaceUrls(redact(text, secrets), maskUrl)
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
export function findSecrets(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => !SHOWN_HEADERS.has(name.toLowerCase()))
    .flatMap(([, value]) => {
      const [scheme = "", token = ""] = value.split(/ (.*)/s);
      const decoded = /^basic$/i.test(scheme) ? Buffer.from(token, "base64").toString() : "";
      return [value, token, decoded, decoded.replace(/^[^:]*:/, "")];
    })
    .filter(({ length }) => length >= 4);
}
