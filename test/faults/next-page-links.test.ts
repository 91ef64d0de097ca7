/** P11 P14 links to the next page: other hosts, circles, and pages that never end. */
import { describe, expect, it } from "vitest";
import type { Asked, Misbehave } from "./hostile-server.ts";
import { expectClearFailure, runAll } from "./matrix.ts";
import { json, say } from "./reply.ts";

const item = (id: string): object => ({
  type: "Feature",
  id,
  collection: "coast",
  geometry: null,
  properties: {},
  assets: {},
  links: [],
});

const page =
  (items: readonly string[], next: (asked: Asked, count: number) => unknown): Misbehave =>
  (socket, asked, count) => {
    const links = [next(asked, count)].flat().filter((link) => link !== undefined);
    say(
      json({
        type: "FeatureCollection",
        features: items.map((id) => item(`${id}-${asked.method}-${count}`)),
        links,
      }),
    )(socket, asked, count);
  };

const next = (href: unknown, more: object = {}): object => ({ rel: "next", href, ...more });
const other = (origin: string): string => `${origin.replace("127.0.0.1", "localhost")}/catalog/search?page=2`;

const rows = [
  { title: "another host", code: 8, requests: 2, serve: page(["a"], ({ origin }) => next(other(origin))) },
  {
    title: "another host, by POST",
    code: 8,
    requests: 2,
    serve: page(["a"], ({ origin }) => next(other(origin), { method: "POST", body: {} })),
  },
  {
    title: "another scheme",
    code: 8,
    requests: 1,
    serve: page(["a"], ({ origin }) => next(origin.replace("http", "https"))),
  },
  {
    title: "a user name in it",
    code: 8,
    requests: 1,
    serve: page(["a"], ({ origin }) => next(origin.replace("//", "//a:b@"))),
  },
  {
    title: "another host without a scheme",
    code: 8,
    requests: 1,
    serve: page(["a"], () => next("//localhost:1/x")),
  },
  { title: "a script", code: 8, requests: 1, serve: page(["a"], () => next("javascript:alert(1)")) },
  { title: "a link that is not text", code: 8, requests: 1, serve: page(["a"], () => next({ a: 1 })) },
  { title: "itself", code: 8, requests: 1, serve: page(["a"], ({ path }) => next(path, { method: "POST" })) },
  {
    title: "itself, once removed",
    code: 8,
    requests: 2,
    serve: page(["a"], () => next("/catalog/search?page=2")),
  },
  {
    title: "one of two, alternating forever",
    code: 8,
    requests: 3,
    serve: page(["a"], ({ path }) => next(`/catalog/search?page=${path.endsWith("=1") ? 2 : 1}`)),
  },
  {
    title: "endless empty pages",
    code: 8,
    requests: 10,
    serve: page([], ({ method }, count) => next(`/catalog/search?page=${method}-${count}`)),
  },
  {
    title: "the same page under other names",
    code: 8,
    requests: 4,
    serve: (socket, asked, count) =>
      say(json({ features: [item("a")], links: [next(`/catalog/search?page=${count}`)] }))(
        socket,
        asked,
        count,
      ),
  },
  {
    title: "two next links",
    code: 0,
    requests: 2,
    serve: page(["a"], ({ path, origin }) =>
      path.includes("page=2") ? undefined : [next("/catalog/search?page=2"), next(other(origin))],
    ),
  },
] satisfies { title: string; code: number; requests: number; serve: Misbehave }[];

describe("P11 P14 a search with a next page that is", () => {
  const seenOf = runAll(rows, ({ serve }) => ({
    args: ["catalog", "search", "--point", "-9.14,38.71", "--all", "--json", "--retries", "0"],
    serve,
  }));
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    expect(seen.code, seen.stderr).toBe(row.code);
    expect(seen.asked.length).toBe(row.requests);
    expect(new Set(seen.asked.map(({ headers }) => headers["host"])).size).toBe(1);
    if (row.code === 0) JSON.parse(seen.stdout);
    else expectClearFailure({ ...seen, stdout: "", stderr: asText(seen.stderr) });
  });
});

/** A JSON error has no first line of words. */
const asText = (stderr: string): string => stderr.replace(/^\{"error":.*"message":/m, "Error: ");

const endless: Misbehave = (socket, asked, count) =>
  say(
    json({
      features: [item(`${asked.method}-${count}`)],
      links: [next(`/catalog/search?page=${asked.method}-${count}`)],
    }),
  )(socket, asked, count);

describe("P14 endless pages", () => {
  const ends = [{ title: "--limit" }];
  const seenOf = runAll(ends, () => ({
    args: ["catalog", "search", "--point", "-9.14,38.71", "--limit", "40", "--output", "id"],
    serve: endless,
  }));
  it.each(ends)("end at $title", async (row) => {
    const { code, stdout, asked } = await seenOf(row);
    expect(code).toBe(0);
    expect(stdout.trim().split("\n").length).toBe(40);
    expect(asked.length).toBeLessThanOrEqual(41);
  });
});
