/** Digits of base 90: printable ASCII without what a string literal escapes and what separates entries. */
export const DIGITS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter(
  (char) => !'"\\`;'.includes(char),
);

/** The value of each character code. */
export const DIGIT_VALUES = new Uint8Array(127);
for (const [at, digit] of DIGITS.entries()) DIGIT_VALUES[digit.charCodeAt(0)] = at;
