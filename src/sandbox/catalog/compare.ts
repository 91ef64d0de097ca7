/** The standard query operators. `order` is below 0 when the value is below the operand, 0 when equal. */
export const HOLDS_IN_ORDER: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
};

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Returns a number, also from a text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && NUMBER.test(value.trim()) ? Number(value) : undefined;
}

export const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
