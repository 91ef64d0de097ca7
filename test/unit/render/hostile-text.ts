import * as fc from "fast-check";

/** Text that must never reach a terminal raw, written by hand and independent of the tested code. */
export const ACTS_ON_TERMINAL =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

/** Commands for a CI runner: `::` at the start of a line, `##[` and `##vso[` anywhere. */
export const COMMANDS_RUNNER = /^\s*::|##\[|##vso\[/m;

const spiteful = fc.constantFrom(
  "\u001b[2J",
  "\u001b]8;;http://evil.example\u0007",
  "\r",
  "\n",
  "\t",
  "\u0000",
  "\u007f",
  "\u009b31m",
  "\u202e",
  "\u2066",
  "\u200b",
  "\u200d",
  "\u2028",
  "\ufeff",
  "\u{e0041}",
  "\ud800",
  "::error::",
  " ::add-mask::",
  "##[error]",
  "##vso[task.setvariable]",
  "=1+1",
  "+",
  "-",
  "@",
  '"',
  ",",
  "東京",
  "é",
  "🛰️",
);

/** Hostile text: control, bidi and zero-width characters, runner commands and formulas among ordinary words. */
export const hostileText = fc
  .array(fc.oneof(spiteful, fc.string({ unit: "binary", maxLength: 6 }), fc.string({ maxLength: 6 })), {
    maxLength: 6,
  })
  .map((parts) => parts.join(""));
