/** P1 P11 redirects of the API: only a GET follows one, on its own origin; no request is replayed, and the key goes nowhere else. */
import { describe, expect, it } from "vitest";
import { expectClearFailure, runAll, type Case } from "./matrix.ts";
import { isPlaced, onlyAt, placing } from "./placing.ts";
import { bytesOf } from "./reply.ts";
import type { Misbehave } from "./hostile-server.ts";

const STATUSES = [301, 302, 303, 307, 308] as const;

const TARGETS = {
  "the same path": (): string => "/orders",
  "the same host": (origin: string): string => `${origin}/elsewhere`,
  "another host": (origin: string): string => `${origin.replace("127.0.0.1", "localhost")}/elsewhere`,
  "another host without a scheme": (origin: string): string =>
    `//localhost:${new URL(origin).port}/elsewhere`,
  "https of nobody": (): string => "https://no-such-host.invalid/",
  "a file": (): string => "file:///etc/passwd",
  "a place of two lines": (): string => "/a\tb",
  "no place": (): string => "",
} as const;

/** The end of a read whose redirect is followed, and its further requests. */
const FOLLOWED: Partial<Record<keyof typeof TARGETS, readonly [code: string, paths: readonly string[]]>> = {
  "the same path": ["REDIRECT_REFUSED", ["/orders"]],
  "the same host": ["RESPONSE_UNRECOGNISED", ["/elsewhere"]],
};

const rows = STATUSES.flatMap((status) =>
  (Object.keys(TARGETS) as (keyof typeof TARGETS)[]).map((to) => ({
    status,
    to,
    title: `${status} to ${to}`,
  })),
);

const redirect =
  ({ status, to }: (typeof rows)[number]): Misbehave =>
  (socket, { origin, path }) => {
    // A client that follows gets an apparent success.
    if (path === "/elsewhere") socket.write(bytesOf({ body: '{"orderId":"o-666","id":"o-666"}' }));
    else socket.write(bytesOf({ status, headers: { location: TARGETS[to](origin) } }));
  };

describe("P11 a read that is redirected", () => {
  const seenOf = runAll(rows, (row): Case => ({ args: ["task", "get", "t-1"], serve: redirect(row) }));
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    expectClearFailure(seen);
    // A record of another id is not the requested one, and a loop ends.
    const [code, paths] = FOLLOWED[row.to] ?? ["REDIRECT_REFUSED", []];
    expect(seen.stderr).toContain(code);
    expect(seen.asked.map(({ path }) => path)).toEqual(["/task/t-1", ...paths]);
  });
});

describe("P1 a spending request that is redirected", () => {
  const seenOf = runAll(rows, (row) => ({
    ...placing(redirect(row)),
    serve: onlyAt((asked) => isPlaced(asked) || asked.path === "/elsewhere", redirect(row)),
  }));
  it.each(rows)("$title", async (row) => {
    const seen = await seenOf(row);
    expectClearFailure(seen);
    expect(seen.code).toBe(13);
    // A price that is a second old is read again before the order.
    const paths = seen.asked.map(({ path }) => path).join(" ");
    expect(paths).toMatch(/^(?:\/orders\/review ){1,2}\/orders$/);
    expect(seen.journal).toMatchObject([{ state: "unknown", status: row.status }]);
  });
});
