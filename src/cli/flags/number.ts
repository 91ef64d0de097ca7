import type { Reader } from "../../domain/readers.ts";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A finite number with a decimal point, whatever the locale; its bounds are the body's to judge. */
export const number: Reader<number> = (text) => {
  const value = NUMBER.test(text.trim()) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? { ok: true, value } : { ok: false, rule: "must be a number" };
};
