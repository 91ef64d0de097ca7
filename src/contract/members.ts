/** JSON objects whose members are not known yet. */
export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else an empty one: for rules and readers that look deeper than their own level. */
export function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}
