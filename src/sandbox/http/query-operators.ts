/** The standard operators: whether each holds when a value stands before (negative), at or behind what is asked. */
export const HOLDS_IN_ORDER: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};
