import { cellText } from "./column.ts";

const STARTS_FORMULA = /^[=+\-@\t\r]/;

// A list of numbers (a box, a position) cannot call a function either, and scripts read it.
const NUMBERS = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?:,[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)*$/i;

/** A cell for a spreadsheet: what it would take for a formula gets a leading apostrophe, numbers stay numbers. */
export function sheetCell(value: unknown): string {
  const startsFormula = typeof value === "string" && STARTS_FORMULA.test(value);
  const text = cellText(value);
  const isFormula = (startsFormula || STARTS_FORMULA.test(text)) && !NUMBERS.test(text);
  return isFormula ? `'${text}` : text;
}
