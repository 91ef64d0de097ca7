import { ENDPOINT_NAMES, endpointOf, type EndpointName } from "../contract/endpoints.ts";
import { Refusal } from "./http/refusal.ts";

interface Route {
  name: EndpointName;
  method: string;
  /** Path segments; `{name}` stands for any one. */
  segments: readonly string[];
}

const toRoute = (name: EndpointName, path: string): Route => ({
  name,
  method: endpointOf(name).method,
  segments: path.slice(1).split("/"),
});

const ROUTES: readonly Route[] = [
  ...ENDPOINT_NAMES.map((name) => toRoute(name, endpointOf(name).path)),
  // Spec silent: /repeat-request or /repeat-requests for the retask, /task or /tasks for the update, /orders or /orders/. We
  // serve both spellings of each, without a redirect.
  ...ENDPOINT_NAMES.flatMap((name) => (endpointOf(name).otherPaths ?? []).map((path) => toRoute(name, path))),
];

export interface Match {
  name: EndpointName;
  params: Record<string, string>;
}

const isParameter = (segment: string): boolean => segment.startsWith("{");

/** Finds the endpoint of a request. Errors: 404 for a path nobody serves, 405 with `Allow` for a wrong method. */
export function matchRoute(method: string, pathname: string): Match {
  const given = pathname.slice(1).split("/");
  const fitting = ROUTES.filter(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every((segment, at) => (isParameter(segment) ? given[at] !== "" : segment === given[at])),
  );
  // `/tasks/search` is a path of its own, not the task called "search".
  const fewest = Math.min(...fitting.map(countParameters));
  const paths = fitting.filter((route) => countParameters(route) === fewest);
  if (paths.length === 0) throw new Refusal(404, "NOT_FOUND", `no endpoint has the path ${pathname}`);
  const route = paths.find((candidate) => candidate.method === method);
  if (route !== undefined) return { name: route.name, params: paramsOf(route, given) };
  const allow = [...new Set(paths.map((candidate) => candidate.method))].join(", ");
  throw new Refusal(405, "METHOD_NOT_ALLOWED", `${pathname} answers ${allow}, not ${method}`, [], { allow });
}

const countParameters = ({ segments }: Route): number => segments.filter(isParameter).length;

function paramsOf({ segments }: Route, given: readonly string[]): Record<string, string> {
  const pairs = segments.flatMap((segment, at) =>
    isParameter(segment) ? [[segment.slice(1, -1), decode(given[at] ?? "")] as const] : [],
  );
  return Object.fromEntries(pairs);
}

/** An identifier as it was before encoding. Ids are opaque; one that is not even an encoding names nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(404, "NOT_FOUND", `${segment} is not a percent-encoded identifier`);
  }
}
