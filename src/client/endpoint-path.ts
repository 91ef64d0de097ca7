import type { BaseUrl } from "../contract/base-url.ts";
import type { Dialect } from "../contract/dialect.ts";
import { ENDPOINT_NAMES, type EndpointName, getEndpoint, isCancellation } from "../contract/endpoints.ts";
import { AppError } from "../errors.ts";

/** Returns an endpoint's path with its placeholders, in this profile's spelling. A cancellation may have a path of its own. */
export function findPath(name: EndpointName, dialect: Dialect, body?: unknown): string {
  const { path, pathSetting, cancelSetting } = getEndpoint(name);
  const setting = cancelSetting !== undefined && isCancellation(body) ? cancelSetting : pathSetting;
  return setting === undefined ? path : dialect[setting];
}

/** Returns every known spelling of an endpoint's path: the profile's, the interface's, and the one for cancellations. */
function listSpellings(name: EndpointName, dialect: Dialect): string[] {
  const { path, otherPaths = [], cancelSetting } = getEndpoint(name);
  const ofCancellation = cancelSetting === undefined ? [] : [dialect[cancelSetting]];
  return [...new Set([findPath(name, dialect), path, ...otherPaths, ...ofCancellation])];
}

/** Returns the spelling to try when the service has no path in this profile's spelling; undefined without another one. */
export const findOtherSpelling = (name: EndpointName, dialect: Dialect): string | undefined =>
  listSpellings(name, dialect)[1];

/**
 * Returns the endpoint of a raw method and path, so that a typed request is guarded like any other. A request is judged to be free
 * only by the exact path that is sent; for spending endpoints the comparison is tolerant: letter case, slashes, percent-encoding, dot
 * segments, another prefix. A false match costs a question, a missed one costs money. `path` includes the base URL's prefix.
 */
export function findEndpoint(
  method: string,
  path: string,
  { base, dialect }: { base: BaseUrl; dialect: Dialect },
): { name: EndpointName | undefined; isExact: boolean } {
  const names = ENDPOINT_NAMES.filter((name) => getEndpoint(name).method === method);
  const matches = (name: EndpointName, text: string, source: (template: string) => string): boolean =>
    listSpellings(name, dialect).some((template) => new RegExp(`^${source(template)}$`).test(text));
  const prefix = escape(base.prefix.replace(/\/$/, ""));
  const exact = names.find((name) =>
    matches(name, path, (template) => `${prefix}${toPattern(template.replace(/\/$/, ""), "[^/]+")}/?`),
  );
  if (exact !== undefined) return { name: exact, isExact: true };
  const wanted = toComparable(path);
  const name = names
    .filter(canSpend)
    .find((one) => matches(one, wanted, (template) => `.*${toPattern(toComparable(template), ".+")}`));
  return { name, isExact: false };
}

/**
 * Returns the path in the interface's spelling, for the journal: the spelling of a deployment, slashes, letter case and coding do not
 * change what is bought. Ids are those of the typed path.
 */
export function toKnownPath(
  name: EndpointName,
  path: string,
  { base, dialect }: { base: BaseUrl; dialect: Dialect },
): string {
  const typed = splitPath(path);
  const spellings = listSpellings(name, dialect).map(splitPath);
  const template = spellings.find((one) => hasEnding(typed, one)) ?? spellings[0]!;
  const filled = splitPath(getEndpoint(name).path).map((segment) => {
    const at = segment.startsWith("{") ? template.indexOf(segment) : -1;
    const id = at === -1 ? undefined : typed.at(at - template.length);
    return id === undefined ? segment : encodeURIComponent(id);
  });
  return `${base.prefix}/${filled.join("/")}`;
}

/** Returns whether the last segments are those of a template. */
const hasEnding = (typed: readonly string[], template: readonly string[]): boolean =>
  typed.length >= template.length &&
  template.every((segment, at) => {
    const own = typed.at(at - template.length);
    return segment.startsWith("{") || own?.toLowerCase() === segment.toLowerCase();
  });

const canSpend = (name: EndpointName): boolean => {
  const { effect } = getEndpoint(name);
  return effect === "spend" || typeof effect === "function";
};

const toPattern = (template: string, id: string): string =>
  escape(template.replace(/\{\w+\}/g, "\u0000")).replaceAll("\u0000", id);

const escape = (text: string): string => text.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&");

const toComparable = (path: string): string => `/${splitPath(path).join("/").toLowerCase()}`;

/** Removes empty and dot segments, and decodes percent-encoding. */
function splitPath(path: string): string[] {
  const [bare = ""] = path.split(/[?#]/);
  const plain = bare.replace(/(?:%[0-9a-f]{2})+/gi, decodePercent);
  const segments: string[] = [];
  for (const segment of plain.split(/[/\\]+/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

/** Decodes UTF-8; invalid bytes become one character each. */
function decodePercent(codes: string): string {
  try {
    return decodeURIComponent(codes);
  } catch {
    return codes.replace(/%../g, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  }
}

/**
 * Puts identifiers into the `{placeholders}` of an endpoint's path. Identifiers are opaque, so each is percent-encoded. Refuses one that cannot
 * be a path segment.
 */
export function fillPath(template: string, params: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (typeof value !== "string" || value.trim() === "") throw refuse(name, "is empty");
    // Servers and proxies resolve dot segments even when they are percent-encoded.
    if (value === "." || value === "..") throw refuse(name, `cannot be "${value}"`);
    if (/[\p{Cc}\p{Cs}]/u.test(value)) throw refuse(name, "contains control characters");
    return encodeURIComponent(value);
  });
}

const refuse = (name: string, why: string): AppError =>
  new AppError("usage", "USAGE", `the id for {${name}} ${why}`);
