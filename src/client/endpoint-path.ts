import type { Dialect } from "../contract/dialect.ts";
import { ENDPOINT_NAMES, endpointOf, type EndpointName } from "../contract/endpoints.ts";
import type { BaseUrl } from "../contract/base-url.ts";

/** An endpoint's path with its placeholders, as this deployment spells it. */
export function endpointPath(name: EndpointName, dialect: Dialect): string {
  const { path, pathSetting } = endpointOf(name);
  return pathSetting === undefined ? path : dialect[pathSetting];
}

/**
 * The endpoint that a raw method and path mean, so that a request typed by hand is guarded like any other. For
 * endpoints that may spend it is generous on purpose (letter case, slashes, percent-encoding, dot segments, another
 * prefix): taking a request for a spending one costs a question, missing one costs money.
 *
 * @param path as sent, the base URL's prefix included
 */
export function findEndpoint(
  method: string,
  path: string,
  { base, dialect }: { base: BaseUrl; dialect: Dialect },
): EndpointName | undefined {
  const wanted = comparable(path);
  const names = ENDPOINT_NAMES.filter((name) => endpointOf(name).method === method);
  const matches = (name: EndpointName, before: string, id: string): boolean =>
    [endpointPath(name, dialect), endpointOf(name).path].some((template) =>
      new RegExp(`^${before}${sourceOf(template, id)}$`).test(wanted),
    );
  const prefix = escape(comparable(base.prefix).replace(/\/$/, ""));
  return (
    names.find((name) => matches(name, prefix, "[^/]+")) ??
    names.filter(maySpend).find((name) => matches(name, ".*", ".+"))
  );
}

const maySpend = (name: EndpointName): boolean => {
  const { effect } = endpointOf(name);
  return effect === "spend" || typeof effect === "function";
};

const sourceOf = (template: string, id: string): string =>
  escape(comparable(template.replace(/\{\w+\}/g, "\u0000"))).replaceAll("\u0000", id);

const escape = (text: string): string => text.replace(/[.*+?^$()|[\]{}\\]/g, "\\$&");

function comparable(path: string): string {
  const [bare = ""] = path.split(/[?#]/);
  const plain = bare.replace(/%[0-9a-f]{2}/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  const segments: string[] = [];
  for (const segment of plain.toLowerCase().split(/[/\\]+/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}
