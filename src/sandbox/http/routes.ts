import { makeNotFound, Refusal, UnknownPath } from "./reply.ts";

/** A method and a path, and the target that serves them. */
export interface Route<Target> {
  method: string;
  /** `{name}` matches any segment but the empty one. */
  segments: readonly string[];
  target: Target;
}

interface Match<Target> {
  method: string;
  target: Target;
  params: Record<string, string>;
}

export const makeRoute = <Target>(method: string, path: string, target: Target): Route<Target> => ({
  method,
  segments: path.slice(1).split("/"),
  target,
});

/** Returns the routes of a table by method and path, such as `GET /tasks/{id}`, below a prefix. */
export const listRoutesBelow = <Target>(
  prefix: string,
  table: Readonly<Record<string, Target>>,
): Route<Target>[] =>
  Object.entries(table).map(([line, target]) => {
    const [method = "", path = ""] = line.split(" ");
    return makeRoute(method, prefix + path, target);
  });

const isParameter = (segment: string): boolean => segment.startsWith("{");

const countParameters = ({ segments }: Route<unknown>): number => segments.filter(isParameter).length;

/** Returns the routes of a path, for any method. `/tasks/search` is its own path, not the task "search". */
export function findMatches<Target>(routes: readonly Route<Target>[], pathname: string): Match<Target>[] {
  const given = pathname.slice(1).split("/");
  const fitting = routes.filter(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every((segment, at) => (isParameter(segment) ? given[at] !== "" : segment === given[at])),
  );
  const fewest = Math.min(...fitting.map(countParameters));
  return fitting
    .filter((route) => countParameters(route) === fewest)
    .map(({ method, segments, target }) => ({ method, target, params: readParams(segments, given) }));
}

/** Finds the target of a request. Errors: 404 for an unknown path, 405 with `Allow` for a wrong method. */
export function findRoute<Target>(
  routes: readonly Route<Target>[],
  method: string,
  pathname: string,
  noun: string,
): Match<Target> {
  const matches = findMatches(routes, pathname);
  const match = matches.find((candidate) => candidate.method === method);
  if (match !== undefined) return match;
  // Only the interface is behind a gateway.
  const Thrown = noun === "endpoint" ? UnknownPath : Refusal;
  if (matches.length === 0) throw new Thrown(404, "NOT_FOUND", `no ${noun} has the path ${pathname}`);
  const allow = [...new Set(matches.map((candidate) => candidate.method))].join(", ");
  throw new Thrown(405, "METHOD_NOT_ALLOWED", `${pathname} supports ${allow}, not ${method}`, [], { allow });
}

function readParams(segments: readonly string[], given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    segments.flatMap((segment, at) =>
      isParameter(segment) ? [[segment.slice(1, -1), decode(given[at] ?? "")]] : [],
    ),
  );
}

/** Decodes the percent-encoding of an identifier. Ids are opaque; an id that cannot be decoded matches nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw makeNotFound(`${segment} is not a percent-encoded identifier`);
  }
}
