/** Returns the methods of an object as they are now, for a test that watches or replaces them. */
export function methodsOf<T extends object>(one: T): T {
  const names = [one, Object.getPrototypeOf(one) as object].flatMap((of) => Object.getOwnPropertyNames(of));
  const members = names.map((name) => [name, (one as Record<string, unknown>)[name]] as const);
  const methods = members.map(([name, member]) => [
    name,
    typeof member === "function" ? (member.bind(one) as unknown) : member,
  ]);
  return Object.fromEntries(methods) as T;
}
