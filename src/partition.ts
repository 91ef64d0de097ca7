/** Returns the members that a predicate accepts, and the others, each in their order. */
export function partition<T>(all: readonly T[], accepts: (one: T) => boolean): readonly [T[], T[]] {
  const { yes = [], no = [] } = Object.groupBy(all, (one) => (accepts(one) ? "yes" : "no"));
  return [yes, no];
}
