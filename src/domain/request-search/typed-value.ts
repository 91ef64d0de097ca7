/** Values as they are typed in a condition: quoted text, numbers, true and false. */

const QUOTED = /^(["'])(.*)\1$/s;
export const isQuoted = (value: string): boolean => QUOTED.test(value);
export const unquoted = (value: string): string => QUOTED.exec(value)?.[2] ?? value;

/** A number in its one spelling: `007` and twenty digits are names, which a number would not bring back. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function typedValue(value: string): string | number | boolean {
  if (isQuoted(value)) return unquoted(value);
  if (value === "true" || value === "false") return value === "true";
  const number = NUMBER.test(value) ? Number(value) : Number.NaN;
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return isExact ? number : value;
}
