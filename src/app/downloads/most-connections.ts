import type { Context } from "../../cli/context.ts";

/** What small files on a long way can use, and a server still takes for one client. */
export const MOST_CONNECTIONS = 256;

/** Connections at once at most. Whoever says how many files at once means it. */
export function mostConnections({ settings: { concurrency } }: Pick<Context, "settings">): number {
  return concurrency.origin === "default" ? MOST_CONNECTIONS : concurrency.value;
}
