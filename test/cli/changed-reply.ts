/** Replies with one property replaced by a value of another type, or removed. */
import { expect } from "vitest";
import { runAgainst, type Reader } from "./reply-readers.ts";

type Path = (string | number)[];

/** Paths of the properties of a reply, at every depth. */
export function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...entries.flatMap(([key, inner]) => pathsIn(inner, [...at, key]))];
}

/** The reply with another value there; undefined removes the property. */
export function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) {
    const list = value.map((entry, index) => (index === key ? replaced(entry, rest, other) : entry));
    return list.filter((entry) => entry !== undefined);
  }
  const properties = { ...(value as Record<string, unknown>) };
  const now = replaced(properties[key], rest, other);
  if (now === undefined) delete properties[key];
  else properties[key] = now;
  return properties;
}

const OTHERS: readonly unknown[] = [null, 7, "text", true, ["a"], [null], {}, undefined];

export interface Change {
  path: Path;
  other: unknown;
}

/** Returns the reply once for each property and each other type of value. */
export const changesOf = (reply: unknown): Change[] =>
  pathsIn(reply).flatMap((path) => OTHERS.map((other) => ({ path, other })));

/** Runs one command for each change, alternating the reader's commands: none ends with exit code 1. */
export async function expectAnswers(reader: Reader, changes: readonly Change[]): Promise<void> {
  const { reply, lines } = reader;
  for (const [turn, { path, other }] of changes.entries()) {
    const words = lines[turn % lines.length]!;
    const result = await runAgainst(words, reader, replaced(reply, path, other));
    const change = `${words}: ${path.join(".")} = ${JSON.stringify(other)}`;
    expect(result.exitCode, `${change}\n${result.stderr}`).not.toBe(1);
  }
}
