import { Argument, Option } from "@commander-js/extra-typings";
import { defineCommand } from "../cli/command/define-command.ts";
import type { Context } from "../cli/context.ts";
import { completing, flag, repeatable } from "../cli/flags/flag.ts";
import { maxCostFlag } from "../cli/flags/spending-flags.ts";
import { usageError } from "../cli/input/usage.ts";
import type { View } from "../cli/output/view.ts";
import type { RawCall } from "../client/build-request.ts";
import { ENDPOINTS } from "../contract/endpoints.ts";
import { tryParseJson, toJsonObject } from "../contract/json-object.ts";
import { findClosest } from "../domain/closest.ts";
import { readNonEmpty, type Reader } from "../domain/readers.ts";
import { advice, swath, typed } from "../hint.ts";
import { escapeJson, escapeText } from "../render/safe-text.ts";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

interface Pair {
  name: string;
  value: string;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers with which some services replace the method or the path of a request. */
const OVERRIDING_HEADERS =
  /^(?!access-control-).*(?:method|override|rewrite|original|forwarded|path$|ur[il]$)/;

/** Names of parameters and members with which some frameworks replace the method: `_method`, `X-HTTP-Method-Override`. */
const OVERRIDING_NAME = /^_+method$|method.?override|http.?method$/i;

const isOverriding = (name: string): boolean => OVERRIDING_NAME.test(name.replace(/[^!-~]/g, ""));

/** Headers that would change the credential, the destination or the framing of the request. */
const OURS = new Set([
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Reads `name: value`; blanks around the value are ignored. */
const readHeaderLine: Reader<Pair> = (given) => {
  const colon = given.indexOf(":");
  const name = given.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const value = given.slice(colon + 1).trim();
  if (colon === -1 || !TOKEN.test(name))
    return { ok: false, rule: "must be name:value, such as accept-language:en" };
  if (!/^[\t\u0020-\u007E]*$/.test(value)) return { ok: false, rule: "must have visible ASCII as its value" };
  if (OVERRIDING_HEADERS.test(name))
    return { ok: false, rule: "must not change the method or the path, which are arguments" };
  return OURS.has(name)
    ? { ok: false, rule: `names ${name}, which is decided by the base URL and the credential alone` }
    : { ok: true, value: { name, value } };
};

/** Reads `name=value`; the value may be empty. */
const readQueryPair: Reader<Pair> = (given) => {
  const equals = given.indexOf("=");
  return equals > 0
    ? { ok: true, value: { name: given.slice(0, equals), value: given.slice(equals + 1) } }
    : { ok: false, rule: "must be name=value, such as limit=5" };
};

/** Shows any body unchanged: the columns of an unknown response are unknown. */
const replyView: View<unknown> = {
  formats: ["table", "json", "ndjson", "yaml"],
  rows: (body) => (Array.isArray(body) ? body : [body]),
  text: (body) => (typeof body === "string" ? escapeLines(body) : escapeJson(body, 2)),
};

/** Returns the lines of a text; control characters cannot act on the terminal. */
const escapeLines = (text: string): string => text.split(/\r?\n/).map(escapeText).join("\n");

const PATHS = [...new Set(Object.values(ENDPOINTS).map(({ path }) => path))];

export const api = defineCommand({
  name: "api",
  summary: "Send one authenticated request by method and path",
  description:
    "For requests without a command of their own, such as an undocumented path. The path is relative to " +
    "the base URL and never leaves its scheme, host and port. A request that spends money asks for consent " +
    "and is written to the journal, like the command for the same endpoint. A request that changes " +
    "something at an unknown path also asks (--yes in scripts). Prints the body of the response: JSON " +
    "unchanged, other text as text, an empty body as null.",
  examples: [
    "swath api GET /collectiontypes --sandbox",
    "swath api POST /tasks/search --data '{\"limit\":5}' --sandbox",
    "swath api GET /tasks/paged --query-param limit=5 --include --json",
    'swath api PATCH /task/<taskId>/status --data \'{"status":"rejected"}\'',
  ],
  syntax: (command) =>
    command
      .addArgument(
        completing(
          new Argument("<method>", "GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE"),
          async () => METHODS,
        ),
      )
      .addArgument(
        completing(
          new Argument("<path>", "path below the base URL, such as /collectiontypes"),
          async () => PATHS,
        ),
      )
      .addOption(flag("--data <json>", "the body: JSON, @file, or - for stdin", readNonEmpty))
      .addOption(repeatable("--header <name:value>", "additional header", readHeaderLine))
      .addOption(repeatable("--query-param <name=value>", "query parameter", readQueryPair))
      .addOption(maxCostFlag())
      .addOption(new Option("--include", "print status and headers of the response as well")),
  parse: readApiRequest,
  run: async (context, request, options) => {
    const { sendRequest } = await import("../app/ordering/send-raw-request.ts");
    return sendRequest(context, request, options);
  },
  view: replyView,
});

async function readApiRequest(
  context: Context,
  { data, header = [], queryParam = [] }: { data?: string; header?: Pair[]; queryParam?: Pair[] },
  method: string,
  path: string,
): Promise<RawCall> {
  const wanted = readMethod(method);
  const { READING_METHODS } = await import("../app/ordering/send-raw-request.ts");
  if (data !== undefined && READING_METHODS.has(wanted)) {
    throw usageError(
      `a ${wanted} request carries no body, and --data gives one`,
      advice`Give parameters with ${typed("--query-param", "name=value")}`,
    );
  }
  const headers = joinHeaders(context, header);
  const body = data === undefined ? undefined : await readBody(context, data, headers["content-type"]);
  return {
    method: wanted,
    path: readPath(addQuery(path, queryParam), READING_METHODS.has(wanted)),
    headers,
    ...(body !== undefined && { body }),
  };
}

function readMethod(typed: string): string {
  const method = typed.toUpperCase();
  if (METHODS.includes(method)) return method;
  const meant = typed.startsWith("/") ? undefined : findClosest(method, METHODS);
  throw usageError(
    `${JSON.stringify(typed)} is not a method: ${METHODS.join(", ")}`,
    meant === undefined ? advice`Type: ${swath`api <method> <path>`}` : `Did you mean ${meant}?`,
  );
}

/**
 * Refuses a path that a service may read as another one: consent and limits belong to the path that is judged. The path is decoded
 * repeatedly, in case its characters are encoded more than once. `isReading`: the path of a request that changes nothing may have an
 * encoded slash, as in the name of a weekly export file.
 */
function readPath(path: string, isReading: boolean): string {
  if (path.includes("#")) throw usageError("a path with # in it would lose what follows", "Write # as %23");
  const [typed = "", query = ""] = path.split(/\?(.*)/s);
  const bare = typed.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const decoded = decodeFully(bare);
  if (/[\u0000-\u001F\u007F]/.test(`${path}${decoded}`))
    throw usageError("the path has a control character in it");
  const slashesIn = (text: string): number => text.split("/").length;
  if (decoded.includes("\\") || (!isReading && slashesIn(decoded) > slashesIn(bare)))
    throw usageError("the path has an encoded slash or a backslash: a service may read it as another path");
  if (decoded.split("/").some((segment) => /^\.{1,2}(?:;|$)/.test(segment)))
    throw usageError(
      "the path has a segment . or ..: a service may read it as another path",
      "Write the path without it",
    );
  const names = query.split(/[&;]/).map((pair) => decodeFully(pair.replace(/=.*/s, "")));
  if (names.some(isOverriding))
    throw usageError("a query parameter must not change the method, which is an argument");
  return path;
}

/** Decodes percent-encoding until nothing is left of it; what cannot be decoded stays. */
function decodeFully(text: string): string {
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => {
      try {
        return decodeURIComponent(codes);
      } catch {
        return codes;
      }
    });
  }
  return text;
}

/** Repeated names stay repeated. */
function addQuery(path: string, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return path;
  const query = new URLSearchParams(
    pairs.map(({ name, value }): [string, string] => [name, value]),
  ).toString();
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

function joinHeaders({ dialect }: Context, pairs: readonly Pair[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (const { name, value } of pairs) {
    if (name === dialect["auth.header"].toLowerCase()) {
      throw usageError(
        `--header ${name}: the profile sends the credential in this header`,
        "Choose the credential with --api-key-file, --token-file or a profile",
      );
    }
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(headers);
}

/** JSON is validated and then sent unchanged; text of another content type is sent without validation. */
async function readBody(context: Context, data: string, contentType: string | undefined): Promise<string> {
  const [{ findRepeatedNames, readJson }, { readText }, { readInline }] = await Promise.all([
    import("../geo/read-json.ts"),
    import("../geo/read-text.ts"),
    import("../cli/input/read-value.ts"),
  ]);
  const [, charset = "utf-8"] = /charset\s*=\s*["']?([^"';,\s]*)/i.exec(contentType ?? "") ?? [];
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw usageError(`--data is sent in UTF-8, and the content type has charset ${charset}`);
  const { bytes, name } = await readInline(context, data, "--data");
  const { text } = readText(bytes, name);
  if (contentType === undefined || /\bjson\b/i.test(contentType)) readJson(text, name);
  const [repeated] = findRepeatedNames(text);
  if (repeated !== undefined)
    throw usageError(
      `--data has ${JSON.stringify(repeated)} more than once in one object: which one the service reads is unknown`,
    );
  const fields = text.split(/[&;]/).map((pair) => pair.replace(/=.*/s, ""));
  const names = [...fields, ...Object.keys(toJsonObject(tryParseJson(text)))];
  if (names.some((one) => isOverriding(decodeFully(one))))
    throw usageError("--data must not change the method, which is an argument");
  return text;
}
