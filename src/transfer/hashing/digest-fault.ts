import type { Digest, HashName } from "./digest.ts";

/** The first digest that the bytes do not have, in words; undefined when all agree. */
export function digestFault(
  expected: readonly Digest[],
  computed: ReadonlyMap<HashName, string>,
): string | undefined {
  const wrong = expected.find(({ algorithm, hex }) => computed.get(algorithm) !== hex);
  if (wrong === undefined) return undefined;
  return `the ${wrong.algorithm} of the bytes differs from the one in ${wrong.from}`;
}
