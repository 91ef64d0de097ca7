/** Which lines of a file ran, by V8's counts of its functions and blocks. */
import { bareCodeOf } from "./javascript-of.mjs";

/** A line without it only closes or joins blocks: `});`, `} else {`. */
const WORD = /[\w$"'`]/;
const JOINS = /^[\s})]*(?:else|try|finally)[\s{]*$/;

/**
 * Returns the numbers of the lines that ran inside functions, or undefined if no function ran. Declarations of the module run
 * with every import of the file, so they do not count.
 *
 * @param functions as V8 reports them for this code: each with nested ranges and how often these ran
 */
export function linesThatRan(javaScript, functions) {
  const inside = functions.filter(({ ranges: [whole] }) => whole.startOffset > 0);
  if (inside.every(({ ranges: [whole] }) => whole.count === 0)) return undefined;
  const code = bareCodeOf(javaScript);
  const ran = new Uint8Array(code.length);
  for (const { startOffset, endOffset, count } of outermostFirst(inside))
    ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  const numbers = [];
  let start = 0;
  for (const [index, line] of code.split("\n").entries()) {
    const end = start + line.length;
    const hasCode = WORD.test(line) && !JOINS.test(line);
    if (hasCode && Array.from(line).some((sign, at) => sign !== " " && ran[start + at] === 1))
      numbers.push(index + 1);
    start = end + 1;
  }
  return numbers;
}

/** An inner range replaces the count of the range around it. */
const outermostFirst = (functions) =>
  functions
    .flatMap(({ ranges }) => ranges)
    .toSorted((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
