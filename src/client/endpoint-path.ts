import type { BaseUrl } from "../contract/base-url.ts";
import type { Dialect } from "../contract/dialect.ts";
import { ENDPOINT_NAMES, type EndpointName, endpointOf, isCancellation } from "../contract/endpoints.ts";
import { AppError } from "../errors.ts";

/** Returns an endpoint's path with its placeholders, in this profile's spelling. A cancellation may have a path of its own. */
export function endpointPath(name: EndpointName, dialect: Dialect, body?: unknown): string {
  const { path, pathSetting, cancelSetting } = endpointOf(name);
  const setting = cancelSetting !== undefined && isCancellation(body) ? cancelSetting : pathSetting;
  return setting === undefined ? path : dialect[setting];
}

/** Returns every path of an endpoint in this profile and in the interface. */
function pathsOf(name: EndpointName, dialect: Dialect): string[] {
  const { path, cancelSetting } = endpointOf(name);
  return [
    endpointPath(name, dialect),
    path,
    ...(cancelSetting === undefined ? [] : [dialect[cancelSetting]]),
  ];
}

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
  const names = ENDPOINT_NAMES.filter((name) => endpointOf(name).method === method);
  const matches = (name: EndpointName, text: string, source: (template: string) => string): boolean =>
    pathsOf(name, dialect).some((template) => new RegExp(`^${source(template)}$`).test(text));
  const prefix = escape(base.prefix.replace(/\/$/, ""));
  const exact = names.find((name) =>
    matches(name, path, (template) => `${prefix}${sourceOf(template.replace(/\/$/, ""), "[^/]+")}/?`),
  );
  if (exact !== undefined) return { name: exact, isExact: true };
  const wanted = comparable(path);
  const name = names
    .filter(maySpend)
    .find((one) => matches(one, wanted, (template) => `.*${sourceOf(comparable(template), ".+")}`));
  return { name, isExact: false };
}

/**
 * Returns the path in the interface's spelling, as the journal has it for the endpoint's own command: slashes, letter case, coding and the
 * path of a deployment do not change the intent. Ids are those of the typed path.
 */
export function knownPath(
  name: EndpointName,
  path: string,
  { base, dialect }: { base: BaseUrl; dialect: Dialect },
): string {
  const typed = segmentsOf(path);
  const own = endpointOf(name).path;
  const templates = [endpointPath(name, dialect), own].map((template) => segmentsOf(template));
  const isTyped = (template: readonly string[]): boolean =>
    template.every((segment, at) => {
      const found = typed.at(at - template.length);
      return isParameter(segment) || found?.toLowerCase() === segment.toLowerCase();
    });
  const template = templates.find(isTyped) ?? templates[0]!;
  const ids = new Map(template.map((segment, at) => [segment, typed.at(at - template.length)]));
  const filled = own.replace(/\{\w+\}/g, (parameter) => encodeURIComponent(ids.get(parameter) ?? parameter));
  return `${base.prefix}${filled}`;
}

const isParameter = (segment: string): boolean => segment.startsWith("{");

const maySpend = (name: EndpointName): boolean => {
  const { effect } = endpointOf(name);
  return effect === "spend" || typeof effect === "function";
};

const sourceOf = (template: string, id: string): string =>
  escape(template.replace(/\{\w+\}/g, "\u0000")).replaceAll("\u0000", id);

const escape = (text: string): string => text.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&");

const comparable = (path: string): string => `/${segmentsOf(path).join("/").toLowerCase()}`;

/** Removes empty and dot segments, and decodes percent-encoding. */
function segmentsOf(path: string): string[] {
  const [bare = ""] = path.split(/[?#]/);
  const plain = bare.replace(/(?:%[0-9a-f]{2})+/gi, decoded);
  const segments: string[] = [];
  for (const segment of plain.split(/[/\\]+/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

/** Decodes UTF-8; invalid bytes become one character each. */
function decoded(codes: string): string {
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
