/** Members of a JSON text that parsing loses without a word. */
export interface DoubtfulNames {
  /** Given more than once in one object: only the last is kept. */
  repeated: string[];
  /** Of the kind that `readJson` drops. */
  dropped: string[];
}

/** Finds them in a text that is JSON, in linear time; `isDropped` is the rule of the reader. */
export function findDoubtfulNames(text: string, isDropped: (name: string) => boolean): DoubtfulNames {
  const repeated = new Set<string>();
  const dropped = new Set<string>();
  // Undefined stands for an array.
  const open: (Set<string> | undefined)[] = [];
  let start = 0;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      [start, end] = [at, endOfText(text, at)];
      at = end;
    } else if (char === "{") open.push(new Set());
    else if (char === "[") open.push(undefined);
    else if (char === "}" || char === "]") open.pop();
    else if (char === ":") {
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
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
