/** Words to one raw request: method, path with query, headers, body. */
import type { RawCall } from "../../client/build-request.ts";
import { closest } from "../../domain/closest.ts";
import { AppError } from "../../errors.ts";
import { readJson } from "../../geo/read-json.ts";
import { READING_METHODS } from "../../app/spending/send-raw-request.ts";
import type { Context } from "../../cli/context.ts";
import { nameInput, readInline } from "../../cli/input/read-value.ts";
import { METHODS } from "./methods.ts";
import type { Pair } from "./readers.ts";

export interface ApiOptions {
  data?: string;
  header?: Pair[];
  queryParam?: Pair[];
}

export async function apiRequest(
  context: Context,
  { data, header = [], queryParam = [] }: ApiOptions,
  method: string,
  path: string,
): Promise<RawCall> {
  const wanted = readMethod(method);
  if (data !== undefined && READING_METHODS.has(wanted)) {
    throw new AppError("usage", "USAGE", `a ${wanted} request carries no body, and --data gives one`, {
      hint: "Give parameters with --query-param name=value",
    });
  }
  const headers = joinHeaders(context, header);
  const body = data === undefined ? undefined : await readBody(context, data, headers["content-type"]);
  return {
    method: wanted,
    path: withQuery(readPath(path), queryParam),
    headers,
    ...(body !== undefined && { body }),
  };
}

function readMethod(typed: string): string {
  const method = typed.toUpperCase();
  if (METHODS.includes(method)) return method;
  const meant = typed.startsWith("/") ? undefined : closest(method, METHODS);
  throw new AppError("usage", "USAGE", `${JSON.stringify(typed)} is not a method: ${METHODS.join(", ")}`, {
    hint: meant === undefined ? "Type: swath api <method> <path>" : `Did you mean ${meant}?`,
  });
}

function readPath(path: string): string {
  if (path.includes("#"))
    throw new AppError("usage", "USAGE", "a path with # in it would lose what follows", {
      hint: "Write # as %23",
    });
  if (/[\u0000-\u001F\u007F]/.test(path))
    throw new AppError("usage", "USAGE", "the path has a control character in it");
  return path;
}

/** Repeated names stay repeated. */
function withQuery(path: string, pairs: readonly Pair[]): string {
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
      throw new AppError(
        "usage",
        "USAGE",
        `--header ${name}: the profile sends the credential in this header`,
        {
          hint: "Choose the credential with --api-key-file, --token-file or a profile",
        },
      );
    }
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(headers);
}

/** JSON is checked and then sent as it was written; another content type sends its text unread. */
async function readBody(context: Context, data: string, contentType: string | undefined): Promise<string> {
  const bytes = await readInline(context, data, "--data");
  if (contentType === undefined || /\bjson\b/i.test(contentType)) readJson(bytes, nameInput("--data", data));
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}
