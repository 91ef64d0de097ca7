/** Members of a JSON text that parsing loses without a word, in words: given twice in one object, or dropped by `isDropped`. */
export function describeDoubtfulNames(text: string, isDropped: (name: string) => boolean): string[] {
  const { repeated, dropped } = findDoubtfulNames(text, isDropped);
  return [
    ...repeated.map(
      (name) => `${JSON.stringify(name)} is given more than once in one object; the last one counts`,
    ),
    ...dropped.map((name) => `the member ${JSON.stringify(name)} was left out`),
  ];
}

/** Finds them in a text that is JSON, in linear time; `isDropped` is the rule of the reader. */
function findDoubtfulNames(text: string, isDropped: (name: string) => boolean) {
  const repeated = new Set<string>();
  const dropped = new Set<string>();
  // Undefined stands for an array.
  const open: (Set<string> | undefined)[] = [];
  let start = 0;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      start = at;
      end = endOfText(text, at);
      at = end;
    } else if (code === 0x7b) open.push(new Set());
    else if (code === 0x5b) open.push(undefined);
    else if (code === 0x7d || code === 0x5d) open.pop();
    else if (code === 0x3a) {
      // The text before a colon is a name, with its escapes.
      const name = JSON.parse(text.slice(start, end + 1)) as string;
      const names = open.at(-1);
      if (isDropped(name)) dropped.add(name);
      else if (names?.has(name) === true) repeated.add(name);
      names?.add(name);
    }
  }
  return { repeated: [...repeated], dropped: [...dropped] };
}

/** Offset of the quote that ends the text begun at `start`. A regular expression would fail on very long ones. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at++;
  }
  return at;
}
