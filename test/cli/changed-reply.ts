/** Replies with one member replaced by another kind of value, or left out. */
type Path = (string | number)[];

/** Paths of the fields of a reply, at every depth. */
export function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...entries.flatMap(([key, member]) => pathsIn(member, [...at, key]))];
}

/** The reply with another value there; undefined removes the field. */
export function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) {
    const list = value.map((member, index) => (index === key ? replaced(member, rest, other) : member));
    return list.filter((member) => member !== undefined);
  }
  const members = { ...(value as Record<string, unknown>) };
  const now = replaced(members[key], rest, other);
  if (now === undefined) delete members[key];
  else members[key] = now;
  return members;
}

export const OTHERS: readonly unknown[] = [null, 7, "text", true, ["a"], [null], {}, undefined];
